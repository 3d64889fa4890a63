"""The query of a check: the rules, the cards as melds, and known facts; in a game, also whose."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import request, url_for
from werkzeug.datastructures import MultiDict

from kalooki_ref.cards import (
    KOOKY_SUITS,
    STANDARD_SUITS,
    Card,
    CardError,
    Cards,
    Pack,
    cards_text,
    parse_cards,
)
from kalooki_ref.game.board_changes import judge_builders
from kalooki_ref.game.events import Builder
from kalooki_ref.referee.calls import largest_hand
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.lay import OpeningTurn
from kalooki_ref.referee.meld import End, MeldKind, Owner
from kalooki_ref.referee.meld_moves import MoveFacts, MoveKind
from kalooki_ref.referee.recognition import PlayedAs
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.rulings.shown_board import ShownMeld, board_melds
from kalooki_ref.web.shared.device import this_device
from kalooki_ref.web.shared.offered_rules import offered, unknown_words
from kalooki_ref.web.shared.open_game import OpenGame, current_round, open_game, player_in
from kalooki_ref.web.shared.query import (
    MOST_CARDS,
    TypedCards,
    cards_read,
    choice,
    melds_read,
    melds_text,
    number_in,
    whole_number,
)
from kalooki_ref.words.language import gettext as _

MOST_POINTS = 999
# Kooky's colour for each suit, and the reverse: black for spades, and so on.
_ALIKE = dict(zip(STANDARD_SUITS, KOOKY_SUITS, strict=True)) | dict(
    zip(KOOKY_SUITS, STANDARD_SUITS, strict=True)
)
# What forms of earlier versions send if the player goes out.
_FORMER_OUT = {"1": "yes"}
# Fields of the check in a game that say nothing without it.
_OF_A_GAME = {"system", "game", "player", "spot", "add", "later", "key", "base"}

# A form or a query string.
Sent = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """The rules of a game, or a system by its ``key``; ``system`` is None until chosen.

    ``players`` is the number of players without a game, 0 if unknown.
    """

    system: RuleSystem | None
    key: str = ""
    opened: OpenGame | None = None
    fault: str = ""
    players: int = 0

    @property
    def pack(self) -> Pack | None:
        """The pack; None if it depends on the unknown number of players."""
        if self.opened:
            return self.opened.game.pack
        if self.system is None or not self.players:
            return None
        return self.system.pack_for(min(self.players, self.system.max_players))

    @property
    def where(self) -> dict[str, Any]:
        """The URL arguments that select these rules on pages that no game has."""
        return {"game": self.opened.id} if self.opened else {"system": self.key}

    def path(self, page: str = "show") -> str:
        """Return the path of a page of the check: in the game, if there is one."""
        if self.opened:
            return url_for(f"record.{page}", game_id=self.opened.id)
        return url_for(f"check.{page}")

    def address(self, **query: Any) -> str:
        """Return the URL of the check under these rules; None is left out of the query."""
        if self.opened:
            return url_for("record.show", game_id=self.opened.id, **query)
        return url_for("check.show", system=self.key, **query)

    def under(self, system: RuleSystem) -> "RulesInForce":
        """Return the rules of another system for the same number of players."""
        return RulesInForce(system, system.slug, players=self.players)


@dataclass(frozen=True, slots=True)
class BuilderField:
    """The cards added to a meld of the board in the turn of coming down; their end if chosen."""

    shown: ShownMeld
    typed: TypedCards
    end: End | None = None
    fault: str = ""

    @property
    def name(self) -> str:
        """Name of the field with its cards."""
        return f"builder-{self.shown.name}"

    @property
    def end_name(self) -> str:
        return f"end-{self.shown.name}"


@dataclass(frozen=True, slots=True)
class CheckQuery:
    """The cards to check, as typed and as melds; ``on`` is the meld on the board they are added to.

    ``number`` is the round, ``points`` those of builders as typed, ``goes_out`` "yes" or "no".
    Unknown values are None or empty. In a game, ``player`` is whose cards they are, ``spot`` where
    on its board they go, and ``is_later`` whether it was a later turn than the player's previous
    entry. ``adds`` is whether they are added to a meld of that board.
    """

    cards: TypedCards
    parts: tuple[Cards, ...]
    played_as: PlayedAs | None
    is_addition: bool
    on: TypedCards
    on_kind: MeldKind | None
    move: MoveFacts
    number: int | None
    points: str
    points_fault: str
    goes_out: str
    player: int | None = None
    adds: bool = False
    spot: str = ""
    builders: tuple[BuilderField, ...] = ()
    is_later: bool = False

    @property
    def faults(self) -> dict[str, str]:
        """Error messages by field."""
        faults = {"cards": self.cards.fault, "builders": self.points_fault}
        faults |= {builder.name: builder.fault for builder in self.builders if builder.fault}
        return faults | ({"on": self.on.fault} if self.is_addition else {})

    @property
    def turn(self) -> OpeningTurn:
        """The rest of the turn that counts towards the opening points."""
        points = number_in(self.points, most=MOST_POINTS) or 0
        return OpeningTurn(points, {"yes": True, "no": False}.get(self.goes_out))

    @property
    def built(self) -> tuple[Builder, ...]:
        """The builders that have cards."""
        return builders_in(self.builders)

    def round_in(self, system: RuleSystem) -> int | None:
        """Return the chosen round, or the only one; None if the system has no such round."""
        is_there = self.number and self.number <= len(system.contracts)
        return self.number if is_there else system.only_round

    def under(self, system: RuleSystem) -> "CheckQuery":
        """Return the same query with its suits converted to the system's pack."""
        return replace(
            self,
            cards=_named_for(self.cards, system),
            parts=tuple(_named(part, system) for part in self.parts),
            on=_named_for(self.on, system),
        )


