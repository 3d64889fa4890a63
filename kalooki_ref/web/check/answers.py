"""View models of the answer to a check: the verdict, and the melds to draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.cards import Cards
from kalooki_ref.referee import meld_moves, recognition
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import may_open_with_joker, takes_owner
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_cards, judge_meld, meld_reading, tidied
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.check.check_query import CheckQuery, RulesInForce, address_under, melds_text
from kalooki_ref.words.amounts import capital, meld_word
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import (
    Ruling,
    lay_message,
    meld_message,
    move_message,
    repair_message,
    ruling_of,
    so_far_words,
    taken_words,
)


@dataclass(frozen=True, slots=True)
class MeldRow:
    """A meld to draw: its kind, the cards at fault, and the field's text after the repair."""

    label: str
    cards: Cards
    reading: Cards
    wrong: tuple[int, ...]
    is_legal: bool
    instead: Cards = ()
    repair: Message = ()
    repaired: str = ""


@dataclass(frozen=True, slots=True)
class Grown:
    """A meld of the board before and after a move."""

    target: Meld
    reading: Cards
    added: Cards
    after: Cards
    after_reading: Cards


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The answer; without a ruling, ``word`` and ``next_step`` say what is still needed.

    ``took`` is what the cards were taken for, ``fields`` are the further fields to offer, and
    ``jokers`` is the number of jokers in the meld on the board.
    """

    ruling: Ruling | None = None
    word: str = ""
    next_step: str = ""
    took: str = ""
    took_words: str = ""
    rows: tuple[MeldRow, ...] = ()
    grown: Grown | None = None
    fields: tuple[str, ...] = ()
    jokers: int = 0


@dataclass(frozen=True, slots=True)
class OtherRules:
    """The verdict under another system, with a link to the full answer."""

    system: RuleSystem
    ruling: Ruling
    href: str
    is_here: bool


def answer_of(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    """Return the verdict under these rules, or what is still needed."""
    faults = [fault for fault in query.faults.values() if fault]
    if faults:
        return _unread(query, faults[0])
    if query.is_addition:
        return _addition(query, rules, system)
    return _melds(query, rules, system)


def under_all_rules(
    query: CheckQuery, rules: RulesInForce, here: RuleSystem
) -> tuple[OtherRules, ...]:
    """Return the verdict under every system; empty while there is no verdict."""
    found = []
    for system in SYSTEMS:
        ruling = answer_of(query.under(system), rules.under(system), system).ruling
        if ruling:
            found.append(OtherRules(system, ruling, address_under(system, query), system == here))
    return tuple(found)


def meld_rows(melds: Sequence[Meld], ruling: Ruling, system: RuleSystem) -> tuple[MeldRow, ...]:
    """Return a row per meld, with the cards at fault and the repair."""
    rows, before = [], 0
    for at, meld in enumerate(melds):
        own = range(before, before + len(meld.cards))
        rows.append(_row(melds, at, own, ruling, system))
        before += len(meld.cards)
    return tuple(rows)


def _unread(query: CheckQuery, fault: str) -> CheckAnswer:
    if fault != query.builders_fault:
        return CheckAnswer(word=_("Not a card"), next_step=fault)
    lay = recognition.Taken.LAY.value
    return CheckAnswer(word=_("Not a number"), next_step=fault, took=lay, fields=("builders",))


def _melds(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    if not query.cards.cards:
        return CheckAnswer(word=_("No cards yet"), next_step=_("Tap cards. The verdict follows."))
    is_one = query.taken in (recognition.Taken.SET, recognition.Taken.RUN)
    parts = (query.cards.cards,) if is_one else recognition.parted(query.parts, system)
    melds = recognition.as_melds(parts, system, query.contract(system))
    if recognition.is_unfinished(parts, system):
        return CheckAnswer(word=_("Keep going"), next_step=so_far_words(melds, system))
    if len(parts) > 1 or query.taken is recognition.Taken.LAY:
        return _lay(melds, query, rules, system)
    kind = MeldKind(query.taken) if query.taken else None
    meld = Meld(kind or melds[0].kind, parts[0])
    if kind is None:
        verdict = judge_cards(meld.cards, system, pack=rules.pack)
    else:
        verdict = judge_meld(meld, system, pack=rules.pack)
    message = meld_message(meld, verdict.result or verdict.reading, system)
    ruling = ruling_of(verdict, system, message=message)
    return CheckAnswer(
        ruling,
        took=meld.kind.value,
        took_words=taken_words(meld.kind, system),
        rows=meld_rows((meld,), ruling, system),
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
    return CheckAnswer(
        ruling,
        took=recognition.Taken.LAY.value,
        took_words=_("Taken as coming down"),
        rows=meld_rows(melds, ruling, system),
        fields=tuple(name for name, is_wanted in wanted.items() if is_wanted),
    )


def _addition(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    target = recognition.board_meld(query.on.cards, query.on_kind, system)
    if target is None:
        step = _("Tap the meld on the board, then the cards to add.")
        return CheckAnswer(word=_("Which meld?"), next_step=step)
    if not query.cards.cards:
        return CheckAnswer(word=_("Which cards?"), next_step=_("Now tap the cards to add to it."))
    wishes, supply = query.wishes, Supply(rules.pack)
    move = meld_moves.move_of(query.cards.cards, target, system, wishes, supply=supply)
    is_tack = move.kind is meld_moves.MoveKind.TACK
    down = wishes.down or (wishes.opens and _may_open(target, move, system))
    verdict = move.judge(target, system, by=wishes.by, down=down, supply=supply)
    message = move_message(move.cards, target, verdict, system, is_tack=is_tack)
    ruling = ruling_of(verdict, system, message=message)
    return CheckAnswer(
        ruling,
        took=move.kind.value,
        took_words=_("Taken as a tack") if is_tack else _("Taken as a joker replacement"),
        grown=_grown(target, move, ruling, system),
        fields=tuple(_move_fields(target, move, system)),
        jokers=len(list(meld_moves.joker_places(target))),
    )


def _grown(target: Meld, move: meld_moves.Move, ruling: Ruling, system: RuleSystem) -> Grown:
    after = ruling.result or ruling.instead
    after_reading = meld_reading(Meld(target.kind, after), system) if after else ()
    return Grown(target, meld_reading(target, system), move.cards, after, after_reading)


def _move_fields(target: Meld, move: meld_moves.Move, system: RuleSystem) -> list[str]:
    is_run, is_tack = target.kind is MeldKind.RUN, move.kind is meld_moves.MoveKind.TACK
    has_ends = is_run and system.joker_goes is JokerGoes.CHOSEN_END
    wanted = {
        "end": is_tack and is_run,
        "joker": not is_tack and len(list(meld_moves.joker_places(target))) > 1,
        "by": not is_tack and takes_owner(target, system),
        "to": not is_tack and (has_ends or bool(meld_moves.joker_goals(system))),
        "opens": _may_open(target, move, system),
    }
    return [name for name, is_wanted in wanted.items() if is_wanted] + ["kind", "down"]


def _may_open(target: Meld, move: meld_moves.Move, system: RuleSystem) -> bool:
    """Whether a player who isn't down may make this move to come down in the same turn."""
    is_joker_move = move.kind is meld_moves.MoveKind.JOKER
    return is_joker_move and may_open_with_joker(target.kind, system)


def _row(melds: Sequence[Meld], at: int, own: range, ruling: Ruling, system: RuleSystem) -> MeldRow:
    meld = melds[at]
    alone = judge_meld(meld, system)
    instead = (ruling.instead if len(melds) == 1 else alone.instead) or ()
    wrong = tuple(place - own.start for place in ruling.wrong if place in own)
    others = [other.cards for other in melds]
    shown = tidied(meld, system) if alone.legal and not wrong else meld
    return MeldRow(
        label=capital(meld_word(meld.kind, system)),
        cards=shown.cards,
        reading=meld_reading(shown, system),
        wrong=wrong,
        is_legal=alone.legal and not wrong,
        instead=instead,
        repair=repair_message(meld.cards, instead) if instead else (),
        repaired=melds_text([*others[:at], instead, *others[at + 1 :]]) if instead else "",
    )
