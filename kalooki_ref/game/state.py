"""The state of a game: players, rounds, and their places, with derived values."""

from dataclasses import dataclass

from kalooki_ref.cards import Cards, Pack
from kalooki_ref.game.events import Coaching, HandCounted, MeldsLaid, RoundEnded
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.run_growth import NOTHING_ADDED, Added
from kalooki_ref.referee.scoring import ScoreLine, total
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Return:
    """A player came back: the number of the entry, and the points for the rounds between."""

    seq: int
    points: int


@dataclass(frozen=True, slots=True)
class Player:
    """A person at the table; ``points`` are the starting points of a late player, else 0.

    ``mark`` is 1 to 16, unique at the table (`game.marks`).
    """

    number: int
    name: str
    mark: int
    points: int = 0
    has_left: bool = False
    returns: tuple[Return, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """One player in one round."""

    player: int
    calls: int = 0
    refused: int = 0
    # Refused calls beyond the limit, in systems where those count.
    refused_over: int = 0
    is_down: bool = False
    # Whether the player came down and announced going out in the same turn.
    goes_out: bool = False
    false_lays: int = 0
    tacked: int = 0
    # Cards this player has put on the board: melds, tacks on any meld, cards in a joker's place,
    # less the jokers taken for them. None if the cards of a lay weren't recorded.
    put_down: int | None = 0
    # Recorded cards laid although an overcall forbade it; None if there was no such lay.
    barred: Cards | None = None
    # The last count of the hand; None once a call or cards on the board have changed it.
    count: HandCounted | None = None


@dataclass(frozen=True, slots=True)
class BoardMeld:
    """A meld on the board, and who laid it: its place among the melds of the entry ``lay``."""

    owner: int
    meld: Meld
    lay: str = ""
    part: int = 0


@dataclass(frozen=True, slots=True)
class BoardTurn:
    """The consecutive board entries of a player, which count as one turn.

    ``owed`` is the number of jokers taken off melds that still have to be played in this turn.
    """

    player: int
    came_down: bool = False
    has_tacked: bool = False
    owed: int = 0
    # Cards added to the ends of runs on the board, by the number of the meld.
    added: tuple[tuple[int, Added], ...] = ()

    def added_to(self, meld: int) -> Added:
        """Return the cards added to a run in this turn."""
        return dict(self.added).get(meld, NOTHING_ADDED)


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score for a round, as lines."""

    player: int
    lines: tuple[ScoreLine, ...]

    @property
    def points(self) -> int:
        """The sum of the lines; lower is better."""
        return total(self.lines)


@dataclass(frozen=True, slots=True)
class Round:
    """One round; ``number`` counts contracts from 1, so a void round and its replay share it.

    ``places`` are in seat order, clockwise; ``starter`` is None while it is unknown; ``end`` and
    ``seq`` (the number of the entry that ended it) are None and 0 while it is played. ``turn`` is
    the current turn of the board, if known; ``unplayed_jokers`` are players whose turn ended
    without playing a joker they had taken; ``leaving`` are players for whom it is the last round;
    ``away`` are the places of those who left it, in case they come back. ``due`` is who was to deal
    if somebody left or came before the deal, else 0. The dealer and the starter may have left after
    the deal. ``was_dealt`` if somebody left or came after the deal; without such an entry,
    `is_under_way` knows from calls and lays. ``dealt`` is how many had been dealt cards when
    somebody left after the deal, else 0.
    """

    number: int
    dealer: int
    starter: int | None
    places: tuple[Place, ...]
    board: tuple[BoardMeld, ...] = ()
    turn: BoardTurn | None = None
    unplayed_jokers: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    away: tuple[Place, ...] = ()
    due: int = 0
    was_dealt: bool = False
    dealt: int = 0
    reshuffles: int = 0
    end: RoundEnded | None = None
    seq: int = 0
    scores: tuple[Score, ...] = ()

    @property
    def is_void(self) -> bool:
        """Whether it ended without a winner, and so without scores."""
        return self.end is not None and self.end.winner is None

    @property
    def is_scored(self) -> bool:
        """Whether it ended with a winner."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """The player who went out; None while it is played or if it is void."""
        return self.end.winner if self.end else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The players in it, clockwise."""
        return tuple(place.player for place in self.places)

    @property
    def dealt_to(self) -> int:
        """How many players it was dealt to: those who left after the deal count."""
        return max(self.dealt, len(self.scores or self.places))

    @property
    def everyone(self) -> tuple[Place, ...]:
        """The places of everybody who was in it, those who left last."""
        return self.places + tuple(place for place in self.away if place.player not in self.seats)

    @property
    def calls(self) -> int:
        """All calls granted so far, also to players who left."""
        return sum(place.calls for place in self.everyone)

    @property
    def table_cards(self) -> Cards:
        """Every recorded card on the board."""
        return tuple(card for laid in self.board for card in laid.meld.cards)

    def place_of(self, player: int) -> Place | None:
        """Return the player's place; None if the player isn't in this round."""
        return next((place for place in self.places if place.player == player), None)

    def score_of(self, player: int) -> Score | None:
        """Return the player's score; None while the round is played, or without a hand in it."""
        return next((score for score in self.scores if score.player == player), None)

    def melds_of(self, player: int) -> tuple[Meld, ...]:
        """Return the player's recorded melds."""
        return tuple(laid.meld for laid in self.board if laid.owner == player)


@dataclass(frozen=True, slots=True)
class Game:
    """The state of a game: its rules as of its start, and everything folded from the entries.

    ``ring`` are the numbers of all players in seat order, clockwise, including those who left.
    ``past`` are the rounds that ended, in order; ``current`` is None once the game is over.
    """

    system: RuleSystem
    players: tuple[Player, ...] = ()
    ring: tuple[int, ...] = ()
    past: tuple[Round, ...] = ()
    current: Round | None = None
    stake: int = 0
    first_starter: int | None = None
    advice: Coaching = Coaching.OFF
    # The IANA name of the time zone the table is in; empty if it is unknown.
    zone: str = ""
    # The numbers of the entries of granted and refused calls beyond the limit.
    overcalls: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.current is None

    @property
    def scored(self) -> tuple[Round, ...]:
        """The scored rounds."""
        return tuple(past for past in self.past if past.is_scored)

    @property
    def at_table(self) -> tuple[Player, ...]:
        """The players at the table, clockwise."""
        present = {player.number: player for player in self.players if not player.has_left}
        return tuple(present[number] for number in self.ring if number in present)

    @property
    def in_round(self) -> tuple[Player, ...]:
        """The players in the current round, clockwise; those at the table once the game is over."""
        if self.current is None:
            return self.at_table
        return tuple(self.player(number) for number in self.current.seats)

    @property
    def waiting(self) -> tuple[Player, ...]:
        """The players at the table who play from the next round, clockwise."""
        return tuple(player for player in self.at_table if player not in self.in_round)

    @property
    def pack(self) -> Pack:
        """The cards this table plays with."""
        return self.system.pack_for(self.current.dealt_to if self.current else len(self.at_table))

    @property
    def contract(self) -> Contract | None:
        """The contract of the current round; None if points open or the game is over."""
        return self.system.contract_of(self.current.number) if self.current else None

    def rules_in(self, played: Round) -> RuleSystem:
        """Return the rules of a round: the system with its deal and points for these players."""
        return self.system.at_table(played.dealt_to).in_round(played.number)

    def player(self, number: int) -> Player:
        """Return the player with this number.

        An entry may name somebody whose joining was undone: a player called "?".
        """
        known = (player for player in self.players if player.number == number)
        return next(known, None) or Player(number, "?", mark=1)

    def points_of(self, number: int) -> int:
        """Return the player's running total."""
        player = self.player(number)
        agreed = player.points + sum(again.points for again in player.returns)
        scores = (score for past in self.past for score in past.scores)
        return agreed + sum(score.points for score in scores if score.player == number)


def is_playing(game: Game, player: int) -> bool:
    """Whether a player is in the current round."""
    return game.current is not None and game.current.place_of(player) is not None


def has_laid(current: Round, player: int) -> bool:
    """Whether a player is down, or has laid a part of the contract."""
    place = current.place_of(player)
    return place is not None and (place.is_down or bool(current.melds_of(player)))


def has_begun(current: Round, player: int) -> bool:
    """Whether a player has laid a part of the contract and is not down yet."""
    place = current.place_of(player)
    return place is not None and not place.is_down and bool(current.melds_of(player))


def to_come(game: Game, current: Round, player: int) -> Contract | None:
    """Return the part of the contract the player has yet to lay; None if points open."""
    contract = game.system.contract_of(current.number)
    return (
        None if contract is None else still_missing(contract, current.melds_of(player), game.system)
    )


def brings_down(game: Game, event: MeldsLaid) -> bool:
    """Whether the player is down after this lay: not while a part of the contract is missing.

    A lay without cards means that the player is down.
    """
    current, contract = game.current, game.contract
    if not game.system.contract_in_parts or not event.melds or not current or contract is None:
        return True
    laid = (*current.melds_of(event.player), *event.melds)
    return not still_missing(contract, laid, game.system).cards


def overcalls(game: Game, place: Place) -> int:
    """Return the player's number of overcalls in this round; 0 where nobody may call at all."""
    limit = call_limit(game.system)
    granted = max(0, place.calls - limit) if limit else 0
    return granted + place.refused_over


def has_called_enough(place: Place, system: RuleSystem) -> bool:
    """Whether another granted call of this player would be an overcall."""
    return 0 < (call_limit(system) or 0) <= place.calls


def is_refused_overcall(place: Place, system: RuleSystem) -> bool:
    """Whether a refused call of this player would count as an overcall (004: calls)."""
    return system.refused_overcalls_count and has_called_enough(place, system)


def advised_round(game: Game) -> Round | None:
    """Return the round for which advice is allowed now; None if there isn't one.

    With advice at any time: the current round, or the last one after the game. With advice after
    the round: the round just saved, until the next one has an entry.
    """
    last = game.past[-1] if game.past else None
    if game.advice is Coaching.OPEN:
        return game.current or last
    if game.advice is Coaching.OFF or (game.current and is_under_way(game.current)):
        return None
    return last


def is_under_way(current: Round) -> bool:
    """Return whether a round was dealt, as far as entries show."""
    touched = any(place != Place(place.player) for place in current.places)
    return current.was_dealt or current.reshuffles > 0 or touched
