"""A table's own rules: switches, contracts, card values, larger tables."""
