"""Games in a terminal: ``main`` chooses between the full screen and ``plain``, which is played line by line.

Nothing is loaded here: a front door that isn't opened costs nothing.
"""
