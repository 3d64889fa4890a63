"""The query about a hand: its cards, the round, melds on the board, calls."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from flask import request

from kalooki_ref.cards import Pack
from kalooki_ref.game.state import BoardMeld, Game, Round, has_begun, to_come
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.calls import largest_hand
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, Phase, TableMeld
from kalooki_ref.referee.melds import kind_of, listed_upwards, meld_findings
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.shared.query import (
    MOST_PLAYERS,
    TypedCards,
    cards_read,
    choice,
    number_in,
    whole_number,
)
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import Fault, reasons_of
from kalooki_ref.words.verdicts import say_plain

USUAL_ROWS = 2
MOST_ROWS = 12
MOST_CALLS = 20
# Of a number that is shown again with its error.
LONGEST_NUMBER = 20


@dataclass(frozen=True, slots=True)
class BoardField:
    """A meld on the board as typed; ``meld`` is None while it isn't legal."""

    at: int
    typed: TypedCards
    kind: MeldKind | None = None
    owner: Owner = Owner.OTHER
    meld: Meld | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A meld on the board that isn't legal and so is left out: its owner, and why."""

    meld: Meld
    owner: str
    why: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class AdviceQuery:
    """A query, possibly incomplete.

    ``owners`` are the names of those who laid ``table``, if known; ``left_out`` are melds that the
    advice ignores; ``player`` is the owner of the hand, 0 if unknown; ``to_come`` is the rest of a
    contract of which this player has laid a part; ``pack`` is the full deck, None if unknown;
    ``faults`` are by field.
    """

    system: RuleSystem
    hand: TypedCards
    number: int | None = None
    rows: tuple[BoardField, ...] = ()
    table: tuple[TableMeld, ...] = ()
    owners: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    down: bool = False
    calls: int | None = None
    typed_calls: str = ""
    player: int = 0
    to_come: Contract | None = None
    pack: Pack | None = None
    faults: dict[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> RuleSystem:
        """The rules for this round, with its opening points if it has any."""
        return self.system.in_round(self.number) if self.number else self.system

    @property
    def contract(self) -> Contract | None:
        """The contract; None if the round opens with points, or none is chosen yet."""
        return self.system.contract_of(self.number) if self.number else None

    @property
    def lacks_round(self) -> bool:
        """Whether a round has to be chosen first."""
        return bool(self.rules.contracts) and self.contract is None and not self.down

    @property
    def question(self) -> Question | None:
        """The question for the advice; None while something is missing or wrong."""
        if not self.hand.cards or self.lacks_round or any(self.faults.values()):
            return None
        return Question(
            self.hand.cards,
            self.rules,
            self.contract,
            self.table,
            self.down,
            self.calls,
            self.pack,
        )


def query_alone(system: RuleSystem) -> AdviceQuery:
    """Return the query of the page without a game, from the query string."""
    hand = _hand(system)
    rows = tuple(_rows(system))
    typed_calls = request.args.get("calls", "").strip()
    calls = number_in(typed_calls, most=MOST_CALLS)
    calls_fault = _("Enter a number from 0 to 20.") if typed_calls and calls is None else ""
    has_laid = any(row.meld and row.owner is Owner.OWN for row in rows)
    return AdviceQuery(
        system=system,
        hand=hand,
        number=whole_number(request.args, "round", most=len(system.contracts)) or system.only_round,
        rows=rows,
        table=tuple(TableMeld(row.meld, row.owner) for row in rows if row.meld),
        down=bool(request.args.get("down")) or (has_laid and not system.contract_in_parts),
        calls=calls,
        typed_calls=typed_calls[:LONGEST_NUMBER],
        faults={"hand": hand.fault, "calls": calls_fault}
        | {f"on-{row.at}": row.typed.fault for row in rows},
    )


def query_at_table(game: Game, played: Round) -> AdviceQuery:
    """Return the query in a game, with the round, melds and calls from its record."""
    hand = _hand(game.system)
    place = played.place_of(whole_number(request.args, "player", most=MOST_PLAYERS) or 0)
    seat = place.player if place else 0
    lying = [laid for laid in played.board if not _faults_of(laid, game)]
    return AdviceQuery(
        system=game.system,
        hand=hand,
        number=None if game.system.is_open_ended else played.number,
        table=tuple(_seen_from(laid, seat, game.system) for laid in lying),
        owners=tuple(game.player(laid.owner).name for laid in lying),
        left_out=tuple(_left_out(laid, game) for laid in played.board if laid not in lying),
        down=place.is_down if place else False,
        calls=place.calls if place else None,
        player=seat,
        to_come=to_come(game, played, seat) if has_begun(played, seat) else None,
        pack=game.pack,
        faults={"hand": hand.fault},
    )


def _seen_from(laid: BoardMeld, seat: int, system: RuleSystem) -> TableMeld:
    owner = Owner.OWN if laid.owner == seat else Owner.OTHER
    return TableMeld(listed_upwards(laid.meld, system), owner)


def _left_out(laid: BoardMeld, game: Game) -> LeftOut:
    why = reasons_of(_faults_of(laid, game), game.system)
    return LeftOut(laid.meld, game.player(laid.owner).name, why)


def _faults_of(laid: BoardMeld, game: Game) -> list[Finding]:
    return meld_findings(laid.meld, game.system, phase=Phase.TACK)


def _hand(system: RuleSystem) -> TypedCards:
    most = largest_hand(system)
    return _of_this_pack(cards_read(request.args.get("hand", ""), system.suits, most=most), system)


def _of_this_pack(typed: TypedCards, system: RuleSystem) -> TypedCards:
    foreign = foreign_findings(typed.cards, system)
    return TypedCards(typed.text, fault=say_plain(foreign[0], system)) if foreign else typed


def _rows(system: RuleSystem) -> Iterator[BoardField]:
    wanted = whole_number(request.args, "rows", most=MOST_ROWS) or 0
    shown = [number for number in range(1, MOST_ROWS + 1) if request.args.get(f"on-{number}")]
    for number in range(1, min(MOST_ROWS, max(wanted, USUAL_ROWS, *shown, 0)) + 1):
        yield _row(number, system)


def _row(at: int, system: RuleSystem) -> BoardField:
    typed = _of_this_pack(cards_read(request.args.get(f"on-{at}", ""), system.suits), system)
    kind = choice(request.args, f"as-{at}", MeldKind)
    owner = choice(request.args, f"by-{at}", Owner) or Owner.OTHER
    if not typed.cards:
        return BoardField(at, typed, kind, owner)
    kind_meant = kind or kind_of(typed.cards, system, phase=Phase.TACK)
    meld = listed_upwards(Meld(kind_meant, typed.cards), system)
    found = meld_findings(meld, system, phase=Phase.TACK)
    if found:
        message = say_plain(found[0], system)
        return BoardField(at, TypedCards(typed.text, typed.cards, message), kind, owner)
    return BoardField(at, typed, kind, owner, meld)
