"""A game begun: rules, seats, and the same table again."""
