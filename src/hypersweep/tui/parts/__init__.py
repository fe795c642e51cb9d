"""What screens and boards are made of: the keys of a terminal, the footer, styles, and filters for poor terminals."""
