"""Parts of names in whole signs: letters with their accents, flags, emoji with their skin tones.

Python counts code points, of which one visible sign may have several.
"""

from unicodedata import east_asian_width, normalize

import grapheme

ELLIPSIS = "…"
# Capitals as wide as they are high; so are the signs that Unicode itself calls wide.
WIDE = frozenset("MWÆŒ%@ЖМШЩЫЮФ")
# Characters in which the first sign ends. The longest emoji has ten; a name that is refused may
# have thousands of accents.
LONGEST_SIGN = 40


def initial(name: str) -> str:
    """Return the first sign of a name, as a capital if it has one.

    >>> initial("ann"), initial("🇯🇲 Jo")
    ('A', '🇯🇲')
    """
    first = next(grapheme.graphemes(name[:LONGEST_SIGN]), "")
    capital = first.upper()
    return capital if grapheme.length(capital) == 1 else first


def is_wide(sign: str) -> bool:
    """Whether a sign is about as wide as it is high.

    >>> is_wide("W"), is_wide("Ŵ"), is_wide("王"), is_wide("A")
    (True, True, True, False)
    """
    letter = normalize("NFD", sign)[:1]
    return letter in WIDE or (letter != "" and east_asian_width(letter) in {"W", "F"})


def shortened(name: str, most: int) -> str:
    """Return a name of at most this many signs; the last one of a longer name is an ellipsis.

    >>> shortened("Alexandra", 9), shortened("Alexandra", 5)
    ('Alexandra', 'Alex…')
    """
    signs = list(grapheme.graphemes(name))
    return name if len(signs) <= most else "".join(signs[: most - 1]).rstrip() + ELLIPSIS
