"""Normalizes and validates the names of players."""

import unicodedata
from collections.abc import Iterable

from kalooki_ref.game.names import LONGEST_NAME, folded, normalized
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

# Zero-width characters that are parts of letters and emoji.
_JOINERS = {"\u200c", "\u200d"}


def tidy(text: str) -> str:
    """Normalize a name: Unicode form, no leading, trailing or repeated spaces.

    >>> tidy("  Mary   Ann ")
    'Mary Ann'
    """
    return normalized("NFC", " ".join(part for part in text.split(" ") if part))


def fault_of(name: str) -> str | None:
    """Return the error message for a normalized name; None if it is valid."""
    if len(name) > LONGEST_NAME:
        return ngettext(
            "Names can have %(num)s character; this one has %(long)s.",
            "Names can have up to %(num)s characters; this one has %(long)s.",
            LONGEST_NAME,
            long=len(name),
        )
    if any(_is_control(sign) for sign in name):
        return _("This name contains invisible characters, such as a line break. Type it again.")
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        return _("This name would be invisible. Use a letter, a number or an emoji.")
    return None


def is_blank(text: str) -> bool:
    return not text.strip()


def twins(names: Iterable[str]) -> dict[int, str]:
    """Return the indexes of duplicate names, with the earlier name of each."""
    seen: dict[str, str] = {}
    doubled = {}
    for place, name in enumerate(names):
        if folded(name) in seen:
            doubled[place] = seen[folded(name)]
        seen.setdefault(folded(name), name)
    return doubled


def _is_control(sign: str) -> bool:
    kind = unicodedata.category(sign)
    is_tag = "\U000e0020" <= sign <= "\U000e007f"
    unseen = kind in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    return unseen and sign not in _JOINERS and not is_tag
