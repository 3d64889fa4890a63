"""Stores games in SQLite or PostgreSQL; no other package uses SQL."""
