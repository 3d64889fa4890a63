"""The pages of the board: view it, lay melds, add cards."""
