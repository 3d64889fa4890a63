"""The board of a game: shown, and added to."""
