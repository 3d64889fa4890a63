"""Games as event sourcing: events, and the state folded from them; no SQL and no HTTP."""
