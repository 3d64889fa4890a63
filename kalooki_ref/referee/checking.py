"""Check tapped cards: what they are taken for, the verdict on them, and its headline."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import Cards, Pack
from kalooki_ref.referee.completion import Completion
from kalooki_ref.referee.cutting import LEAST, Cut, cut_melds
from kalooki_ref.referee.inventory import Supply, foreign_findings, surplus_findings
from kalooki_ref.referee.lay import (
    MELDS_ALONE,
    OpeningTurn,
    distinctness_findings,
    judge_lay,
)
from kalooki_ref.referee.meld import Meld, MeldKind, cards_in
from kalooki_ref.referee.melds import judge_cards, judge_meld, kind_of
from kalooki_ref.referee.outlook import (
    Headline,
    Outlook,
    is_room_for,
    lay_outlook,
    meld_outlook,
    not_yet,
    open_kinds,
)
from kalooki_ref.referee.recognition import PlayedAs, as_melds, is_alike, kinds_assumed
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class LayFacts:
    """What is known of a first lay: its round, the pack, and the rest of its turn.

    ``own`` is the part of the contract laid in earlier turns.
    """

    number: int | None = None
    pack: Pack | None = None
    turn: OpeningTurn = MELDS_ALONE
    own: tuple[Meld, ...] = ()


NOTHING_KNOWN = LayFacts()
# Faults of the cards themselves, whatever melds they are divided into.
WHATEVER_THE_MELDS = {Code.MORE_THAN_PACK, Code.NOT_IN_PACK}


@dataclass(frozen=True, slots=True)
class Checked:
    """Cards as melds, with a verdict and an outlook.

    ``played_as`` is what the cards were taken for, ``is_begun`` whether the last meld has too few
    cards for a verdict, and ``is_sorted`` whether melds take cards out of the order tapped;
    ``facts`` are those it was judged with.
    """

    melds: tuple[Meld, ...]
    verdict: Verdict
    outlook: Outlook
    played_as: PlayedAs
    is_begun: bool = False
    is_sorted: bool = False
    facts: LayFacts = NOTHING_KNOWN


def check_cards(
    parts: Sequence[Cards],
    system: RuleSystem,
    *,
    played_as: PlayedAs | None = None,
    facts: LayFacts = NOTHING_KNOWN,
) -> Checked:
    """Check cards as this kind of meld, as coming down, or as whatever they can be.

    ``parts`` are the cards between separators: at least one, none of them empty.
    """
    return replace(_check(parts, system, played_as, facts), facts=facts)


def _check(
    parts: Sequence[Cards], system: RuleSystem, played_as: PlayedAs | None, facts: LayFacts
) -> Checked:
    if played_as in (PlayedAs.SET, PlayedAs.RUN):
        cards = tuple(card for part in parts for card in part)
        return _check_meld(cards, system, MeldKind(played_as), facts.pack)
    cards, is_one = parts[0], len(parts) == 1 and played_as is None
    is_meld = is_alike(cards) and judge_cards(cards, system).legal
    if is_one and (len(cards) < LEAST or is_meld):
        return _check_meld(cards, system, None, facts.pack)
    cut = cut_melds(parts, system, number=facts.number, pack=facts.pack)
    if is_one and len(cut.melds) < 2 and (is_alike(cards) or not cut.melds):
        return _check_meld(cards, system, None, facts.pack)
    return _check_lay(cut, parts, system, facts)


def _check_meld(
    cards: Cards, system: RuleSystem, kind: MeldKind | None, pack: Pack | None
) -> Checked:
    meld = Meld(kind or kind_of(cards, system), cards)
    verdict = judge_meld(meld, system, pack=pack) if kind else judge_cards(cards, system, pack=pack)
    if kind is None and len(cards) < LEAST:
        if impossible := _impossible(cards, system, pack):
            verdict = Verdict(impossible)
            return Checked((meld,), verdict, Outlook(Headline.ILLEGAL), PlayedAs(meld.kind))
        completion = not_yet(cards, system, pack=pack) if len(cards) > 1 else None
        outlook = Outlook(Headline.KEEP_GOING, (None,), (completion,))
        return Checked((meld,), verdict, outlook, PlayedAs(meld.kind), is_begun=True)
    kinds = (kind,) if kind else tuple(MeldKind)
    outlook = meld_outlook(meld, verdict, system, kinds=kinds, pack=pack)
    return Checked((meld,), verdict, outlook, PlayedAs(meld.kind))


def _impossible(cards: Cards, system: RuleSystem, pack: Pack | None) -> tuple[Finding, ...]:
    """Return findings for cards that the pack doesn't have, whatever melds they become."""
    surplus, _assumes = surplus_findings(cards, system, supply=Supply(pack))
    return (*foreign_findings(cards, system), *surplus)


