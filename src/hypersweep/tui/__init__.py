"""Games in a terminal. ``plain`` is played line by line, ``boards`` holds the boards with names.

Nothing is loaded here: a front door that isn't opened costs nothing.
"""
