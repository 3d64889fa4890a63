"""Message catalogues, a folder per language; `update` brings them up to date."""
