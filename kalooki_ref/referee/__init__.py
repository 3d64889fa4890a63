"""Judging: cards and a rule system in, a verdict out; no state and no prose."""
