"""Parts of screens and boards: the keys of a terminal, the footer, styles, and filters for poor terminals."""
