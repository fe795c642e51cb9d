"""How a board of any dimension is laid out and marked, for characters and pixels alike; no toolkit is known here."""
