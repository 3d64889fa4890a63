"""The end of a round: typed, reviewed, saved; shown line by line; corrected."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.cards import Cards
from kalooki_ref.game import round_end
from kalooki_ref.game.events import EntryAmended, RoundEnded
from kalooki_ref.game.fold import hand_of, scores_of
from kalooki_ref.game.state import Round, Score
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import Clause, RuleSystem
from kalooki_ref.rules.switches import NUMBERS
from kalooki_ref.store.drafts import end_draft
from kalooki_ref.store.event_store import entries_since
from kalooki_ref.store.tables import Stale
from kalooki_ref.web.append import (
    clashing,
    is_repeat,
    no_entry,
    reason_sent,
    stamp_sent,
    written,
)
from kalooki_ref.web.device import see_other
from kalooki_ref.web.forms.query import whole_number
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.web.round import round_page
from kalooki_ref.web.round.own_counts import OWN, draft_name
from kalooki_ref.words.amounts import score_words
from kalooki_ref.words.faults import proof_words
from kalooki_ref.words.game_words import contract_words, round_name
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import pgettext
from kalooki_ref.words.verdicts import say_plain

blueprint = Blueprint("rounds", __name__)

OWN_FIELDS = ("step", "bent", "bent_for", "insist", "word", "key", "base")
"""Fields that the review shows itself; all others it sends on as they were typed."""


@dataclass(frozen=True, slots=True)
class RoundOutcomeLine:
    """What the round brings one player: "Bob" "15, doubled 30", 83 before and 113 after.

    A correction compares the game's totals, ``before`` as it stands and ``after`` as corrected;
    ``was`` are the points of the round as it was saved, else None.
    """

    name: str
    words: str
    points: int
    before: int
    after: int
    cards: Cards
    was: int | None = None

    @property
    def is_changed(self) -> bool:
        """Whether the line is new, or reads differently from the round as it was saved."""
        return self.was != self.points


@dataclass(frozen=True, slots=True)
class RoundQuestion:
    """One thing about a round that can't be right, and the rule it breaks, if one does."""

    words: str
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What the round comes to, bent or not, and what is questioned about it."""

    is_bent: bool
    lines: tuple[RoundOutcomeLine, ...]
    questions: tuple[RoundQuestion, ...]


@dataclass(frozen=True)
class Review:
    """A round as it would be saved, and as it would be if the board were bent."""

    page: round_page.RoundPage
    event: RoundEnded

    @property
    def can_bend(self) -> bool:
        """Whether going out may bend the board at this table."""
        return bool(self.page.opened.system.bend) and self.event.winner is not None

    @cached_property
    def outcomes(self) -> tuple[RoundOutcome, ...]:
        """What the round comes to: not bent first, then bent where that can be."""
        return tuple(self._outcome(is_bent=bent) for bent in (False, True)[: 1 + self.can_bend])

    @property
    def chosen(self) -> RoundOutcome:
        return self.outcomes[int(self.event.bent)]

    @property
    def always_questioned(self) -> tuple[RoundQuestion, ...]:
        """The questions that stand whether the board was bent or not."""
        first = self.outcomes[0].questions
        return tuple(one for one in first if all(one in other.questions for other in self.outcomes))

    def _outcome(self, *, is_bent: bool) -> RoundOutcome:
        game, played = self.page.opened.game, self.page.played
        event = replace(self.event, bent=is_bent, bend_stands=is_bent)
        scores = scores_of(game, played, event)
        return RoundOutcome(
            is_bent,
            tuple(self._line(score, event) for score in scores),
            tuple(
                self._question(warning) for warning in round_end.round_warnings(game, played, event)
            ),
        )

    def _line(self, score: Score, event: RoundEnded) -> RoundOutcomeLine:
        game = self.page.opened.game
        saved = self.page.played.score_of(score.player)
        was = saved.points if saved else 0
        total = game.points_of(score.player)
        hand = hand_of(event, score.player)
        return RoundOutcomeLine(
            game.player(score.player).name,
            score_words(score, game.system, hand, went_out=score.player == event.winner),
            score.points,
            before=total,
            after=total - was + score.points,
            cards=hand.cards or (),
            was=was if self.page.is_correction else None,
        )

    def _question(self, warning: round_end.RoundWarning) -> RoundQuestion:
        opened = self.page.opened
        words = say_plain(warning.finding, opened.system)
        if warning.player is not None:
            name = opened.game.player(warning.player).name
            words = _("%(name)s: %(question)s", name=name, question=words)
        return RoundQuestion(words, _clause_of(warning.finding, opened.system))


def _clause_of(finding: Finding, system: RuleSystem) -> Clause | None:
    """Return the rule that is broken; overcalls and false lays are barred by rules of their own."""
    if finding.needed != round_end.Proof.LAID_FALSELY:
        return system.clause_for(finding.code)
    number = NUMBERS["false_lay"]
    return next((clause for clause in system.clauses if clause.number == number), None)


def insisted(review: Review) -> RoundEnded:
    """Return what is saved: what was questioned carries the table's word that it is right."""
    form, event = review.page.form, review.event
    if not review.chosen.questions or not form.insist.data:
        return event
    game, played = review.page.opened.game, review.page.played
    codes = [warning.finding.code for warning in round_end.round_warnings(game, played, event)]
    return replace(event, overruled=reason_sent(), bend_stands=Code.NOT_BENT in codes)


