"""Several phones at one table: joining, roles, taking over, live updates."""
