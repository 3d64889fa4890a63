"""What players counted on their own phones beside what the scorekeeper's form says."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from kalooki_ref.game.state import Game
from kalooki_ref.referee.scoring import hand_points
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.round.round_form import HandForm

# Begins the fields of a draft that players' own phones sent; the player's number follows.
OWN = "own-"
# Begins the arguments that say what a form has; the player's number follows.
HERE = "here-"
FIELDS = ("points", "cards")
Draft = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class OwnCount:
    """One player's hand, from the own phone and from the scorekeeper's form, as typed there.

    ``here`` is empty where the form has nothing yet, and for the player who went out.
    """

    player: int
    name: str
    sent: str
    here: str
    is_same: bool
    # Whether the form says that this player has nothing left.
    went_out: bool = False

    @property
    def differs(self) -> bool:
        """Whether the form has something else for this player."""
        return bool(self.here) and not self.is_same


def draft_name(game: Game) -> str:
    """Return the key of the current round's draft."""
    return f"round-{len(game.past) + 1}"


def sent_by(draft: Draft, player: int) -> tuple[str, ...]:
    """Return the points and the cards that a player's own phone sent; empty where it sent none."""
    return tuple(draft.get(f"{OWN}{player}", ()))


def in_form(draft: Draft, at: int) -> tuple[str, ...]:
    """Return the points and the cards that the form has for the hand at this place, from 0."""
    return tuple("".join(draft.get(f"hands-{at}-{name}", ())) for name in FIELDS)


def points_in(texts: Sequence[str], system: RuleSystem) -> int | None:
    """Return the points that typed points or cards come to; None where they can't be read."""
    hand = HandForm(MultiDict(zip(FIELDS, texts, strict=False)))
    if not (hand.validate() and hand.fits(system)):
        return None
    if hand.cards.data is not None:
        return hand_points(hand.cards.data, system)
    points: int | None = hand.points.data
    return points


def own_counts(
    game: Game, draft: Draft, hands: Mapping[int, tuple[str, ...]], *, winner: str
) -> tuple[OwnCount, ...]:
    """Return what own phones sent, by seat; ``hands`` are the form's points and cards by player."""
    return tuple(_own_counts(game, draft, hands, winner))


def as_args(hands: Mapping[int, tuple[str, ...]]) -> dict[str, Any]:
    """Return what a form says as arguments of an address, for `from_args`."""
    return {f"{HERE}{player}": list(texts) for player, texts in hands.items()}


def from_args(args: MultiDict[str, str], game: Game) -> dict[int, tuple[str, ...]]:
    """Return what a form said when its page was made, by player; empty for any other page."""
    seats = game.current.seats if game.current else ()
    found = {player: tuple(args.getlist(f"{HERE}{player}")) for player in seats}
    return {player: texts for player, texts in found.items() if texts}


def own_counts_in_draft(game: Game, draft: Draft) -> tuple[OwnCount, ...]:
    """Return what own phones sent beside the form as all phones typed it so far."""
    if game.current is None:
        return ()
    winner = "".join(draft.get("winner", ()))
    hands = {player: in_form(draft, at) for at, player in enumerate(game.current.seats)}
    return own_counts(game, draft, hands, winner=winner)


def _own_counts(
    game: Game, draft: Draft, hands: Mapping[int, tuple[str, ...]], winner: str
) -> Iterator[OwnCount]:
    for player, here in hands.items():
        sent, name = sent_by(draft, player), game.player(player).name
        if sent and str(player) == winner:
            yield OwnCount(player, name, _shown(sent), "", is_same=False, went_out=True)
        elif sent:
            is_same = sent == here or _are_equal(sent, here, game.system)
            yield OwnCount(player, name, _shown(sent), _shown(here), is_same)


def _are_equal(one: Sequence[str], other: Sequence[str], system: RuleSystem) -> bool:
    points = points_in(one, system)
    return points is not None and points == points_in(other, system)


def _shown(texts: Sequence[str]) -> str:
    return next((text for text in texts if text.strip()), "")
