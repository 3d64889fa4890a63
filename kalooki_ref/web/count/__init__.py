"""Counting hands: calls from the cards held."""
