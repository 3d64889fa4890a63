"""The rulebook: clauses by chapter, search, comparison."""
