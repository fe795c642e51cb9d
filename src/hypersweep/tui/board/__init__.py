"""Widgets for drawing a board: the board itself, its lens and its map."""
