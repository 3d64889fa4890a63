"""The pages: one module per resource. Rules and SQL live elsewhere."""
