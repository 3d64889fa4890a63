"""Middleware: runs before and after every request, on every page."""
