"""Shared parts of commands that parse arguments and print lines: options, exit statuses, boards as text."""
