"""University courses' Minesweeper systems, reproduced byte for byte on top of the shared engine."""
