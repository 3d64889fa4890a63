"""Every fault and every assumption as a sentence, in the system's own words."""

from collections.abc import Callable

from flask_babel import gettext as _

from kalooki_ref.cards import KOOKY_SUITS, CardError, parse_card, rank_name
from kalooki_ref.referee.verdict import Answer, Assumption, Finding, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.messages.card_words import (
    Said,
    in_signs,
    marked,
    marked_all,
    row_in_signs,
    said_in,
)
from kalooki_ref.web.messages.counted_words import (
    joker_count,
    joker_plural,
    melds_of,
    natural_count,
)
from kalooki_ref.web.messages.opening_words import opening_words
from kalooki_ref.web.messages.wording_melds import MELD_SENTENCES
from kalooki_ref.web.messages.wording_play import PLAY_SENTENCES
from kalooki_ref.web.messages.wording_rounds import ROUND_SENTENCES

Values = dict[str, object]
Sentence = Callable[[Values], str]

SENTENCES: dict[Code, Sentence] = MELD_SENTENCES | PLAY_SENTENCES | ROUND_SENTENCES


def say(finding: Finding, system: RuleSystem) -> Said:
    """Return the sentence for one fault in pieces: text, and cards where the page draws them."""
    return said_in(SENTENCES[finding.code](_values(finding, system)))


def say_plain(finding: Finding, system: RuleSystem) -> str:
    """Return the sentence for one fault as plain text."""
    return in_signs(say(finding, system))


def answer_word(verdict: Verdict) -> str:
    """Return the one word for the table: legal, not legal, cannot tell."""
    return _ANSWERS[verdict.answer]()


def say_assumption(assumption: Assumption, system: RuleSystem) -> str:
    """Return what was taken on trust, in words."""
    return _ASSUMPTIONS[assumption]({**_words(system), **_smallest_pack(system)})


def say_verdict(verdict: Verdict, system: RuleSystem) -> str:
    """Return the whole ruling as plain text: the word, then every fault and the repair.

    Of a legal or unclear one: how it came to open, and what was taken on trust.
    """
    told = [_("%(answer)s.", answer=answer_word(verdict))]
    told += [say_plain(finding, system) for finding in verdict.findings]
    instead = verdict.instead
    if instead:
        told.append(_("Legal would be: %(cards)s.", cards=row_in_signs(instead)))
    if not verdict.findings:
        told += [words for words in [opening_words(verdict.opening, system)] if words]
        told += [say_assumption(assumption, system) for assumption in verdict.assumes]
    return " ".join(told)


def _smallest_pack(system: RuleSystem) -> Values:
    pack = system.pack_for(system.min_players)
    alike = range(system.min_players, system.max_players + 1)
    fewest = max(players for players in alike if system.pack_for(players) == pack)
    held = joker_count(pack.jokers, system)
    return {"fewest": fewest, "copies": pack.copies, "jokers_held": held}


def _words(system: RuleSystem) -> Values:
    words = system.words
    return {
        "set": _(words.set),
        "run": _(words.run),
        "joker": _(words.joker),
        "joker_plural": joker_plural(system),
        "bent": _(words.bent),
        "system": _(system.name),
        "has_colours": system.suits == KOOKY_SUITS,
    }


def _values(finding: Finding, system: RuleSystem) -> Values:
    cards = finding.cards
    return {
        **_words(system),
        "cards": marked_all(cards),
        "card": marked(cards[0]) if cards else "",
        "count": len(cards),
        "needed": _card_or_plain(finding.needed),
        "found": _card_or_plain(finding.found),
        "rank": _rank_of(finding.needed),
        **_counts(finding, system),
    }


def _counts(finding: Finding, system: RuleSystem) -> Values:
    """Return what was needed and found as counted things, for the codes that count them."""
    if finding.code in (Code.CONTRACT_SHORT, Code.CONTRACT_EXCEEDED):
        wanted, laid = str(finding.needed or ""), str(finding.found or "")
        return {"wanted": melds_of(wanted, system), "laid": melds_of(laid, system)}
    if isinstance(finding.needed, int) and isinstance(finding.found, int):
        return {
            "jokers": joker_count(finding.needed, system),
            "least": natural_count(finding.needed),
            "naturals": natural_count(finding.found),
        }
    return {}


def _card_or_plain(value: int | str | None) -> object:
    if not isinstance(value, str):
        return "" if value is None else value
    try:
        return marked_all(parse_card(word) for word in value.split())
    except CardError:
        return value


def _rank_of(value: int | str | None) -> str:
    if not isinstance(value, str):
        return ""
    try:
        card = parse_card(value)
    except CardError:
        return value
    return "" if card.suit is None else rank_name(card.rank, card.suit)


_ANSWERS = {
    Answer.LEGAL: lambda: _("Legal"),
    Answer.ILLEGAL: lambda: _("Not legal"),
    Answer.UNCLEAR: lambda: _("Cannot tell"),
}
_ASSUMPTIONS: dict[Assumption, Sentence] = {
    Assumption.OWNER_UNKNOWN: lambda v: _(
        "Only the player who laid the %(run)s may do this; nobody said whose it is.", **v
    ),
    Assumption.END_UNKNOWN: lambda v: _("Either end would do: say which one is meant.", **v),
    Assumption.JOKER_UNKNOWN: lambda v: _(
        "These cards are a %(set)s, and a %(run)s as well: say which it is, as it fixes what the "
        "%(joker)s stands for.",
        **v,
    ),
    Assumption.TABLE_UNKNOWN: lambda v: _("The other melds on the table were not told.", **v),
    Assumption.CALLS_UNKNOWN: lambda v: _("How many calls were granted was not told.", **v),
    Assumption.DOWN_UNKNOWN: lambda v: _("Nobody said whether the player has come down.", **v),
    Assumption.PLAYERS_UNKNOWN: lambda v: _(
        "How many play decides: up to %(fewest)s have %(copies)s of each card and %(jokers_held)s.",
        **v,
    ),
    Assumption.ROUND_UNKNOWN: lambda v: _(
        "Which round it is was not told, so the contract could not be checked.", **v
    ),
    Assumption.REUSE_UNKNOWN: lambda v: _(
        "The %(joker)s taken must be played again in the same turn.", **v
    ),
    Assumption.GOING_OUT_UNKNOWN: lambda v: _(
        "This is too little to open, unless the player goes out in the same turn; nobody said.", **v
    ),
}
