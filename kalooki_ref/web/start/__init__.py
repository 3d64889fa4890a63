"""The home page, and the beginning and end of games."""
