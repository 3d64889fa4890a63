"""Reasons why a table overruled the referee."""

# Stored for a decision without a reason; earlier versions stored it in the phone's language.
NO_REASON = "no reason given"
NO_REASONS = (NO_REASON, "senza motivo", "sin motivo")


def reason_given(overruled: str) -> str:
    """Return the reason as it was typed; empty if there is none."""
    return "" if overruled in NO_REASONS else overruled
