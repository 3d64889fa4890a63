"""An exact search for the best play of a hand, and for the cards missing to come down."""
