"""What a player does and is told, without a screen: keys, cursor, pointer, choices, refusals, what is worth a look."""
