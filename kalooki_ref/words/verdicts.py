"""Verdicts in sentences, in the system's terms: faults, assumptions, the repair."""

from collections.abc import Iterator

from kalooki_ref.cards import KOOKY_SUITS, Card, Cards, Suit, rank_name
from kalooki_ref.referee.verdict import (
    Answer,
    Assumption,
    Fact,
    Finding,
    Opening,
    OpeningPoints,
    Verdict,
)
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.clause import Clause, Provenance
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words import card_words
from kalooki_ref.words.amounts import joker_count, joker_plural, melds_of, natural_count
from kalooki_ref.words.faults import Values, sentence_of
from kalooki_ref.words.language import game_name, ngettext
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.own_words import clause_text


def say(finding: Finding, system: RuleSystem) -> card_words.Message:
    """Return the sentence for a finding as a message."""
    values = _values(finding, system)
    return card_words.filled(sentence_of(finding.code, values), **values)


def say_plain(finding: Finding, system: RuleSystem) -> str:
    """Return the sentence for a finding as plain text."""
    return card_words.in_signs(say(finding, system))


def answer_word(verdict: Verdict) -> str:
    """Return the verdict in a word: legal, not legal, can't tell."""
    return str(_ANSWERS[verdict.answer])


def say_assumption(assumption: Assumption, system: RuleSystem) -> str:
    """Return the sentence for an assumption."""
    values = {**_words(system), **_smallest_pack(system)}
    return card_words.in_signs(card_words.filled(str(_ASSUMPTIONS[assumption]), **values))


def say_verdict(verdict: Verdict, system: RuleSystem) -> str:
    """Return the whole verdict as plain text: the word, then every fault and the repair.

    For a legal or unclear one: how the opening was met, and the assumptions.
    """
    words = [_("%(answer)s.", answer=answer_word(verdict))]
    words += [say_plain(finding, system) for finding in verdict.findings]
    instead = verdict.instead
    if instead:
        words.append(_("This would be legal: %(cards)s.", cards=card_words.row_in_signs(instead)))
    if not verdict.findings:
        words += [words for words in [opening_words(verdict.opening, system)] if words]
        words += [say_assumption(assumption, system) for assumption in verdict.assumes]
    return " ".join(words)


def opening_words(opening: Opening | None, system: RuleSystem) -> str:
    """Return how the opening was met, or what is missing; empty if the melds show it."""
    if opening is not None and opening.missing:
        melds = melds_of(opening.missing, system)
        return _("A part of the contract: %(melds)s still to come.", melds=melds)
    if opening is None or opening.melds >= opening.needed:
        return ""
    if opening.worth >= opening.needed:
        return _(
            "%(melds)s in melds and %(builders)s in builders make %(points)s: enough to open.",
            melds=opening.melds,
            builders=opening.builders,
            points=opening.worth,
        )
    if opening.waived:
        return _(
            "Worth %(points)s, not %(needed)s: that’s enough when going out at once.",
            points=opening.worth,
            needed=opening.needed,
        )
    return ""


def spoken_lines(verdict: Verdict, system: RuleSystem, *, cards: Cards = ()) -> Iterator[str]:
    """Yield lines of plain text: the word, each fault with its clause, repair, assumptions.

    ``cards`` are the judged cards, to name what their jokers represent.
    """
    yield answer_word(verdict)
    yield from joker_lines(cards, verdict, system)
    how = opening_words(verdict.opening, system) if verdict.legal else ""
    if how:
        yield how
    yield from _fault_lines(verdict.findings, system)
    if verdict.instead:
        yield _("This would be legal: %(cards)s", cards=card_words.row_in_signs(verdict.instead))
    for assumption in verdict.assumes:
        yield say_assumption(assumption, system)


def joker_lines(cards: Cards, verdict: Verdict, system: RuleSystem) -> Iterator[str]:
    """Yield one line with what the jokers of a legal meld represent, if there are any."""
    if not verdict.legal or len(cards) != len(verdict.reading):
        return
    read = [named for card, named in zip(cards, verdict.reading, strict=True) if card.is_joker]
    if not read:
        return
    words = {"joker": _(system.words.joker), "jokers": joker_plural(system)}
    if len({card.rank for card in verdict.reading}) == 1:
        rank = card_words.rank_word(
            min(rank_name(card.rank, card.suit) for card in read if card.suit)
        )
        yield ngettext(
            "The %(joker)s is one of the %(rank)s.",
            "The %(jokers)s are among the %(rank)s.",
            len(read),
            rank=rank,
            **words,
        )
    else:
        yield ngettext(
            "The %(joker)s is %(cards)s.",
            "The %(jokers)s are %(cards)s.",
            len(read),
            cards=card_words.row_in_signs(read),
            **words,
        )


def clause_line(clause: Clause) -> str:
    """Return the citation of a clause: number, text, provenance."""
    return _(
        "%(number)s  %(text)s (%(provenance)s)",
        number=clause.number,
        text=clause_text(clause),
        provenance=provenance_word(clause.provenance),
    )


def provenance_word(provenance: Provenance) -> str:
    """Return the provenance of a clause in words."""
    return str(_PROVENANCES[provenance])


def _smallest_pack(system: RuleSystem) -> Values:
    pack = system.pack_for(system.min_players)
    alike = range(system.min_players, system.max_players + 1)
    fewest = max(players for players in alike if system.pack_for(players) == pack)
    held = joker_count(pack.jokers, system.words.joker)
    return {"fewest": fewest, "copies": pack.copies, "jokers_held": held}