def _check_lay(cut: Cut, parts: Sequence[Cards], system: RuleSystem, facts: LayFacts) -> Checked:
    number, pack = facts.number, facts.pack
    rules = system if number is None else system.in_round(number)
    if cut.rest and len(parts) > 1:
        cut = _as_separated(parts, system, facts)
    kinds = open_kinds((*facts.own, *cut.melds), system, number=number)
    completion = not_yet(cut.rest, rules, kinds=kinds, pack=pack) if len(cut.rest) > 1 else None
    if not cut.gave_up and cut.rest and (completion or len(cut.rest) < LEAST):
        return _check_begun(cut, completion, system, facts)
    contract = None if number is None else system.contract_of(number)
    rows = [meld.cards for meld in cut.melds] + ([cut.rest] if cut.rest else [])
    melds = (*cut.melds, *as_melds(rows, rules, contract)[len(cut.melds) :])
    verdict = judge_lay(melds, system, number=number, supply=Supply(pack), turn=facts.turn)
    if cut.gave_up and not WHATEVER_THE_MELDS.intersection(verdict.codes):
        verdict = Verdict(assumes=(Assumption.DIVISION_UNKNOWN,), unclear=True)
    outlook = lay_outlook(melds, verdict, system, number=number, pack=pack)
    verdict = replace(verdict, assumes=(*verdict.assumes, *kinds_assumed(melds, rules)))
    return Checked(melds, verdict, outlook, PlayedAs.LAY, is_sorted=cut.is_sorted)


def _as_separated(parts: Sequence[Cards], system: RuleSystem, facts: LayFacts) -> Cut:
    """Return the melds of parts that can't all be laid, and the cards of one only begun.

    Separators say which cards belong together: a part that isn't made of legal melds is one meld.
    """
    rules = system if facts.number is None else system.in_round(facts.number)
    rows: list[Cards] = []
    for part in parts:
        alone = cut_melds((part,), rules, pack=facts.pack)
        is_cut = not (alone.rest or alone.is_sorted)
        rows += [meld.cards for meld in alone.melds] if is_cut else [part]
    contract = None if facts.number is None else system.contract_of(facts.number)
    *whole, last = as_melds(rows, rules, contract)
    if all(judge_meld(meld, rules).legal for meld in whole):
        return Cut(tuple(whole), last.cards)
    return Cut((*whole, last))


def _repeats(cut: Cut, system: RuleSystem, facts: LayFacts) -> tuple[Finding, ...]:
    """Return findings if whatever meld the last cards may become repeats a rank or suit."""
    rules = system if facts.number is None else system.in_round(facts.number)
    begun = [
        Meld(kind, cut.rest)
        for kind in MeldKind
        if not_yet(cut.rest, rules, kinds=(kind,), pack=facts.pack)
    ]
    repeats = [distinctness_findings((*cut.melds, meld), rules) for meld in begun]
    return tuple(repeats[0]) if repeats and all(repeats) else ()


def _check_begun(
    cut: Cut, completion: Completion | None, system: RuleSystem, facts: LayFacts
) -> Checked:
    """Check legal melds with a few cards of the next one, which the rules may not allow."""
    number, supply = facts.number, Supply(facts.pack)
    verdict = judge_lay(
        cut.melds, system, number=number, supply=supply, turn=facts.turn, own=facts.own
    )
    last = Meld(completion.kind if completion else kind_of(cut.rest, system), cut.rest)
    melds, nothing = (*cut.melds, last), (None,) * len(cut.melds)
    impossible = _impossible(cards_in(melds), system, facts.pack)
    if found := (*impossible, *_repeats(cut, system, facts)):
        others = [other for other in verdict.findings if other.code not in WHATEVER_THE_MELDS]
        verdict = Verdict((*found, *(others if cut.melds else ())), assumes=verdict.assumes)
    is_well_begun = verdict.codes in ((), (Code.CONTRACT_SHORT,), (Code.OPENING_SHORT,))
    laid = (*facts.own, *cut.melds)
    may_go_on = open_kinds(laid, system, number=number) and is_room_for(
        cards_in(melds), system, number=number, own=facts.own
    )
    if not impossible and (not laid or (is_well_begun and may_go_on)):
        outlook = Outlook(Headline.KEEP_GOING, (*nothing, None), (*nothing, completion))
        return Checked(
            melds, verdict, outlook, PlayedAs.LAY, is_begun=True, is_sorted=cut.is_sorted
        )
    if is_well_begun:
        before = sum(len(meld.cards) for meld in cut.melds)
        places = tuple(range(before, before + len(cut.rest)))
        extra = Finding(Code.EXTRA_MELD, cut.rest, places)
        verdict = Verdict((*verdict.findings, extra), assumes=verdict.assumes)
    outlook = Outlook(Headline.ILLEGAL)
    return Checked(melds, verdict, outlook, PlayedAs.LAY, is_sorted=cut.is_sorted)
