"""The contract editor: a table's own list of rounds."""
