"""What pages of every subject use: fields, rights, entries, games, settings, rules on offer."""
