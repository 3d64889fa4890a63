"""Circles: evenings that add up, their people and their figures."""
