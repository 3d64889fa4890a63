"""What people type, as form fields: sums, names, cards."""
