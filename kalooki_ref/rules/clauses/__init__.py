"""The clauses of the five systems in our own words; the same number is the same topic in each."""
