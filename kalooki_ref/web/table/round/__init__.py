"""The end of a round: form, drafts, review, and pages."""
