"""What the five rule sheets say, as data; judging by it is the referee's."""
