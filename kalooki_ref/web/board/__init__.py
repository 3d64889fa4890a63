"""What lies on the table in a game: drawn, and written down."""
