"""Awards at the end of a game: a title for every player who stayed, from what was recorded.

Titles are dealt in a fixed order, each to the player it fits best who has none yet, so that the
same game gives the same awards. No two players have the same title but `Title.GOOD_SPORT`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from kalooki_ref.game.course import (
    Row,
    course_of,
    farthest_back,
    is_ahead_throughout,
    rounds_ahead,
)
from kalooki_ref.game.ranking import Standing, rounds_played, rounds_won, standings
from kalooki_ref.game.round_scores import hand_of, was_bent
from kalooki_ref.game.state import Game, Place, Round, overcalls
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.referee.scoring import Reason, total

# Points behind first place with which a game was close, or with which a lost round was cheap.
CLOSE = 10
# In fewer rounds than these, everybody has few places.
FEWEST_STEADY = 3


class Title(Enum):
    """The titles, in the order in which they are dealt."""

    # The winner's: behind late in the game and first after its last round, ahead throughout, went
    # out most often.
    COMEBACK = auto()
    START_TO_FINISH = auto()
    FINISHER = auto()
    # Bent the board.
    BENDER = auto()
    # Ahead for at least a third of the rounds, or lost by 1 to `CLOSE` points.
    SO_CLOSE = auto()
    # Few different places.
    STEADY_HAND = auto()
    # `CLOSE` points or fewer in a lost round.
    CLOSE_SHAVE = auto()
    # Many calls, none over the limit.
    FIRST_VOICE = auto()
    # No call, in a game with recorded calls in every round.
    IRON_NERVES = auto()
    # As many points as another player.
    PHOTO_FINISH = auto()
    # The rest.
    GOOD_SPORT = auto()


@dataclass(frozen=True, slots=True)
class Award:
    """A player's title and the number it is for.

    ``number`` is a place, a number of rounds, calls or points; ``round`` the number of its round, 0
    if there are several or none; ``other`` a second number, as each title needs it. ``is_record``
    if nobody in the game, including those who left, did better.
    """

    title: Title
    standing: Standing
    number: int
    round: int = 0
    other: int = 0
    is_record: bool = False


@dataclass(frozen=True, slots=True)
class _Facts:
    """What titles are derived from. ``open`` are those without a title yet, best first."""

    game: Game
    course: tuple[Row, ...]
    open: list[Standing] = field(default_factory=list)


# How well a title fits, the best first, and the award.
_Fit = tuple[tuple[int, ...], Award]


def awards_of(game: Game) -> tuple[Award, ...]:
    """Return an award for each player who has a place, best first; none before the game is over."""
    if not game.is_over or not game.scored:
        return ()
    placed = [row for row in standings(game) if row.place]
    facts = _Facts(game, course_of(game), [row for row in placed if not row.is_late])
    dealt: dict[int, Award] = {}
    for fits in _TITLES:
        found = [fit for row in facts.open if (fit := fits(facts, row))]
        if found:
            award = min(found, key=lambda fit: fit[0])[1]
            dealt[award.standing.player.number] = award
            facts.open.remove(award.standing)
    taken: set[int] = set()
    for row in (row for row in placed if row.player.number not in dealt):
        award = _good_sport(facts, row, taken)
        taken.add(award.number)
        dealt[row.player.number] = award
    return tuple(dealt[row.player.number] for row in placed)


def _comeback(facts: _Facts, one: Standing) -> _Fit | None:
    row = farthest_back(facts.course, one.player.number)
    if one.place != 1 or row is None or facts.course[-1].places.get(one.player.number) != 1:
        return None
    place = row.places[one.player.number]
    return (-place,), Award(Title.COMEBACK, one, place, other=row.after)


def _start_to_finish(facts: _Facts, one: Standing) -> _Fit | None:
    number = len(facts.course)
    if one.place != 1 or number < 2 or not is_ahead_throughout(facts.course, one.player.number):
        return None
    return (), Award(Title.START_TO_FINISH, one, number)


def _finisher(facts: _Facts, one: Standing) -> _Fit | None:
    won = rounds_won(facts.game, one.player.number)
    most = max(rounds_won(facts.game, player.number) for player in facts.game.players)
    if one.place != 1 or won < most:
        return None
    return (-won,), Award(Title.FINISHER, one, won, is_record=True)


def _bender(facts: _Facts, one: Standing) -> _Fit | None:
    bent = [
        past
        for past in facts.game.scored
        if past.winner == one.player.number and was_bent(facts.game, past)
    ]
    if not bent:
        return None
    cost = sum(_cost_of_bend(past) for past in bent)
    number = bent[0].number if len(bent) == 1 else 0
    award = Award(Title.BENDER, one, max(0, cost), round=number, other=len(bent))
    return (-cost, -len(bent)), award


def _so_close(facts: _Facts, one: Standing) -> _Fit | None:
    if one.place == 1:
        return None
    led = rounds_ahead(facts.course, one.player.number)
    behind = one.points - standings(facts.game)[0].points
    if 0 < behind <= CLOSE:
        return (-led, behind), Award(Title.SO_CLOSE, one, behind)
    if led and 3 * led >= len(facts.course):
        played = rounds_played(facts.game, one.player.number)
        return (-led, behind), Award(Title.SO_CLOSE, one, led, other=played)
    return None


def _steady_hand(facts: _Facts, one: Standing) -> _Fit | None:
    """Fit players who were in every round, in one or two of more places, and not always last."""
    places = [row.places.get(one.player.number) for row in facts.course]
    different = {place for place in places if place}
    fewest_players = min(len(row.places) for row in facts.course)
    if (
        None in places
        or len(places) < FEWEST_STEADY
        or len(different) > 2
        or len(different) >= fewest_players
        or min(different) >= fewest_players
    ):
        return None
    award = Award(Title.STEADY_HAND, one, len(different), other=max(different))
    return (len(different), max(different)), award


def _close_shave(facts: _Facts, one: Standing) -> _Fit | None:
    lost = _lost_rounds(facts.game, one.player.number)
    if not lost:
        return None
    points, number = min(lost)
    if points > CLOSE:
        return None
    least = min(
        score
        for player in facts.game.players
        for score, _number in _lost_rounds(facts.game, player.number)
    )
    award = Award(Title.CLOSE_SHAVE, one, points, round=number, is_record=points == least)
    return (points,), award


def _first_voice(facts: _Facts, one: Standing) -> _Fit | None:
    places = _places(facts.game, one.player.number)
    calls = sum(place.calls for _past, place in places)
    if call_limit(facts.game.system) == 0 or not calls or _called_too_often(facts.game, places):
        return None
    return (-calls,), Award(Title.FIRST_VOICE, one, calls)


def _iron_nerves(facts: _Facts, one: Standing) -> _Fit | None:
    places = _places(facts.game, one.player.number)
    number = rounds_played(facts.game, one.player.number)
    recorded = all(any(place.calls or place.refused for place in past.everyone)
                   for past in facts.game.past)  # fmt: skip
    called = any(place.calls or place.refused for _past, place in places)
    if call_limit(facts.game.system) == 0 or not number or not recorded or called:
        return None
    if _called_too_often(facts.game, places):
        return None
    return (-number,), Award(Title.IRON_NERVES, one, number)


def _photo_finish(facts: _Facts, one: Standing) -> _Fit | None:
    level = [other for other in standings(facts.game) if other.place and not other.is_late]
    if [other.points for other in level].count(one.points) < 2:
        return None
    return (), Award(Title.PHOTO_FINISH, one, one.points)


def _good_sport(facts: _Facts, one: Standing, taken: set[int]) -> Award:
    """Return the award for the player's highest round, with a number that nobody has yet."""
    number = one.player.number
    scored = [
        (score.points, past.number)
        for past in facts.game.scored
        if (score := past.score_of(number))
    ]
    if not scored:
        return Award(Title.GOOD_SPORT, one, one.points)
    points, played = max([pair for pair in scored if pair[0] not in taken] or scored)
    return Award(Title.GOOD_SPORT, one, points, round=played)


_TITLES: tuple[Callable[[_Facts, Standing], _Fit | None], ...] = (
    _comeback,
    _start_to_finish,
    _finisher,
    _bender,
    _so_close,
    _steady_hand,
    _close_shave,
    _first_voice,
    _iron_nerves,
    _photo_finish,
)


def _cost_of_bend(past: Round) -> int:
    """Return the points that a bend added to the scores of the others."""
    others = (score for score in past.scores if score.player != past.winner)
    return total(line for score in others for line in score.lines if line.reason is Reason.BENT)


def _lost_rounds(game: Game, player: int) -> list[tuple[int, int]]:
    """Return points and number of each round that the player was in and didn't win."""
    return [
        (score.points, past.number)
        for past in game.scored
        if past.winner != player and (score := past.score_of(player))
    ]


def _places(game: Game, player: int) -> list[tuple[Round, Place]]:
    """Return the player's places in all rounds that ended, also void ones and those they left."""
    return [
        (past, place) for past in game.past for place in past.everyone if place.player == player
    ]


def _called_too_often(game: Game, places: list[tuple[Round, Place]]) -> bool:
    return any(
        overcalls(game, place) or (past.end and hand_of(past.end, place.player).overcalls)
        for past, place in places
    )
