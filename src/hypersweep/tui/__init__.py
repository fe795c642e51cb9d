"""Games in a terminal: ``main`` runs the full-screen game or, without one, the line-by-line game in ``plain_game``.

The package itself imports neither module, so that a program loads only the one it uses.
"""
