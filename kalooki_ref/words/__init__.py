"""Codes, numbers and entries as sentences, in each system's own words; no page is here."""
