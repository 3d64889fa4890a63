"""The review of a round before it is saved: who went out, bent or not, one line a player."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import render_template, request
from flask_babel import gettext as _

from kalooki_ref.cards import Card
from kalooki_ref.game.events import RoundEnded
from kalooki_ref.game.fold import hand_of, scores_of
from kalooki_ref.game.round_end import (
    HINTS,
    PROVES,
    Proof,
    RoundWarning,
    bend_proof,
    round_warnings,
)
from kalooki_ref.game.state import Score
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.messages.score_words import score_words
from kalooki_ref.web.messages.verdicts import say_plain
from kalooki_ref.web.round.page import RoundPage

ASKED_HERE = ("step", "bent", "bent_for", "insist", "word", "key", "base")
"""Fields that the review shows itself; all others it sends on as they were typed."""


@dataclass(frozen=True, slots=True)
class Line:
    """What the round brings one player: "Bob" "15, doubled 30", 83 before and 113 after."""

    name: str
    words: str
    before: int
    after: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the round comes to, bent or not, and what is questioned about it."""

    is_bent: bool
    lines: tuple[Line, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True)
class Review:
    """A round as it would be saved, and as it would be if the board were bent."""

    page: RoundPage
    event: RoundEnded

    @property
    def can_bend(self) -> bool:
        """Whether going out may bend the board at this table."""
        return bool(self.page.table.system.bend) and self.event.winner is not None

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What the round comes to: not bent first, then bent where that can be."""
        return tuple(self._outcome(is_bent=bent) for bent in (False, True)[: 1 + self.can_bend])

    @property
    def chosen(self) -> Outcome:
        """The outcome that the form says."""
        return self.outcomes[int(self.event.bent)]

    @property
    def always_asked(self) -> tuple[str, ...]:
        """The questions that stand whether the board was bent or not."""
        first = self.outcomes[0].questions
        return tuple(one for one in first if all(one in other.questions for other in self.outcomes))

    def _outcome(self, *, is_bent: bool) -> Outcome:
        game, played = self.page.table.game, self.page.played
        event = replace(self.event, bent=is_bent, bend_stands=is_bent)
        scores = scores_of(game, played, event)
        return Outcome(
            is_bent,
            tuple(self._line(score, event) for score in scores),
            tuple(self._question(warning) for warning in round_warnings(game, played, event)),
        )

    def _line(self, score: Score, event: RoundEnded) -> Line:
        game = self.page.table.game
        was = self.page.played.score_of(score.player)
        before = game.points_of(score.player) - (was.points if was else 0)
        hand = hand_of(event, score.player)
        return Line(
            game.player(score.player).name,
            score_words(score, game.system, hand, went_out=score.player == event.winner),
            before,
            before + score.points,
            hand.cards or (),
        )

    def _question(self, warning: RoundWarning) -> str:
        said = say_plain(warning.finding, self.page.table.system)
        if warning.player is None:
            return said
        name = self.page.table.game.player(warning.player).name
        return _("%(name)s: %(question)s", name=name, question=said)


def reviewed(page: RoundPage) -> Review:
    """Return the review of what a valid form says."""
    return Review(page, page.form.event())


def settled(review: Review) -> RoundEnded:
    """Return what is saved: what was questioned carries the table's word that it is right."""
    form, event = review.page.form, review.event
    if not review.chosen.questions or not form.insist.data:
        return event
    game, played = review.page.table.game, review.page.played
    codes = [warning.finding.code for warning in round_warnings(game, played, event)]
    return replace(event, overruled=form.reason, bend_stands=Code.NOT_BENT in codes)


def review_shown(review: Review, *, is_refused: bool = False) -> str:
    """Return the review as a page; ``is_refused`` when it was sent with a question unanswered."""
    page = review.page
    winner = review.event.winner
    game = page.table.game
    return render_template(
        "round/review.html",
        **page.shared,
        review=review,
        winner=game.player(winner).name if winner else "",
        dealer=game.player(page.played.dealer).name,
        proof=_proof(review),
        typed=_typed(page),
        is_refused=is_refused,
    )


def _typed(page: RoundPage) -> list[tuple[str, str]]:
    if request.method != "POST":
        return [("winner", str(page.form.winner.data))]
    return [pair for pair in request.form.items(multi=True) if pair[0] not in ASKED_HERE]


def _proof(review: Review) -> dict[str, Any] | None:
    """Return what the record says for a bent board, in words; None where it says nothing."""
    winner, table = review.event.winner, review.page.table
    if winner is None:
        return None
    overcalls = hand_of(review.event, winner).overcalls
    proof = bend_proof(table.game, review.page.played, winner, overcalls=overcalls)
    if proof not in PROVES + HINTS:
        return None
    words = {"name": table.game.player(winner).name, "bent": _(table.system.words.bent)}
    return {"is_proved": proof in PROVES, "words": _PROOFS[proof](words)}


_PROOFS = {
    Proof.SAID_OUT: lambda v: _("%(name)s came down and went out in the same turn.", **v),
    Proof.WHOLE_HAND: lambda v: _("%(name)s's lay used every card but the discard.", **v),
    Proof.NEVER_CALLED: lambda v: _(
        "No call by %(name)s is recorded. Without a call, coming down leaves one card to discard.",
        **v,
    ),
    Proof.NOT_DOWN_BEFORE: lambda v: _("%(name)s isn't recorded as down, others are.", **v),
    Proof.MAY_BE_ONE_TURN: lambda v: _(
        "%(name)s came down, and nothing is recorded after that.", **v
    ),
}
