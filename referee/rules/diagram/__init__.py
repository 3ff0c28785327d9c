"""Pictures of positions: text for a terminal, SVG as the rule sheets draw. Pure: text out."""
