"""The client of a hypersweep server: ranked games, daily boards and co-op rooms, for front ends without a browser."""
