"""The board shapes, one a file."""