def review_shown(review: Review, *, is_refused: bool = False) -> str:
    """Return the review as a page; ``is_refused`` when it was sent with a question unanswered."""
    page = review.page
    winner = review.event.winner
    game = page.opened.game
    return render_template(
        "round/review.html",
        **page.shared,
        review=review,
        winner=game.player(winner).name if winner else "",
        dealer=game.player(page.played.dealer).name,
        proof=_proof(review),
        typed=_typed(page),
        news_address=page.news_address,
        is_refused=is_refused,
    )


def _typed(page: round_page.RoundPage) -> list[tuple[str, str]]:
    if request.method != "POST":
        return [("winner", str(page.form.winner.data))]
    return [pair for pair in request.form.items(multi=True) if pair[0] not in OWN_FIELDS]


def _proof(review: Review) -> dict[str, Any] | None:
    """Return what the record says for a bent board, in words; None where it says nothing."""
    winner, opened = review.event.winner, review.page.opened
    if winner is None:
        return None
    overcalls = hand_of(review.event, winner).overcalls
    proof = round_end.bend_proof(opened.game, review.page.played, winner, overcalls=overcalls)
    if proof not in round_end.PROVES + round_end.HINTS:
        return None
    words = proof_words(proof, opened.game.player(winner).name)
    return {"is_proved": proof in round_end.PROVES, "words": words}


@blueprint.get("/g/<game_id>/round")
def end(opened: OpenGame) -> ResponseReturnValue:
    """Ask how the round at hand ended; ``?winner=`` says who went out, or that nobody did.

    ``?round=`` counts the rounds ended so far and one: Back leads no saved round here again.
    """
    wanted = whole_number(request.args, "round")
    if wanted is not None and wanted <= len(opened.game.past):
        return see_other(url_for("table.show", game_id=opened.id))
    if opened.game.current is None:
        return render_template("round/over.html", table=opened)
    page = round_page.end_page(opened, opened.game.current)
    return (
        review_shown(Review(page, page.form.event()))
        if page.form.is_void
        else round_page.form_shown(page)
    )


@blueprint.post("/g/<game_id>/round")
def write_down(opened: OpenGame) -> ResponseReturnValue:
    """Save the round, or show it for review."""
    if is_repeat(opened):
        return see_other(url_for("table.show", game_id=opened.id))
    if _is_saved_elsewhere(opened):
        flash(_("Already saved by another phone."), "success")
        return no_entry(see_other(url_for("table.show", game_id=opened.id)))
    if opened.game.current is None:
        return _too_late(opened)
    return _sent(round_page.end_page(opened, opened.game.current, sent=request.form))


@blueprint.get("/g/<game_id>/rounds/<int:index>/amend")
def amend(opened: OpenGame, index: int) -> ResponseReturnValue:
    return round_page.form_shown(round_page.correction_page(opened, _past(opened, index)))


@blueprint.post("/g/<game_id>/rounds/<int:index>/amend")
def save_correction(opened: OpenGame, index: int) -> ResponseReturnValue:
    """Correct a saved round, or show the correction for review; History keeps both."""
    return _sent(round_page.correction_page(opened, _past(opened, index), sent=request.form))


