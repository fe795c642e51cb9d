"""University courses' Minesweeper systems, reproduced byte for byte; they only translate for the shared engine."""
