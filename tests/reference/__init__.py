"""A second referee, written from the rule sheets alone, and its comparison with the first one.

It imports nothing of `kalooki_ref.rules`, `referee` or `game`, and knows the questions of
`kalooki-ref judge` only. `python -m tests.reference 100000 SEED` compares the two.
"""
