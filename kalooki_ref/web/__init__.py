"""HTTP in, HTML out: one module a noun; no rule and no SQL is known here."""
