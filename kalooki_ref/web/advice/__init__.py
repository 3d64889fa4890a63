"""The "Can I come down?" pages: query, answer, views."""
