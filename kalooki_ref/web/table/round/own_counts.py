"""Compares hands counted on players' own phones with the scorekeeper's form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from kalooki_ref.game.state import Game
from kalooki_ref.referee.scoring import hand_points
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.table.round.round_form import HandForm, hand_name

# Prefix of the draft fields sent by players' own phones, before the player's number.
OWN = "own-"
# Prefix of the URL arguments with the form's values, before the player's number.
HERE = "here-"
FIELDS = ("points", "cards")
Draft = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class OwnCount:
    """A player's hand as entered on their own phone and in the scorekeeper's form.

    ``here`` is empty if the form has no value yet, and for the player who went out.
    """

    player: int
    name: str
    sent: str
    here: str
    is_same: bool
    # Whether the form has this player as the winner.
    went_out: bool = False

    @property
    def differs(self) -> bool:
        """Whether the form has a different value for this player."""
        return bool(self.here) and not self.is_same


def draft_name(game: Game) -> str:
    """Return the key of the current round's draft."""
    return f"round-{len(game.past) + 1}"


def sent_by(draft: Draft, player: int) -> tuple[str, ...]:
    """Return the points and cards sent by a player's own phone; empty if none."""
    return tuple(draft.get(f"{OWN}{player}", ()))


def points_in(texts: Sequence[str], system: RuleSystem) -> int | None:
    """Return the points of typed points or cards; None if they are invalid."""
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
    """Return the hands sent by own phones, by seat; ``hands`` are the form's, by player."""
    found = []
    for player, here in hands.items():
        sent, name = sent_by(draft, player), game.player(player).name
        if sent and str(player) == winner:
            found.append(OwnCount(player, name, _shown(sent), "", is_same=False, went_out=True))
        elif sent:
            is_same = sent == here or _are_equal(sent, here, game.system)
            found.append(OwnCount(player, name, _shown(sent), _shown(here), is_same))
    return tuple(found)


def as_args(hands: Mapping[int, tuple[str, ...]]) -> dict[str, Any]:
    """Encode a form's hands as URL arguments, for `from_args`."""
    return {f"{HERE}{player}": list(texts) for player, texts in hands.items()}


def from_args(args: MultiDict[str, str], game: Game) -> dict[int, tuple[str, ...]]:
    """Decode a form's hands, as rendered, from URL arguments; empty for other pages."""
    seats = game.current.seats if game.current else ()
    found = {player: tuple(args.getlist(f"{HERE}{player}")) for player in seats}
    return {player: texts for player, texts in found.items() if texts}


def own_counts_in_draft(game: Game, draft: Draft) -> tuple[OwnCount, ...]:
    """Return the hands sent by own phones, compared with the current draft."""
    if game.current is None:
        return ()
    winner = "".join(draft.get("winner", ()))
    hands = {
        player: tuple("".join(draft.get(f"{hand_name(player)}-{name}", ())) for name in FIELDS)
        for player in game.current.seats
    }
    return own_counts(game, draft, hands, winner=winner)


def _are_equal(one: Sequence[str], other: Sequence[str], system: RuleSystem) -> bool:
    points = points_in(one, system)
    return points is not None and points == points_in(other, system)


def _shown(texts: Sequence[str]) -> str:
    return next((text for text in texts if text.strip()), "")
