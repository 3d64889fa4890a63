"""Learn the game, and practise with questions made from its rules."""
