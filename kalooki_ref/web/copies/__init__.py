"""Games as links and files: sent, opened, compared, imported."""
