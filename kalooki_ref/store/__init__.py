"""Games as rows: the only room that knows SQL."""
