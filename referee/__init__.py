"""One game: the rules, the judgement and the referee that plays it between two engines."""
