"""The record of a game: what happened, and what follows from it; no SQL and no HTTP."""
