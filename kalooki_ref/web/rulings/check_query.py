"""The query of a check: the rules, the cards as melds, and known facts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import request, url_for

from kalooki_ref.cards import KOOKY_SUITS, STANDARD_SUITS, Card, Cards, Pack, cards_text
from kalooki_ref.referee.calls import largest_hand
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.lay import OpeningTurn
from kalooki_ref.referee.meld import End, MeldKind, Owner
from kalooki_ref.referee.meld_moves import MoveKind, Wishes
from kalooki_ref.referee.recognition import Taken
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.shared.device import this_device
from kalooki_ref.web.shared.offered_rules import offered
from kalooki_ref.web.shared.open_game import OpenGame, open_game
from kalooki_ref.web.shared.query import (
    MOST_CARDS,
    TypedCards,
    cards_read,
    choice,
    number_in,
    whole_number,
)
from kalooki_ref.words.language import gettext as _

# Separates the melds of a lay in the text field.
NEXT_MELD = "/"
MOST_POINTS = 999
# Kooky's colour for each suit, and the reverse: black for spades, and so on.
_ALIKE = dict(zip(STANDARD_SUITS, KOOKY_SUITS, strict=True)) | dict(
    zip(KOOKY_SUITS, STANDARD_SUITS, strict=True)
)


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
        """The URL arguments that select these rules."""
        return {"game": self.opened.id} if self.opened else {"system": self.key}

    def under(self, system: RuleSystem) -> "RulesInForce":
        """Return the rules of another system for the same number of players."""
        return RulesInForce(system, system.slug, players=self.players)


@dataclass(frozen=True, slots=True)
class CheckQuery:
    """The cards to check, as typed and as melds; ``on`` is the meld on the board they are added to.

    ``number`` is the round, ``builders`` points as typed, ``goes_out`` "yes" or "no". Unknown
    values are None or empty.
    """

    cards: TypedCards
    parts: tuple[Cards, ...]
    taken: Taken | None
    is_addition: bool
    on: TypedCards
    on_kind: MeldKind | None
    wishes: Wishes
    number: int | None
    builders: str
    builders_fault: str
    goes_out: str

    @property
    def faults(self) -> dict[str, str]:
        """Error messages by field."""
        faults = {"cards": self.cards.fault, "builders": self.builders_fault}
        return faults | ({"on": self.on.fault} if self.is_addition else {})

    @property
    def turn(self) -> OpeningTurn:
        """The rest of the turn that counts towards the opening points."""
        points = number_in(self.builders, most=MOST_POINTS) or 0
        return OpeningTurn(points, {"yes": True, "no": False}.get(self.goes_out))

    def round_in(self, system: RuleSystem) -> int | None:
        """Return the chosen round; None if the system has no such round."""
        return self.number if self.number and self.number <= len(system.contracts) else None

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
        fault = _("We don’t know a game called “%(name)s”.", name=key[:40])
        return RulesInForce(None, fault=fault)
    key = key or this_device().rules
    system = rules.get(key)
    players = whole_number(request.args, "players", most=system.max_players) if system else 0
    return RulesInForce(system, key if system else "", players=players or 0)


def check_query(rules: RulesInForce, system: RuleSystem) -> CheckQuery:
    """Return the query in the URL."""
    cards, parts = _cards_in(request.args.get("cards", ""), most=largest_hand(system))
    builders = request.args.get("builders", "").strip() if system.builders_open else ""
    is_read = not builders or number_in(builders, most=MOST_POINTS) is not None
    fault = _("Enter the points of the builders, from 0 to %(most)s.", most=MOST_POINTS)
    return CheckQuery(
        cards=cards,
        parts=parts,
        taken=choice(request.args, "as", Taken),
        is_addition="on" in request.args,
        on=cards_read(request.args.get("on", "")),
        on_kind=choice(request.args, "kind", MeldKind),
        wishes=_wishes(),
        number=_round(rules, system),
        builders=builders[:20],
        builders_fault="" if is_read else fault,
        goes_out=request.args.get("out", "") if _is_going_out_asked(system) else "",
    )


def _is_going_out_asked(system: RuleSystem) -> bool:
    return system.going_out_opens or system.last_contract_all_cards


def melds_text(parts: Iterable[Cards]) -> str:
    """Format melds as the text of the card field."""
    return f" {NEXT_MELD} ".join(cards_text(part) for part in parts)


def address_under(system: RuleSystem, query: CheckQuery) -> str:
    """Return the URL of the same query under another system."""
    there = query.under(system)
    cards = {"cards": _parts_text(there), "on": there.on.text}
    wanted = [
        (name, cards.get(name, text))
        for name, text in request.args.items(multi=True)
        if name not in ("system", "game") and (text or name == "on")
    ]
    return f"{url_for('check.show')}?{urlencode([('system', system.slug), *wanted])}"


def _parts_text(query: CheckQuery) -> str:
    if query.cards.fault or len(query.parts) < 2:
        return query.cards.text
    return melds_text(query.parts)


def _cards_in(text: str, *, most: int) -> tuple[TypedCards, tuple[Cards, ...]]:
    """Return the cards of a field, and the melds they are divided into."""
    whole = cards_read(text.replace(NEXT_MELD, " "), most=most)
    typed = replace(whole, text=text[: len(whole.text)] if whole.fault else text)
    if whole.fault:
        return typed, ()
    parts = [part for part in text.split(NEXT_MELD) if part.strip()]
    return typed, tuple(cards_read(part, most=most).cards for part in parts)


def _wishes() -> Wishes:
    return Wishes(
        kind=choice(request.args, "move", MoveKind),
        end=choice(request.args, "end", End),
        joker=whole_number(request.args, "joker", most=MOST_CARDS),
        to=choice(request.args, "to", JokerTo),
        by=choice(request.args, "by", Owner),
        down=request.args.get("down", "") not in ("no", "turn"),
        opens=request.args.get("down", "") == "turn",
    )


def _round(rules: RulesInForce, system: RuleSystem) -> int | None:
    if not system.contracts:
        return None
    current = rules.opened.game.current if rules.opened else None
    if current and "round" not in request.args:
        return current.number
    return whole_number(request.args, "round", most=len(system.contracts)) or None


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
