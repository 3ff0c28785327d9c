"""The vocabularies of engines: ours, plain GTP and HTP. Nothing else knows their words."""
