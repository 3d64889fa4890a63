"""The catalogues, a folder for each language; ``update`` brings them up to date."""
