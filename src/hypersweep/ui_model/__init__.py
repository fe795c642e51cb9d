"""Parts of the user interface that need no screen: keys, cursor, mouse, form fields, messages, useful cells."""
