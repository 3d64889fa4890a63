"""What a game has come to: standings, score grid, race, history, evenings."""
