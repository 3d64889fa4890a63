"""Who plays: names, seats, coming late and leaving."""
