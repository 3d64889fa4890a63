"""The lines of a scored round: each player's points, and the new totals."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kalooki_ref.game.events import RoundEnded
from kalooki_ref.game.round_scores import hand_of, scores_of
from kalooki_ref.game.state import Game, Player, Round, Score
from kalooki_ref.words.amounts import is_doubling, score_words, signed
from kalooki_ref.words.card_words import in_signs
from kalooki_ref.words.hand_changes import penalty_changes
from kalooki_ref.words.language import gettext as _


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One player's points in a round, such as Bob "15, doubled 30", and the total after it.

    For a correction, ``was`` is the round's saved score, None without one, and ``before`` the total
    with it; ``changes`` are the penalties that it changes. A void round's ``was`` is 0: it changes
    nothing.
    """

    player: Player
    score: Score
    words: str
    after: int
    takes_lead: bool = False
    was: int | None = None
    before: int = 0
    changes: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        return self.score.points

    @property
    def is_doubled(self) -> bool:
        return any(is_doubling(line) for line in self.score.lines)

    @property
    def is_changed(self) -> bool:
        """Whether the line is new or differs from the saved round."""
        return self.was != self.points

    @property
    def notes(self) -> tuple[str, ...]:
        """How the points came about, unless obvious, and whether the player takes the lead."""
        how = () if self.words == signed(self.points) else (self.words,)
        return (*how, _("takes the lead")) if self.takes_lead else how


def round_lines(game: Game, played: Round, event: RoundEnded) -> tuple[RoundLine, ...]:
    """Return the lines of a round with this end; those of a void one have the totals that stay."""
    lines = _lines(game, event, _scores(game, played, event))
    return lines if event.winner is not None else tuple(replace(line, was=0) for line in lines)


def saved_lines(game: Game, index: int) -> tuple[RoundLine, ...]:
    """Return the lines of a saved round, counted from 0, with the totals after it."""
    played = game.past[index]
    earlier = tuple(
        replace(player, returns=tuple(back for back in player.returns if back.seq < played.seq))
        for player in game.players
    )
    before = replace(game, past=game.past[:index], players=earlier)
    end = played.end or RoundEnded(None)
    if played.is_void:
        return round_lines(before, played, end)
    return _lines(before, end, played.scores)


def corrected_lines(game: Game, played: Round, event: RoundEnded) -> tuple[RoundLine, ...]:
    """Return the lines of a saved round with another end, beside its saved scores."""
    others = replace(game, past=tuple(past for past in game.past if past is not played))
    lines = _lines(others, event, _scores(game, played, event))
    unscored = 0 if event.winner is None else None
    end = played.end or RoundEnded(None)
    return tuple(
        replace(
            _corrected(game, played, line, unscored=unscored),
            changes=tuple(map(in_signs, penalty_changes(end, event, line.player.number))),
        )
        for line in lines
    )


def _scores(game: Game, played: Round, event: RoundEnded) -> tuple[Score, ...]:
    """Return everybody's score; in a void round it has no lines."""
    nothing = (Score(seat, ()) for seat in played.seats)
    return scores_of(game, played, event) or tuple(nothing)


def _lines(before: Game, event: RoundEnded, scores: tuple[Score, ...]) -> tuple[RoundLine, ...]:
    after = {score.player: before.points_of(score.player) + score.points for score in scores}
    leader = _new_leader(before, after) if event.winner else None
    return tuple(
        RoundLine(
            before.player(score.player),
            score,
            score_words(
                score,
                before.system,
                hand_of(event, score.player),
                went_out=score.player == event.winner,
            ),
            after[score.player],
            takes_lead=score.player == leader,
        )
        for score in scores
    )


def _new_leader(before: Game, after: Mapping[int, int]) -> int | None:
    """Return who alone leads after a round and didn't before it; None if nobody does.

    That is true with and without those who weren't in the round: some have left, some wait for the
    next one. Nobody leads before their first round.
    """
    played = {score.player for past in before.past for score in past.scores}
    everybody = {seat: before.points_of(seat) for seat in played}
    present = {seat: points for seat, points in everybody.items() if seat in after}
    first = _in_front({**everybody, **after})
    is_new = first not in (_in_front(everybody), _in_front(present))
    return first[0] if everybody and is_new and len(first) == 1 else None


def _in_front(totals: Mapping[int, int]) -> list[int]:
    best = min(totals.values(), default=0)
    return [player for player, points in totals.items() if points == best]


def _corrected(game: Game, played: Round, line: RoundLine, *, unscored: int | None) -> RoundLine:
    number = line.player.number
    saved = played.score_of(number)
    return replace(
        line,
        takes_lead=False,
        was=saved.points if saved else unscored,
        before=game.points_of(number),
    )
