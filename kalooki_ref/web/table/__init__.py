"""A game being played: calls, lays, counts, rounds, players."""
