"""The end of a round: its form, what stands around it, and its pages."""
