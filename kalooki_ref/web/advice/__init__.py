"""The "Check a hand" pages: query, answer, views."""
