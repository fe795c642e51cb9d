"""Games in a terminal: ``main`` chooses between the full screen and ``plain_game``, which is played line by line.

The package itself imports neither module, so that a program loads only the one it uses.
"""
