"""View models of a verdict: its word, a sentence, the reasons with their clauses, the repair."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import KOOKY_SUITS, Card, Cards, beyond, rank_name
from kalooki_ref.referee.completion import Completion
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.lay import counted
from kalooki_ref.referee.meld import End, Meld, MeldKind
from kalooki_ref.referee.melds import meld_points
from kalooki_ref.referee.outlook import Headline, Outlook
from kalooki_ref.referee.verdict import Assumption, Finding, Opening, Verdict
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words import verdicts
from kalooki_ref.words.amounts import capital, melds_of
from kalooki_ref.words.card_words import (
    Message,
    commas,
    filled,
    listed,
    listed_or,
    rank_word,
    suit_word,
)
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import ngettext

# Maximum number of suitable cards listed singly; beyond that, only their rank is named.
MOST_NAMED = 2


class State(StrEnum):
    """How an answer is coloured: a verdict; or cards that can still become legal; or neither."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    WAIT = "wait"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in words, with its clause."""

    message: Message
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict for a page; ``wrong`` are indexes of cards at fault, ``instead`` a legal form."""

    state: State
    word: str
    message: Message
    reasons: tuple[Fault, ...]
    wrong: tuple[int, ...]
    reading: Cards
    instead: Cards
    result: Cards
    assumes: tuple[str, ...]


def ruling_of(verdict: Verdict, system: RuleSystem, *, message: Message = ()) -> Ruling:
    """Return the view model of a verdict; ``message`` is the sentence for a legal one."""
    reasons = reasons_of(verdict.findings, system)
    assumes = tuple(verdicts.say_assumption(assumption, system) for assumption in verdict.assumes)
    first = reasons[0].message if reasons else message
    if verdict.unclear and not reasons:
        first = assumes[:1]
    return Ruling(
        state=State(verdict.answer),
        word=verdicts.answer_word(verdict),
        message=first,
        reasons=reasons,
        wrong=tuple(place for finding in verdict.findings for place in finding.at),
        reading=verdict.reading,
        instead=verdict.instead or (),
        result=verdict.result,
        assumes=assumes,
    )


def state_of(headline: Headline) -> State:
    """Return the state that colours a headline; ``WAIT`` if it isn't a verdict yet."""
    return State(headline) if headline in _DECIDED else State.WAIT


def headline_word(outlook: Outlook, system: RuleSystem) -> str:
    """Return a headline in a few words: "Keep going", "Not enough: 36 of 40"."""
    opening = outlook.opening
    if opening is not None:
        return _("Not enough: %(worth)s of %(needed)s", worth=opening.worth, needed=opening.needed)
    return str(_HEADLINES[outlook.headline]) % {"joker": _(system.words.joker)}


def reasons_of(findings: Sequence[Finding], system: RuleSystem) -> tuple[Fault, ...]:
    """Return the distinct faults with their clauses."""
    faults = [
        Fault(verdicts.say(finding, system), finding.clause_in(system)) for finding in findings
    ]
    return tuple({fault.message: fault for fault in faults}.values())


def meld_message(meld: Meld, reading: Sequence[Card], system: RuleSystem) -> Message:
    """Return a legal meld in words: "A run of hearts from 7 to 10", with its points if needed."""
    message = _meld_words(meld, reading, system)
    if not system.opening:
        return message
    points = meld_points(meld, system)
    return (*message, " ", _("It counts %(points)s.", points=points))


def repair_message(cards: Sequence[Card], instead: Sequence[Card]) -> Message:
    """Return how the legal form differs: in its order only, or in its cards."""
    gone, come = beyond(cards, instead), beyond(instead, cards)
    if not gone and not come:
        return (_("The same cards, legal in this order"),)
    if not come:
        return filled(_("Legal without %(cards)s"), cards=listed(gone))
    if not gone:
        return filled(_("Legal with %(cards)s added"), cards=listed(come))
    return filled(_("Legal with %(new)s for %(old)s"), new=listed(come), old=listed(gone))


def lay_message(melds: Sequence[Meld], system: RuleSystem, opening: Opening | None) -> Message:
    """Return a legal first lay in words: its melds, and its points if they open."""
    words = capital(melds_of(counted(melds), system))
    if opening is None:
        return (_("%(melds)s: you can come down.", melds=words),)
    how = verdicts.opening_words(opening, system)
    if how:
        return (_("%(melds)s. %(how)s", melds=words, how=how),)
    return (_("%(melds)s worth %(points)s: enough to open.", melds=words, points=opening.worth),)


def move_message(
    cards: Cards, target: Meld, verdict: Verdict, system: RuleSystem, *, is_tack: bool
) -> Message:
    """Return a legal move in words: where the cards go, and where a replaced joker goes."""
    moved = listed(cards)
    if is_tack:
        if target.kind is MeldKind.SET:
            sentence, word = _("%(cards)s can be tacked to this %(set)s."), _(system.words.set)
            return filled(sentence, cards=moved, set=word)
        sentence, word = _("%(cards)s can be tacked to this %(run)s."), _(system.words.run)
        return filled(sentence, cards=moved, run=word)
    joker = _(system.words.joker)
    message = filled(_("%(cards)s in the %(joker)s’s place."), cards=moved, joker=joker)
    where = _landing(target, verdict)
    return (*message, " ", *filled(where, joker=joker)) if where else message