def rules_in_force() -> RulesInForce:
    """Return the rules of the request: the game's, those in the URL, or the phone's last ones.

    Aborts with 404 if there is no such game.
    """
    game_id = request.args.get("game", "")
    if game_id:
        opened = open_game(game_id)
        return RulesInForce(opened.system, opened=opened)
    rules = offered()
    key = request.args.get("system", "")
    if key and key not in rules:
        return RulesInForce(None, fault=unknown_words(key))
    key = key or this_device().rules
    system = rules.get(key)
    players = whole_number(request.args, "players", most=system.max_players) if system else 0
    return RulesInForce(system, key if system else "", players=players or 0)


def check_query(sent: Sent, rules: RulesInForce, system: RuleSystem) -> CheckQuery:
    """Return the query of a form or a URL."""
    cards, parts = melds_read(sent.get("cards", ""), system.suits, most=largest_hand(system))
    points = sent.get("builders", "").strip() if system.builders_open else ""
    is_read = not points or number_in(points, most=MOST_POINTS) is not None
    fault = _("Enter the points of the builders, from 0 to %(most)s.", most=MOST_POINTS)
    is_out_asked = system.going_out_opens or system.last_contract_all_cards
    query = CheckQuery(
        cards=cards,
        parts=parts,
        played_as=choice(sent, "as", PlayedAs),
        is_addition="on" in sent,
        on=cards_read(sent.get("on", ""), system.suits),
        on_kind=choice(sent, "kind", MeldKind),
        move=_move(sent),
        number=_round(sent, rules, system),
        points=points[:20],
        points_fault="" if is_read else fault,
        goes_out=_FORMER_OUT.get(sent.get("out", ""), sent.get("out", "")) if is_out_asked else "",
    )
    opened = rules.opened
    if opened is None or opened.game.current is None or query.is_addition:
        return query
    adds = bool(sent.get("add")) and bool(opened.game.current.board)
    player = player_in(sent, opened.game)
    return replace(
        query,
        player=player,
        adds=adds,
        # The last one, because a question keeps the spot before those that can be tapped instead.
        spot="".join(sent.getlist("spot")[-1:]),
        builders=() if adds else _builders(opened, player, sent),
        is_later=bool(sent.get("later")),
    )


