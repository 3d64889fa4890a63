"""How much the doors for programs take at a time; no door is here."""

MOST_BYTES = 1_000_000
MOST_QUESTIONS = 2000