def _landing(target: Meld, verdict: Verdict) -> str:
    """Return where the joker went, according to the resulting meld; empty if undecided."""
    before, after = target.cards, verdict.result
    if not after:
        return ""
    if sum(card.is_joker for card in after) < sum(card.is_joker for card in before):
        return _("The %(joker)s can be played again.")
    if after[-1].is_joker and not before[-1].is_joker:
        return _("The %(joker)s goes to the high end.")
    if after[0].is_joker and not before[0].is_joker:
        return _("The %(joker)s goes to the low end.")
    return ""


def completion_message(completion: Completion | None, system: RuleSystem) -> Message:
    """Return how many cards a meld is missing and, for one card, which ones complete it."""
    if completion is None:
        return ()
    is_set = completion.kind is MeldKind.SET
    word = _(system.words.set) if is_set else _(system.words.run)
    if size := completion.size:
        word = _("set of %(size)s", size=size) if is_set else _("run of %(size)s", size=size)
    if not completion.ways:
        sentence = ngettext(
            "%(num)s more card makes a %(meld)s.",
            "%(num)s more cards make a %(meld)s.",
            completion.more,
            meld=word,
        )
        return (sentence,)
    naturals = [card for card in completion.ways if not card.is_joker]
    has_joker = len(naturals) < len(completion.ways)
    if is_set and len(naturals) > MOST_NAMED:
        rank = rank_word(rank_name(naturals[0].rank, naturals[0].suit)) if naturals[0].suit else ""
        sentence = _("One more of the %(ranks)s makes a %(meld)s.", ranks=rank, meld=word)
        return (sentence,)
    values = {"meld": word, "joker": _(system.words.joker)}
    if not naturals:
        return filled(_("One %(joker)s makes a %(meld)s."), **values)
    if not has_joker:
        sentence = _("One more makes a %(meld)s: %(cards)s.")
        return filled(sentence, cards=listed_or(naturals), **values)
    sentence = _("One more makes a %(meld)s: %(cards)s or a %(joker)s.")
    return filled(sentence, cards=commas(naturals), **values)


def further_message(melds: Contract | None, system: RuleSystem) -> Message:
    """Return the message about the melds still missing."""
    if melds is None:
        return ()
    return (_("%(melds)s still to come.", melds=capital(melds_of(melds, system))),)


def order_message(
    moved: Sequence[Card], assumes: Sequence[Assumption], system: RuleSystem
) -> Message:
    """Return where to move jokers, by the cards they would represent there.

    ``assumes`` are the unknown facts on which it still depends whether that is legal.
    """
    joker = _(system.words.joker)
    if assumes:
        unknown = verdicts.say_assumption(assumes[0], system)
        if not moved:
            return (unknown,)
        place = filled(_("The %(joker)s can be %(cards)s."), joker=joker, cards=listed(moved))
        return (*place, " ", unknown)
    if not moved:
        return (_("The same cards, legal in this order"),)
    return filled(_("Legal with the %(joker)s as %(cards)s."), joker=joker, cards=listed(moved))


def so_far_words(melds: Sequence[Meld], system: RuleSystem) -> str:
    """Return the message about the melds so far, while the last one is too short for a verdict."""
    if len(melds) < 2:
        return _("A verdict needs at least three cards.")
    words = melds_of(counted(melds[:-1]), system)
    return _("%(melds)s so far. Tap the rest of the next meld.", melds=capital(words))


def taken_words(kind: MeldKind, system: RuleSystem) -> str:
    """Return which kind of meld the cards were taken for."""
    if kind is MeldKind.SET:
        return _("Taken as a %(set)s", set=_(system.words.set))
    return _("Taken as a %(run)s", run=_(system.words.run))


def _meld_words(meld: Meld, reading: Sequence[Card], system: RuleSystem) -> Message:
    if meld.kind is MeldKind.SET:
        word = _(system.words.set)
        if not reading or not reading[0].suit:
            return (_("A %(set)s.", set=word),)
        ranks = rank_word(rank_name(reading[0].rank, reading[0].suit))
        return (_("A %(set)s of %(ranks)s.", set=word, ranks=ranks),)
    word = _(system.words.run)
    suit = reading[0].suit if len({card.suit for card in reading}) == 1 else None
    if suit is None:
        return (_("A %(run)s.", run=word),)
    sentence = (
        _("A %(suit)s %(run)s, %(low)s to %(high)s.")
        if suit in KOOKY_SUITS
        else _("A %(run)s of %(suit)s, %(low)s to %(high)s.")
    )
    ends = {"low": reading[0], "high": reading[-1]}
    return filled(sentence, run=word, suit=suit_word(suit), **ends)


_DECIDED = (Headline.LEGAL, Headline.ILLEGAL, Headline.UNCLEAR)
_HEADLINES = {
    Headline.LEGAL: _l("Legal"),
    Headline.ILLEGAL: _l("Not legal"),
    Headline.UNCLEAR: _l("Can’t tell"),
    Headline.KEEP_GOING: _l("Keep going"),
    Headline.MOVE_JOKER: _l("Move a %(joker)s"),
}
END_WORDS = {End.LOW: _l("Low end"), End.HIGH: _l("High end")}
GOAL_WORDS = {JokerTo.REUSE_NOW: _l("Played again at once"), JokerTo.HAND: _l("Into the hand")}
