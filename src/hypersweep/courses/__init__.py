"""University courses' Minesweeper systems, reproduced to the byte; they only translate for the shared engine."""
