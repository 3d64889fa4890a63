"""What the rules say: checks of cards, advice on a hand, the rulebook."""
