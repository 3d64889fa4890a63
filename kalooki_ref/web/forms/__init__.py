"""Form fields for sums, names and cards."""
