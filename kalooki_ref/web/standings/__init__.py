"""Standings, the race and the printed sheet."""
