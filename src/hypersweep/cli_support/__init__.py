"""Code shared by the commands: parsing arguments, board options, exit statuses, and printing boards and progress."""
