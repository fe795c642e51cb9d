"""Games in a terminal: ``main`` runs the full-screen game or, where that can't run, the line-by-line ``plain_game``.

The package itself imports neither module, so that a program loads only the one it uses.
"""
