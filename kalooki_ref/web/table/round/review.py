"""The review of a round before it is saved: scores, and questions about contradictions."""

from dataclasses import dataclass, replace
from functools import cached_property

from flask import request

from kalooki_ref.game import round_end
from kalooki_ref.game.consequences import Consequences, consequences
from kalooki_ref.game.events import EntryAmended, RoundEnded
from kalooki_ref.game.record import Entry
from kalooki_ref.game.round_scores import hand_of
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switches import switch_of
from kalooki_ref.web.results.later_rounds import ending_words, moved_words
from kalooki_ref.web.shared.append import reason_sent
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table.round import round_page
from kalooki_ref.web.table.round.round_lines import RoundLine, corrected_lines, round_lines
from kalooki_ref.words.amounts import capital
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.proofs import proof_words
from kalooki_ref.words.rule_words import choice_label
from kalooki_ref.words.verdicts import say_plain

# Fields that the review shows itself; all others are passed on as hidden fields.
OWN_FIELDS = ("step", "bent", "bent_for", "insist", "word", "key", "base")


@dataclass(frozen=True, slots=True)
class BendProof:
    """Evidence for a bent board in words, and whether it is proof.

    ``is_one_turn`` if it says why the player must have come down and gone out in one turn.
    """

    words: str
    is_proved: bool
    is_one_turn: bool


@dataclass(frozen=True, slots=True)
class RoundQuestion:
    """A contradiction in a round, and the clause it breaks, if any."""

    words: str
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """The scores of the round, bent or not, and the questions about it."""

    is_bent: bool
    lines: tuple[RoundLine, ...]
    questions: tuple[RoundQuestion, ...]


@dataclass(frozen=True)
class Review:
    """A round as it would be saved, and as it would be if the board were bent."""

    page: round_page.RoundPage
    event: RoundEnded

    @cached_property
    def found(self) -> Consequences:
        """What a correction does to the rounds after it."""
        opened, seq = self.page.opened, self.page.played.seq
        change = Entry(opened.version + 1, EntryAmended(seq, self.event))
        return consequences(opened.system, opened.entries, (change,))

    @property
    def moved(self) -> list[str]:
        """A sentence for each later round that a correction moves."""
        return moved_words(self.page.opened, self.found) if self.page.is_correction else []

    @property
    def ending(self) -> str:
        """Whether a correction lets the game go on, or ends it; empty if neither."""
        return ending_words(self.page.opened, self.found) if self.page.is_correction else ""

    @property
    def can_bend(self) -> bool:
        """Whether going out may bend the board at this table."""
        return bool(self.page.opened.system.bend) and self.event.winner is not None

    @property
    def asks_bent(self) -> bool:
        """Whether to ask about a bent board; a correction asks only about another winner."""
        was = self.page.played.winner if self.page.is_correction else None
        return self.can_bend and self.event.winner != was

    @property
    def answers(self) -> tuple[tuple[str, str, str], ...]:
        """The answers to "bent board?": value, label, and effect on the scores."""
        switch = switch_of("bend")
        effect = choice_label(self.page.opened.system, switch) if switch else ""
        return ("no", _("No"), _("Scores stay")), ("yes", _("Yes"), capital(effect))

    @cached_property
    def proof(self) -> BendProof | None:
        """Why the board must have bent, as far as the record shows; None if it doesn't."""
        winner, opened = self.event.winner, self.page.opened
        if winner is None:
            return None
        overcalls = hand_of(self.event, winner).overcalls
        proof = round_end.bend_proof(opened.game, self.page.played, winner, overcalls=overcalls)
        if proof not in round_end.PROVES + round_end.HINTS:
            return None
        return BendProof(
            proof_words(proof, opened.game.player(winner).name),
            is_proved=proof in round_end.PROVES,
            is_one_turn=proof is not round_end.Proof.MAY_BE_ONE_TURN,
        )

    @property
    def lacks_answer(self) -> bool:
        """Whether "bent board?" is still to be answered.

        Without an answer it is "No", except where the record proves a bent board, or hints at one
        at a table that records calls: there a wrong "No" would cost points, so the answer is
        required.
        """
        form, proof = self.page.form, self.proof
        is_hint = bool(self.page.played.calls and proof and proof.is_one_turn)
        is_open = is_hint or bool(proof and proof.is_proved)
        is_answered = "bent" in request.form and form.bent_for.data == form.winner.data
        return self.asks_bent and is_open and not (self.event.bent or is_answered)

    @cached_property
    def outcomes(self) -> tuple[RoundOutcome, ...]:
        """The outcomes: not bent, then bent if that is possible."""
        return tuple(self._outcome(is_bent=bent) for bent in (False, True)[: 1 + self.can_bend])

    @property
    def chosen(self) -> RoundOutcome:
        return self.outcomes[int(self.event.bent)]

    @property
    def always_questioned(self) -> tuple[RoundQuestion, ...]:
        """The questions common to both outcomes."""
        first = self.outcomes[0].questions
        return tuple(
            question
            for question in first
            if all(question in other.questions for other in self.outcomes)
        )

    def _outcome(self, *, is_bent: bool) -> RoundOutcome:
        game, played = self.page.opened.game, self.page.played
        event = replace(self.event, bent=is_bent, bend_stands=is_bent)
        lines = corrected_lines if self.page.is_correction else round_lines
        return RoundOutcome(
            is_bent,
            lines(game, played, event),
            tuple(
                self._question(warning) for warning in round_end.round_warnings(game, played, event)
            ),
        )

    def _question(self, warning: round_end.RoundWarning) -> RoundQuestion:
        opened = self.page.opened
        words = say_plain(warning.finding, opened.system)
        if warning.player is not None:
            name = opened.game.player(warning.player).name
            words = _("%(name)s: %(question)s", name=name, question=words)
        return RoundQuestion(words, warning.finding.clause_in(opened.system))


def insisted(review: Review) -> RoundEnded:
    """Return the event to save, marked as overruled if its questions were insisted on."""
    form, event = review.page.form, review.event
    if not review.chosen.questions or not form.insist.data:
        return event
    game, played = review.page.opened.game, review.page.played
    codes = [warning.finding.code for warning in round_end.round_warnings(game, played, event)]
    return replace(event, overruled=reason_sent(), bend_stands=Code.NOT_BENT in codes)


def review_shown(review: Review, *, unanswered: str = "") -> str:
    """Render the review; ``unanswered`` is the field of a question that must be answered first."""
    page = review.page
    winner = review.event.winner
    game = page.opened.game
    return render(
        "table/round/review.html",
        round_page.parts_of(page),
        review=review,
        winner=game.player(winner).name if winner else "",
        void_words=round_page.void_words(page),
        typed=_typed(page),
        news_address=page.news_address,
        unanswered=unanswered,
    )


def _typed(page: round_page.RoundPage) -> list[tuple[str, str]]:
    if request.method != "POST":
        return [("winner", str(page.form.winner.data))]
    return [pair for pair in request.form.items(multi=True) if pair[0] not in OWN_FIELDS]
