"""The exact search: how a hand comes down best, and what it lacks when it cannot."""
