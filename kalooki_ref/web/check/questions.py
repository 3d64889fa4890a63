"""What somebody wants judged away from a game's book: rules, cards, and what they are meant as."""

from dataclasses import dataclass

from flask import request
from flask_babel import gettext as _

from kalooki_ref.cards import KOOKY_SUITS, Card, CardError, Pack, parse_cards
from kalooki_ref.referee.meld import MeldKind
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.access.device import this_device
from kalooki_ref.web.access.house_rules import offered
from kalooki_ref.web.access.open_game import OpenGame, open_game

MOST_CARDS = 30
LONGEST_TEXT = 400


@dataclass(frozen=True, slots=True)
class Ground:
    """The rules that hold: a table's own, or a system by its ``key``; no system, not chosen yet.

    ``players`` is how many play away from any table, 0 where nobody said.
    """

    system: RuleSystem | None
    key: str = ""
    table: OpenGame | None = None
    fault: str = ""
    players: int = 0

    @property
    def pack(self) -> Pack | None:
        """The cards that are played with; None where that hangs on how many play, and none said."""
        if self.table:
            return self.table.game.pack
        if self.system is None or not self.players:
            return None
        return self.system.pack_for(min(self.players, self.system.max_players))

    def under(self, system: RuleSystem) -> "Ground":
        """Return the same people away from any table, playing another system."""
        return Ground(system, players=self.players)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as typed, as read, and what is wrong with the text."""

    text: str = ""
    cards: tuple[Card, ...] = ()
    fault: str = ""


def ground_asked() -> Ground:
    """Return the rules of the question: the table's, those in the address, or the phone's usual.

    Answers 404 for a table that does not exist.
    """
    game_id = request.args.get("game", "")
    if game_id:
        table = open_game(game_id)
        return Ground(table.system, table=table)
    rules = offered()
    key = request.args.get("system", "")
    if key and key not in rules:
        shown = key[:40]
        return Ground(None, fault=_("There is no game called “%(name)s”.", name=shown))
    key = key or this_device().rules
    players = _players_asked(rules.get(key))
    return Ground(rules.get(key), key if key in rules else "", players=players)


def pack_choices(ground: Ground) -> list[tuple[str, str]]:
    """Return how many may play for each size of the pack; none where nothing hangs on it."""
    system = ground.system
    if system is None or system.packs or ground.table:
        return []
    by_size: dict[int, list[int]] = {}
    for players in range(system.min_players, system.max_players + 1):
        by_size.setdefault(system.pack_for(players).copies, []).append(players)
    return [("", _("Not told")), *((str(some[-1]), _span(some)) for some in by_size.values())]


def _span(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return _("%(least)s to %(most)s", least=numbers[0], most=numbers[-1])


def _players_asked(system: RuleSystem | None) -> int:
    """Return how many play as the address says; 0 where it does not, or none that could."""
    sent = request.args.get("players", "")
    players = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 3 else 0
    return players if system and 1 <= players <= system.max_players else 0


def cards_asked(name: str = "cards") -> Cards:
    """Return the cards under this name in the address."""
    return cards_read(request.args.get(name, ""))


def cards_read(text: str) -> Cards:
    """Return the cards that were typed; a fault names the word that is none."""
    try:
        cards = parse_cards(text)
    except CardError as error:
        said = _("“%(word)s” is not a card; write one like 7H, 10S or *.", word=error.word[:20])
        return Cards(text[:LONGEST_TEXT], fault=said)
    if len(cards) > MOST_CARDS:
        most = _("At most %(most)s cards are judged at a time.", most=MOST_CARDS)
        return Cards(text[:LONGEST_TEXT], fault=most)
    return Cards(text, cards)


def kind_asked(name: str = "as") -> MeldKind | None:
    """Return what the cards are meant as; None where the referee is to find out."""
    return kind_read(request.args.get(name, ""))


def kind_read(word: str) -> MeldKind | None:
    """Return the kind this word names; None for any other."""
    return MeldKind(word) if word in list(MeldKind) else None


def picker_facts(system: RuleSystem, pack: Pack | None) -> dict[str, object]:
    """Return what a field of cards must know: suits, copies, jokers, and how cards are written."""
    most = pack or system.pack_for(system.max_players)
    return {
        "suits": "".join(most.suits),
        "copies": most.copies,
        "jokers": most.jokers,
        "example": "7{suit} 8{suit} *".format(suit=most.suits[1]),
    }


def has_colours(system: RuleSystem) -> bool:
    """Whether the pack has Kooky's colours instead of suits."""
    return system.suits == KOOKY_SUITS
