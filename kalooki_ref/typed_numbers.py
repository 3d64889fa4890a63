"""Numbers as people type, paste and send them."""

LONGEST = 400
# Digits of other keyboards, and the signs that keyboards and documents use for plus and minus.
_DIGITS = {0xFF10 + digit: str(digit) for digit in range(10)}
_PLUS = dict.fromkeys(map(ord, "\ufe62\uff0b"), "+")
_MINUS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"), "-")
# Soft hyphens, zero-width characters, and marks and isolates of direction, which are pasted along
# unseen.
UNSEEN = (
    "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060"
    "\u2066\u2067\u2068\u2069\ufeff"
)
_TYPED = _DIGITS | _PLUS | _MINUS | dict.fromkeys(map(ord, UNSEEN))


def plain_number(text: str) -> str:
    """Return a number or sum with ASCII digits and signs, without blanks around them.

    A blank between two digits stays, since nobody can say whether `10 5` is one number or two.

    >>> plain_number(" − 50 "), plain_number("10 + 5"), plain_number("10 5")
    ('-50', '10+5', '10 5')
    """
    if len(text) > LONGEST:
        return text
    parts = [part.strip() for part in text.translate(_TYPED).split("+")]
    if parts[0].startswith("-"):
        parts[0] = "-" + parts[0][1:].lstrip()
    return "+".join(parts)


def whole_number(text: str) -> int:
    """Parse an integer, possibly with a sign; raises ValueError.

    >>> whole_number("−50"), whole_number("+50")
    (-50, 50)
    """
    plain = plain_number(text)
    digits = plain[1:] if plain[:1] in ("+", "-") else plain
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{text[:20]!r} is not a whole number; write one like 50 or -50")
    return int(plain)
