"""Turns codes, numbers and entries into translated sentences, in each system's terms."""
