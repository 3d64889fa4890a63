"""Changes of players during a game: names, seats, late arrivals, returns, departures."""
