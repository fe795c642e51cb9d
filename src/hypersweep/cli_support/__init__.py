"""What commands share that read words and write lines: options, exit statuses, boards as text on a terminal."""
