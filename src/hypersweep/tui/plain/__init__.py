"""The game that is played line by line, for every terminal and for scripts."""
