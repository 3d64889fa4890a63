"""What every request passes, whatever page it asks for."""