def _words(system: RuleSystem) -> Values:
    words = system.words
    return {
        "set": _(words.set),
        "run": _(words.run),
        "joker": _(words.joker),
        "joker_plural": joker_plural(system),
        "bent": _(words.bent),
        "system": game_name(system.name),
        "has_colours": system.suits == KOOKY_SUITS,
    }


def _values(finding: Finding, system: RuleSystem) -> Values:
    """Return the values for a sentence's placeholders; unknown ones are missing or empty."""
    cards, facts = finding.cards, (finding.needed, finding.found)
    suits = [fact for fact in facts if isinstance(fact, Suit)]
    return {
        **_words(system),
        "cards": card_words.listed(cards) if cards else "",
        "card": cards[0] if cards else "",
        "count": len(cards),
        "needed": _plain(finding.needed),
        "found": _plain(finding.found),
        "kept": _rank_of(finding.needed),
        "suit": card_words.suit_word(suits[0]) if suits else "",
        **_counts(finding, system),
    }


def _counts(finding: Finding, system: RuleSystem) -> Values:
    """Return the needed and found numbers with their units."""
    match finding.needed, finding.found:
        case Contract() as wanted, Contract() as laid:
            values = {"wanted": melds_of(wanted, system), "laid": melds_of(laid, system)}
            return values | {"counts": bool(laid.sets or laid.runs)}
        case tuple() as missing, tuple():
            return {"missing": len(missing)}
        case _, OpeningPoints(melds, builders):
            return {"melds": melds, "builders": builders}
        case int(needed), int(found):
            return {
                "jokers": joker_count(needed, system.words.joker),
                "least": natural_count(needed),
                "naturals": natural_count(found),
                "next": needed + system.cards_per_call,
            }
    return {}


def _plain(fact: Fact | None) -> object:
    """Return a fact for a sentence: cards as a list, anything else unchanged."""
    if isinstance(fact, tuple):
        return card_words.listed(fact)
    return "" if fact is None else fact


def _rank_of(fact: Fact | None) -> str:
    """Return the rank of a card in words; empty for any other fact."""
    match fact:
        case (Card(suit=Suit() as suit) as card, *_):
            return card_words.rank_word(rank_name(card.rank, suit))
    return ""


def _fault_lines(findings: tuple[Finding, ...], system: RuleSystem) -> Iterator[str]:
    """Yield each fault, with the clause once, after the last fault that cites it."""
    clauses = [finding.clause_in(system) for finding in findings]
    for i, finding in enumerate(findings):
        yield say_plain(finding, system)
        clause = clauses[i]
        if clause is not None and clause not in clauses[i + 1 :]:
            yield "  " + clause_line(clause)


_ANSWERS = {
    Answer.LEGAL: _l("Legal"),
    Answer.ILLEGAL: _l("Not legal"),
    Answer.UNCLEAR: _l("Can’t tell"),
}
_ASSUMPTIONS = {
    Assumption.OWNER_UNKNOWN: _l(
        "Only the player who laid the %(run)s may do this; say whose it is."
    ),
    Assumption.OWNER_DECIDES_JOKER: _l(
        "On the player’s own %(run)s, the %(joker)s goes into the hand; say whose it is."
    ),
    Assumption.END_UNKNOWN: _l("Both ends fit. Say which one you mean."),
    Assumption.JOKER_UNKNOWN: _l(
        "These cards are a %(set)s and also a %(run)s: say which, because that decides what the "
        "%(joker)s stands for."
    ),
    Assumption.TAKEN_AS_SET: _l("One meld could also be a %(run)s; it’s taken as a %(set)s."),
    Assumption.TAKEN_AS_RUN: _l("One meld could also be a %(set)s; it’s taken as a %(run)s."),
    Assumption.TABLE_UNKNOWN: _l("The app doesn’t know the other melds on the board."),
    Assumption.CALLS_UNKNOWN: _l("The app doesn’t know how many calls were granted."),
    Assumption.CALLS_UNRECORDED: _l(
        "That many cards prove more calls than are recorded for this player."
    ),
    Assumption.DOWN_UNKNOWN: _l("The app doesn’t know whether the player has come down."),
    Assumption.PLAYERS_UNKNOWN: _l(
        "It depends on how many play: up to %(fewest)s have %(copies)s of each card and "
        "%(jokers_held)s."
    ),
    Assumption.ROUND_UNKNOWN: _l("Say which round it is, because it depends on the contract."),
    Assumption.REUSE_UNKNOWN: _l(
        "Say where the %(joker)s goes: it must be played again in the same turn."
    ),
    Assumption.ROUNDS_WON_UNKNOWN: _l(
        "Equal totals: the player who won more rounds is placed higher, and the app doesn’t know "
        "who did."
    ),
    Assumption.GOING_OUT_UNKNOWN: _l(
        "That’s too little to open, unless the player goes out in the same turn."
    ),
    Assumption.ALL_CARDS_UNKNOWN: _l(
        "The last contract is laid with all cards: say whether the player goes out with it."
    ),
    Assumption.DIVISION_UNKNOWN: _l(
        "There are too many ways to divide these cards: put the cards of each meld together."
    ),
}
_PROVENANCES = {
    Provenance.STATED: _l("the rules say so"),
    Provenance.IMPLIED: _l("the rules imply it"),
    Provenance.OURS: _l("this app’s reading"),
    Provenance.TABLE: _l("this table’s own rule"),
}
