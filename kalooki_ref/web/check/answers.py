"""View models of the answer to a check: the verdict, and the melds to draw."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import Card, Cards
from kalooki_ref.referee import meld_moves, recognition
from kalooki_ref.referee.completion import Completion, completion_of
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import may_open_with_joker, takes_owner
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_cards, judge_meld, meld_reading, tidied
from kalooki_ref.referee.outlook import Outlook, lay_outlook, meld_outlook
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.check.check_query import CheckQuery, RulesInForce, address_under, melds_text
from kalooki_ref.words.amounts import capital, meld_word
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import (
    Ruling,
    completion_message,
    further_message,
    lay_message,
    meld_message,
    move_message,
    order_message,
    repair_message,
    ruling_of,
    so_far_words,
    taken_words,
    twice_message,
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
class Spot:
    """A card as drawn: what a joker stands for, and whether it is wrong, missing or moved."""

    card: Card
    stands: Card | None = None
    state: str = ""
    begins: bool = False


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
    """What a page says: a ``word``, a sentence, the cards, and what else can be said of them.

    ``state`` is legal, illegal or unclear, wait while the cards can still become legal, or none
    without a ruling. ``row`` is what the cards show, those that are missing among them;
    ``leads`` says that it is a legal order of them, not the one they were laid in. ``took`` is
    what the cards were taken for, as one of the choices, ``fields`` are what else can be said of
    them, and ``jokers`` is how many the meld on the board has.
    """

    state: str = "none"
    word: str = ""
    message: Message = ()
    row: tuple[Spot, ...] = ()
    leads: bool = False
    ruling: Ruling | None = None
    took: str = ""
    took_words: str = ""
    rows: tuple[MeldRow, ...] = ()
    grown: Grown | None = None
    fields: tuple[str, ...] = ()
    jokers: int = 0

    @property
    def repair(self) -> MeldRow | None:
        """The first meld that a change makes legal, where nothing better is shown."""
        is_lost = self.state in ("illegal", "unclear") or self.leads
        return next((row for row in self.rows if row.instead and is_lost), None)

    @property
    def alone(self) -> "CheckAnswer":
        """The verdict without what helps a player: no order, no card that is missing."""
        if self.ruling is None:
            row = tuple(spot for spot in self.row if spot.state != "missing")
            message = (_("Tap the rest."),) if self.state == "wait" else self.message
            return replace(self, row=row, message=message)
        row = tuple(replace(spot, state="") for spot in self.row if spot.state != "missing")
        return replace(self, state=self.ruling.answer, word=self.ruling.word, row=row, leads=False)


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
        return _addition(query, rules, system)
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
    """Return what can come of too few cards for a verdict, after legal melds."""
    *whole, last = melds
    completion = completion_of(last.cards, system, pack=rules.pack) if len(last.cards) > 1 else None
    spots = [spot for meld in whole for spot in _spots(meld, system)]
    return CheckAnswer(
        "wait",
        word=_("Keep going"),
        message=completion_message(completion, system) or (so_far_words(melds, system),),
        row=(*spots, *(_completed(completion, system) if completion else _spots(last, system))),
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
        row=_spots(meld, system, ruling.wrong),
        ruling=ruling,
        took=meld.kind.value,
        took_words=taken_words(meld.kind, system),
        rows=meld_rows((meld,), ruling, system),
    )
    return _with_outlook(answer, (meld,), outlook, system)


def _either_outlook(
    meld: Meld, kind: MeldKind | None, rules: RulesInForce, system: RuleSystem
) -> Outlook | None:
    """Return what saves the cards as what they were taken for, or as the other kind of meld."""
    found = meld_outlook(meld, system, pack=rules.pack)
    if found or kind:
        return found
    other = MeldKind.RUN if meld.kind is MeldKind.SET else MeldKind.SET
    return meld_outlook(Meld(other, meld.cards), system, pack=rules.pack)


def _with_outlook(
    answer: CheckAnswer, melds: Sequence[Meld], outlook: Outlook | None, system: RuleSystem
) -> CheckAnswer:
    """Return the answer as amber where the cards can still become legal."""
    if outlook is None:
        return answer
    row: list[Spot] = []
    for meld, order, completion in zip(melds, outlook.orders, outlook.completions, strict=True):
        if completion:
            row += _completed(completion, system)
        else:
            row += _ordered(meld, order, system) if order else _spots(meld, system)
    if outlook.needs_cards:
        lacking = next(filter(None, outlook.completions), None)
        message = completion_message(lacking, system) or further_message(outlook.melds, system)
        message = message or answer.message
        return replace(answer, state="wait", word=_("Keep going"), message=message, row=tuple(row))
    moved = [spot.stands for spot in row if spot.state == "moved" and spot.stands]
    word = _("Move a %(joker)s", joker=_(system.words.joker))
    message = order_message(moved, system)
    return replace(answer, state="wait", word=word, message=message, row=tuple(row), leads=True)


def _spots(meld: Meld, system: RuleSystem, wrong: Sequence[int] = ()) -> tuple[Spot, ...]:
    shown = meld if wrong else tidied(meld, system)
    reading = () if wrong else meld_reading(shown, system)
    return tuple(
        Spot(card, reading[at] if reading else None, "wrong" if at in wrong else "", at == 0)
        for at, card in enumerate(shown.cards)
    )


def _completed(completion: Completion, system: RuleSystem) -> tuple[Spot, ...]:
    reading = meld_reading(Meld(completion.kind, completion.row), system) or completion.row
    return tuple(
        Spot(card, reading[at], "missing" if at in completion.lacking else "", at == 0)
        for at, card in enumerate(completion.row)
    )


def _ordered(meld: Meld, order: Cards, system: RuleSystem) -> tuple[Spot, ...]:
    """Return the cards in a legal order, each joker marked that lay elsewhere."""
    reading = meld_reading(Meld(meld.kind, order), system)
    return tuple(
        Spot(
            card, reading[at], "moved" if card != meld.cards[at] and card.is_joker else "", at == 0
        )
        for at, card in enumerate(order)
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
            for spot in _spots(meld, system, row.wrong)
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


def _addition(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    target = recognition.board_meld(query.on.cards, query.on_kind, system)
    if target is None:
        step = _("Tap the meld on the board, then the cards to add.")
        return CheckAnswer(word=_("Which meld?"), message=(step,))
    if not query.cards.cards:
        step = _("Now tap the cards to add to it.")
        return CheckAnswer(word=_("Which cards?"), message=(step,))
    wishes, supply = query.wishes, Supply(rules.pack)
    move = meld_moves.move_of(query.cards.cards, target, system, wishes, supply=supply)
    is_tack = move.kind is meld_moves.MoveKind.TACK
    down = wishes.down or (wishes.opens and _may_open(target, move, system))
    verdict = move.judge(target, system, by=wishes.by, down=down, supply=supply)
    message = move_message(move.cards, target, verdict, system, is_tack=is_tack)
    ruling = ruling_of(verdict, system, message=message)
    grown = _grown(target, move, ruling, system)
    return CheckAnswer(
        ruling.answer,
        word=ruling.word,
        message=ruling.message,
        row=_grown_spots(grown, ruling),
        ruling=ruling,
        took=move.kind.value,
        took_words=_("Taken as a tack") if is_tack else _("Taken as a joker replacement"),
        grown=grown,
        fields=tuple(_move_fields(target, move, system)),
        jokers=len(list(meld_moves.joker_places(target))),
    )


def _grown(target: Meld, move: meld_moves.Move, ruling: Ruling, system: RuleSystem) -> Grown:
    after = ruling.result or ruling.instead
    after_reading = meld_reading(Meld(target.kind, after), system) if after else ()
    return Grown(target, meld_reading(target, system), move.cards, after, after_reading)


def _grown_spots(grown: Grown, ruling: Ruling) -> tuple[Spot, ...]:
    """Return the meld as it lies after a legal move, with what is new in it; else as it lies."""
    if not ruling.result:
        state = "wrong" if ruling.reasons else ""
        added = (Spot(card, None, state, at == 0) for at, card in enumerate(grown.added))
        cards = zip(grown.target.cards, grown.reading or grown.target.cards, strict=True)
        return (*(Spot(card, stands) for card, stands in cards), *added)
    old = list(grown.target.cards)
    spots = []
    for card, stands in zip(grown.after, grown.after_reading or grown.after, strict=True):
        spots.append(Spot(card, stands, "" if card in old else "new"))
        if card in old:
            old.remove(card)
    return tuple(spots)


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
