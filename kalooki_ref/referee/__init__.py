"""Pure functions from cards and a rule system to a verdict; no state and no user-facing text."""
