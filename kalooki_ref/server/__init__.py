"""What every request passes: settings, the HTTP server, middleware and limits."""
