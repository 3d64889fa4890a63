"""Normalizes and validates the names of players."""

import re
import unicodedata
from collections.abc import Iterable

from kalooki_ref.game.names import BLANK_SIGNS, LONGEST_NAME, folded, normalized
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

# Zero-width characters that are parts of letters and emoji.
_JOINERS = {"\u200c", "\u200d"}
# Every space of Unicode: no-break, ideographic, and spaces of other widths.
_SPACES = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_BLANK_SIGNS = dict.fromkeys(map(ord, BLANK_SIGNS), " ")


def tidy(text: str) -> str:
    r"""Normalize a typed name: Unicode form, no leading, trailing or repeated spaces of any kind.

    Signs that are drawn as a blank count as spaces, unless the name has no others: then it is
    invalid rather than empty.

    >>> tidy("  Mary \u00a0 Ann\u3000"), tidy("Ann\u3164"), tidy("\u3164")
    ('Mary Ann', 'Ann', '\u3164')
    """
    spaced = _SPACES.sub(" ", text)
    return _without_extra_spaces(spaced.translate(_BLANK_SIGNS)) or _without_extra_spaces(spaced)


def is_tidy(name: str) -> bool:
    """Whether a stored name is normalized; earlier versions kept spaces other than U+0020."""
    return name == _without_extra_spaces(name)


def fault_of(name: str) -> str | None:
    """Return the error message for a typed name, after `tidy`; None if it is valid."""
    return fault_of_kept(name) or fault_of_kept(name.translate(_BLANK_SIGNS))


def fault_of_kept(name: str) -> str | None:
    """Return the error message for a stored name; earlier versions kept names of blank signs."""
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


def _without_extra_spaces(text: str) -> str:
    return normalized("NFC", " ".join(part for part in text.split(" ") if part))


def _is_control(sign: str) -> bool:
    kind = unicodedata.category(sign)
    is_tag = "\U000e0020" <= sign <= "\U000e007f"
    unseen = kind in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    return unseen and sign not in _JOINERS and not is_tag
