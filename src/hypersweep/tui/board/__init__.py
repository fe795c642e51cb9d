"""The widgets that draw a board: the board itself, its lens and its map."""
