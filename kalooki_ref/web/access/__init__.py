"""What every page of a game shares: opening it, writing to it, what this phone keeps."""
