"""Build of the pocket app: `python -m kalooki_ref.pocket.build` writes dist/pocket/."""
