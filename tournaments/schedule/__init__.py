"""Who plays whom: one module a format, each a pure function from entrants to pairings."""
