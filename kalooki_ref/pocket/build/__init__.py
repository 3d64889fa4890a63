"""`python -m kalooki_ref.pocket.build` writes dist/pocket/, a folder of static files."""
