"""The HTTP server, the settings, and the middleware that handles every request."""