def builders_in(fields: Sequence[BuilderField]) -> tuple[Builder, ...]:
    """Return the fields that have cards, as builders."""
    return tuple(
        Builder(field.shown.number, field.typed.cards, field.end, field.shown.lay, field.shown.part)
        for field in fields
        if field.typed.cards
    )


def _builders(opened: OpenGame, player: int | None, sent: Sent) -> tuple[BuilderField, ...]:
    """Return a field per meld on the board; none if builders don't count.

    Only a first lay has builders; for a further one, cards entered there are an error.
    """
    if not opened.system.builders_open:
        return ()
    current = current_round(opened)
    fields = tuple(_builder(shown, sent, opened.system) for shown in board_melds(opened))
    place = current.place_of(player) if player else None
    if place is not None and place.is_down:
        fault = _("This player is already down. Record these cards as a tack.")
        return tuple(replace(field, fault=fault) for field in fields if field.typed.text.strip())
    given = [field for field in fields if field.typed.cards]
    unclear = judge_builders(opened.game, current, builders_in(given)).unclear
    in_doubt = {given[index].name for index in unclear}
    fault = _("Choose which end it goes to.")
    return tuple(
        replace(field, fault=fault) if field.name in in_doubt else field for field in fields
    )


def _builder(shown: ShownMeld, sent: Sent, system: RuleSystem) -> BuilderField:
    blank = BuilderField(shown, TypedCards())
    typed = cards_read(sent.get(blank.name, ""), system.suits)
    return replace(blank, typed=typed, end=choice(sent, blank.end_name, End), fault=typed.fault)


def address_under(system: RuleSystem, query: CheckQuery) -> str:
    """Return the URL of the same query under another system."""
    there = query.under(system)
    several = not query.cards.fault and len(query.parts) > 1
    cards = {"cards": melds_text(there.parts) if several else there.cards.text, "on": there.on.text}
    wanted = [
        (name, cards.get(name, text))
        for name, text in request.values.items(multi=True)
        if name not in _OF_A_GAME and (text or name == "on")
    ]
    return f"{url_for('check.show')}?{urlencode([('system', system.slug), *wanted])}"


def cards_named_for(text: str, system: RuleSystem) -> str:
    """Return typed cards with their suits converted to the system's pack; other words stay."""

    def named(word: str) -> str:
        try:
            cards = parse_cards(word)
        except CardError:
            return word
        there = _named(cards, system)
        return word if there == cards else cards_text(there)

    return " ".join(map(named, text.split()))


def _move(sent: Sent) -> MoveFacts:
    return MoveFacts(
        kind=choice(sent, "move", MoveKind),
        end=choice(sent, "end", End),
        joker=whole_number(sent, "joker", most=MOST_CARDS),
        to=choice(sent, "to", JokerTo),
        by=choice(sent, "by", Owner),
        down=sent.get("down", "") not in ("no", "turn"),
        opens=sent.get("down", "") == "turn",
    )


def _round(sent: Sent, rules: RulesInForce, system: RuleSystem) -> int | None:
    if not system.contracts:
        return None
    current = rules.opened.game.current if rules.opened else None
    if current and "round" not in sent:
        return current.number
    return whole_number(sent, "round", most=len(system.contracts)) or None


def _named_for(typed: TypedCards, system: RuleSystem) -> TypedCards:
    cards = _named(typed.cards, system)
    return typed if cards == typed.cards else TypedCards(cards_text(cards), cards)


def _named(cards: Cards, system: RuleSystem) -> Cards:
    return tuple(
        card
        if card.suit is None or card.suit in system.suits
        else Card(card.rank, _ALIKE[card.suit])
        for card in cards
    )
