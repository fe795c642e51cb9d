"""The user interface without a screen: keys, cursor, pointer, choices, error messages, useful cells."""
