"""The pages, in folders named by subject; each imports only those to its left. No rules, no SQL."""
