"""The answer to a check: the verdict on the cards, or what is still needed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.referee import recognition
from kalooki_ref.referee.completion import completion_of
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_cards, judge_meld
from kalooki_ref.referee.outlook import Outlook, lay_outlook, meld_outlook
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.check.additions import answer_of_addition
from kalooki_ref.web.check.check_answer import CheckAnswer, Spot
from kalooki_ref.web.check.check_query import CheckQuery, RulesInForce, address_under
from kalooki_ref.web.check.drawn_melds import completed_spots, meld_rows, ordered_spots, spots_of
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import (
    completion_message,
    further_message,
    lay_message,
    meld_message,
    order_message,
    ruling_of,
    so_far_words,
    taken_words,
    twice_message,
)


@dataclass(frozen=True, slots=True)
class OtherRules:
    """The verdict under another system, with a link to the full answer."""

    system: RuleSystem
    answer: CheckAnswer
    href: str
    is_here: bool


def answer_of(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    """Return the verdict under these rules, or what is still needed."""
    faults = [fault for fault in query.faults.values() if fault]
    if faults:
        return _unread(query, faults[0])
    if query.is_addition:
        return answer_of_addition(query, rules, system)
    return _melds(query, rules, system)


def under_all_rules(
    query: CheckQuery, rules: RulesInForce, here: RuleSystem
) -> tuple[OtherRules, ...]:
    """Return the verdict under every system; empty while there is no verdict."""
    found = []
    for system in SYSTEMS:
        answer = answer_of(query.under(system), rules.under(system), system)
        if answer.ruling:
            found.append(OtherRules(system, answer, address_under(system, query), system == here))
    return tuple(found)


def _unread(query: CheckQuery, fault: str) -> CheckAnswer:
    if fault != query.builders_fault:
        return CheckAnswer(word=_("Not a card"), message=(fault,))
    lay = recognition.Taken.LAY.value
    return CheckAnswer(word=_("Not a number"), message=(fault,), took=lay, fields=("builders",))


def _melds(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    if not query.cards.cards:
        return CheckAnswer(word=_("No cards yet"), message=(_("Tap cards. The verdict follows."),))
    is_one = query.taken in (recognition.Taken.SET, recognition.Taken.RUN)
    parts = (query.cards.cards,) if is_one else recognition.parted(query.parts, system)
    melds = recognition.as_melds(parts, system, query.contract(system))
    if recognition.is_unfinished(parts, system):
        return _unfinished(melds, rules, system)
    if len(parts) > 1 or query.taken is recognition.Taken.LAY:
        return _lay(melds, query, rules, system)
    return _meld(MeldKind(query.taken) if query.taken else None, melds[0], rules, system)


def _unfinished(melds: Sequence[Meld], rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    """Return what the last meld could become, while it has too few cards for a verdict."""
    *whole, last = melds
    completion = completion_of(last.cards, system, pack=rules.pack) if len(last.cards) > 1 else None
    spots = [spot for meld in whole for spot in spots_of(meld, system)]
    spots += completed_spots(completion, system) if completion else spots_of(last, system)
    return CheckAnswer(
        "wait",
        word=_("Keep going"),
        message=completion_message(completion, system) or (so_far_words(melds, system),),
        row=tuple(spots),
    )


def _meld(
    kind: MeldKind | None, likely: Meld, rules: RulesInForce, system: RuleSystem
) -> CheckAnswer:
    meld = Meld(kind or likely.kind, likely.cards)
    if kind is None:
        verdict = judge_cards(meld.cards, system, pack=rules.pack)
    else:
        verdict = judge_meld(meld, system, pack=rules.pack)
    message = meld_message(meld, verdict.result or verdict.reading, system)
    ruling = ruling_of(verdict, system, message=message)
    twice = () if verdict.legal else twice_message(meld, system)
    outlook = None if verdict.legal else _either_outlook(meld, kind, rules, system)
    answer = CheckAnswer(
        ruling.answer,
        word=ruling.word,
        message=twice or ruling.message,
        row=spots_of(meld, system, ruling.wrong),
        ruling=ruling,
        took=meld.kind.value,
        took_words=taken_words(meld.kind, system),
        rows=meld_rows((meld,), ruling, system),
    )
    return _with_outlook(answer, (meld,), outlook, system)


def _either_outlook(
    meld: Meld, kind: MeldKind | None, rules: RulesInForce, system: RuleSystem
) -> Outlook | None:
    """Return how the cards can become legal, as the kind of meld assumed or as the other kind."""
    found = meld_outlook(meld, system, pack=rules.pack)
    if found or kind:
        return found
    other = MeldKind.RUN if meld.kind is MeldKind.SET else MeldKind.SET
    return meld_outlook(Meld(other, meld.cards), system, pack=rules.pack)


def _with_outlook(
    answer: CheckAnswer, melds: Sequence[Meld], outlook: Outlook | None, system: RuleSystem
) -> CheckAnswer:
    """Return the answer as "wait" (amber) if the cards can still become legal."""
    if outlook is None:
        return answer
    row: list[Spot] = []
    for meld, order, completion in zip(melds, outlook.orders, outlook.completions, strict=True):
        if completion:
            row += completed_spots(completion, system)
        else:
            row += ordered_spots(meld, order, system) if order else spots_of(meld, system)
    if outlook.needs_cards:
        lacking = next(filter(None, outlook.completions), None)
        message = completion_message(lacking, system) or further_message(outlook.melds, system)
        message = message or answer.message
        return replace(answer, state="wait", word=_("Keep going"), message=message, row=tuple(row))
    moved = [spot.as_card for spot in row if spot.state == "moved" and spot.as_card]
    word = _("Move a %(joker)s", joker=_(system.words.joker))
    message = order_message(moved, system)
    return replace(
        answer, state="wait", word=word, message=message, row=tuple(row), is_corrected=True
    )


def _lay(
    melds: Sequence[Meld], query: CheckQuery, rules: RulesInForce, system: RuleSystem
) -> CheckAnswer:
    number = query.number if query.contract(system) else None
    supply = Supply(rules.pack)
    verdict = judge_lay(melds, system, number=number, supply=supply, turn=query.turn)
    ruling = ruling_of(verdict, system, message=lay_message(melds, system, verdict.opening))
    wanted = {
        "round": bool(system.contracts),
        "builders": system.builders_open,
        "out": system.going_out_opens,
    }
    rows = meld_rows(melds, ruling, system)
    answer = CheckAnswer(
        ruling.answer,
        word=ruling.word,
        message=ruling.message,
        row=tuple(
            spot
            for meld, row in zip(melds, rows, strict=True)
            for spot in spots_of(meld, system, row.wrong)
        ),
        ruling=ruling,
        took=recognition.Taken.LAY.value,
        took_words=_("Taken as coming down"),
        rows=rows,
        fields=tuple(name for name, is_wanted in wanted.items() if is_wanted),
    )
    if verdict.legal:
        return answer
    outlook = lay_outlook(melds, system, number=number, pack=rules.pack)
    return _with_outlook(answer, melds, outlook, system)
