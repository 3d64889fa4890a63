"""The pages of a game between its rounds: where the phone lies all evening."""
