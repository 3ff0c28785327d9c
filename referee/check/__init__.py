"""`referee check`: what an engine does well, what is tolerated, and what would cost it games."""
