"""Check a hand: what was asked, what is answered, and its pages."""
