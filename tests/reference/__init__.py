"""A second referee, written from the rule sheets alone, and its comparison with the first one.

It imports nothing of `kalooki_ref.rules`, `referee` or `game`, and shares only the questions of
`kalooki-ref judge`. `python -m tests.reference 100000 SEED` compares the two.
"""
