"""Many games: specification, schedule, store and crosstable."""
