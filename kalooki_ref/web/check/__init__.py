"""Melds, lays, tacks and joker moves judged without a game."""
