"""The minute book of a game: read, written, taken back, taken along."""