@blueprint.get("/g/<game_id>/rounds/<int:index>")
def show(opened: OpenGame, index: int) -> ResponseReturnValue:
    """Show what a round brought everybody, line by line."""
    played = _past(opened, index)
    ended = played.end or RoundEnded(None)
    return render_template(
        "round/show.html",
        table=opened,
        index=index,
        played=played,
        name=round_name(played, opened.system),
        about=_about(opened, played),
        hands={seat: hand_of(ended, seat) for seat in played.seats},
    )


def _about(opened: OpenGame, played: Round) -> list[tuple[str, str]]:
    """Return the facts of a saved round: contract, dealer, starter, calls."""
    game = opened.game
    facts = [
        (_("To come down"), contract_words(game.system.contract_of(played.number), game.system)),
        (_("Dealer"), game.player(played.dealer).name),
    ]
    if played.starter is not None:
        facts.append((pgettext("who", "Started"), game.player(played.starter).name))
    if played.end and played.end.bent and played.winner:
        bent = _("%(name)s, in one turn", name=game.player(played.winner).name)
        facts.append((_(game.system.words.bent).capitalize(), bent))
    if played.calls:
        facts.append((_("Calls recorded"), str(played.calls)))
    return facts


def _is_saved_elsewhere(opened: OpenGame) -> bool:
    """Whether another phone has saved the very round that was sent, with the same counts."""
    last = opened.game.past[-1] if opened.game.past else None
    if last is None or last.end is None or stamp_sent().base >= last.seq:
        return False
    form = round_page.correction_page(opened, last, sent=request.form).form
    return form.validate() and round_end.is_same(form.event(), last.end)


def _too_late(opened: OpenGame) -> ResponseReturnValue:
    """Refuse a round after the last; raises Stale when somebody else wrote the last one down."""
    base = stamp_sent().base
    if base < opened.version:
        raise Stale(opened.id, base=base, version=opened.version)
    return render_template("round/over.html", table=opened), 409


def _past(opened: OpenGame, index: int) -> Round:
    if not 1 <= index <= len(opened.game.past):
        abort(404)
    return opened.game.past[index - 1]


def _sent(page: round_page.RoundPage) -> ResponseReturnValue:
    step = request.form.get("step", "save")
    if step == "edit":
        return round_page.form_shown(page)
    if not page.form.validate():
        return round_page.form_shown(page), 422
    review = Review(page, page.form.event())
    if step == "review":
        return _for_review(review)
    if review.chosen.questions and not page.form.insist.data:
        return review_shown(review, is_refused=True), 422
    return _save(page, insisted(review))


def _for_review(review: Review) -> ResponseReturnValue:
    """Show what the round comes to; raises Stale when somebody else saved it meanwhile."""
    opened, base = review.page.opened, stamp_sent().base
    entry = _entry(review.page, review.event)
    if clashing(opened, entry)(entries_since(opened.id, min(base, opened.version))):
        raise Stale(opened.id, base=base, version=opened.version)
    round_page.keep_draft(review.page)
    return review_shown(review)


def _save(page: round_page.RoundPage, event: RoundEnded) -> ResponseReturnValue:
    entry = _entry(page, event)
    if page.is_correction:
        message = _("%(round)s updated. The earlier version is in History.", round=page.name)
        return written(page.opened, entry, message, back="standings.show")
    answer = written(page.opened, entry, _saved_words(page, event))
    end_draft(page.opened.id, draft_name(page.opened.game), keep=OWN)
    return answer


def _saved_words(page: round_page.RoundPage, event: RoundEnded) -> str:
    """Return what is confirmed: a void round says who deals it again."""
    if event.winner is not None:
        return _("%(round)s saved.", round=page.name)
    dealer = page.opened.game.player(page.played.dealer).name
    number = page.played.number
    if page.opened.system.is_open_ended:
        return _("Hand %(number)s void. %(name)s deals again.", number=number, name=dealer)
    return _("Round %(number)s void. %(name)s deals again.", number=number, name=dealer)


def _entry(page: round_page.RoundPage, event: RoundEnded) -> RoundEnded | EntryAmended:
    return EntryAmended(page.played.seq, event) if page.is_correction else event
