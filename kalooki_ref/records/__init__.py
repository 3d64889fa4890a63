"""Figures of many games: results in, tables of people out. No storage, no sentences."""
