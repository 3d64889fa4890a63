"""What surrounds the form for the end of a round: who played, what is proved, the scores."""

from dataclasses import dataclass
from typing import Any

from flask import render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from kalooki_ref.game.events import RoundEnded
from kalooki_ref.game.fold import hand_of, scores_of
from kalooki_ref.game.state import Round, overcalls
from kalooki_ref.game.turn_tracking import PROVES, Proof, bend_proof
from kalooki_ref.game.warnings import doubts, whole_hand_points
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.store import get_draft
from kalooki_ref.web.access.open_game import OpenGame
from kalooki_ref.web.messages.game_words import contract_words, round_name
from kalooki_ref.web.messages.verdicts import say_plain
from kalooki_ref.web.round.form import VOID, RoundForm, prefilled
from kalooki_ref.web.rulebook import clause_address

LAID_WHILE_BARRED = "11.3"
"""The clause on cards laid in spite of an overcall, by its number."""


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round about to be written down, or amended when it has an end already."""

    table: OpenGame
    played: Round
    form: RoundForm

    @property
    def name(self) -> str:
        """How people call the round."""
        return round_name(self.played, self.table.system)

    @property
    def index(self) -> int:
        """Its place among all rounds played, from 1; 0 for the round at hand."""
        return 0 if self.played.end is None else self.table.game.past.index(self.played) + 1


def end_page(table: OpenGame, played: Round, *, sent: Any = None) -> RoundPage:
    """Return the page for the round at hand: as sent, as half-typed before, or fresh."""
    typed = sent if sent is not None else _draft(table, played)
    form = RoundForm(typed, game=table.game, played=played, **prefilled(played, table.game, None))
    chosen = request.args.get("winner")
    if sent is None and chosen:
        form.winner.data = chosen
    if sent is None and form.winner_number is not None and not typed:
        form.bent.data = _proof(table, played, form) in PROVES
    return RoundPage(table, played, form)


def amend_page(table: OpenGame, played: Round, *, sent: Any = None) -> RoundPage:
    """Return the page for a round in the book: as sent, or as it reads now."""
    told = prefilled(played, table.game, played.end)
    return RoundPage(table, played, RoundForm(sent, game=table.game, played=played, **told))


def draft_name(table: OpenGame) -> str:
    """Return the name under which the half-typed end of the round at hand is kept."""
    return f"round-{len(table.game.past) + 1}"


def shown(page: RoundPage, event: RoundEnded | None = None, *, asked: bool = False) -> str:
    """Return the whole page; with an event also what it comes to and what is in doubt."""
    table, form = page.table, page.form
    name = draft_name(table)
    said = scores_said(page, event, asked=asked)
    return render_template(
        "round/end.html",
        table=table,
        form=form,
        name=page.name,
        contract=contract_words(table.system.contract_of(page.played.number), table.system),
        amending=page.played.end is not None,
        options=_options(page),
        bent_label=_bent_label(page),
        bent_note=_bent_note(page),
        barred_rule=_barred_rule(table.system),
        whole_hand=whole_hand_points(table.game, page.played),
        errors=list(_errors(form)),
        insisting=bool(said["doubts"]) or bool(form.insist.data),
        suits="".join(suit.value for suit in table.system.suits),
        base=request.form.get("base", table.version),
        key=request.form.get("key") if request.method == "POST" else None,
        is_fresh=request.method == "POST",
        draft_key=f"{table.id}-{name}",
        draft_url=url_for("drafts.keep", game_id=table.id, form=name),
        preview_url=url_for("rounds.preview", game_id=table.id, index=page.index or None),
        **said,
    )


def scores_said(page: RoundPage, event: RoundEnded | None, *, asked: bool) -> dict[str, Any]:
    """Return what the scores' piece of the page needs: scores, hands, questions."""
    game = page.table.game
    seats = page.played.seats
    already = {score.player: score.points for score in page.played.scores}
    scores = scores_of(game, page.played, event) if event else ()
    questions = doubts(game, page.played, event) if event and asked else ()
    return {
        "game": game,
        "scores": scores,
        "already": already,
        "hands": {seat: hand_of(event, seat) for seat in seats} if event else {},
        "doubts": [_question(page, doubt.player, doubt.finding) for doubt in questions],
    }


def about_round(table: OpenGame, played: Round) -> list[tuple[str, str]]:
    """Return the facts of a round in the book: contract, dealer, starter, calls."""
    game = table.game
    told = [
        (_("To come down"), contract_words(game.system.contract_of(played.number), game.system)),
        (_("Dealer"), game.player(played.dealer).name),
    ]
    if played.starter is not None:
        told.append((_("Started"), game.player(played.starter).name))
    if played.end and played.end.bent and played.winner:
        bent = _("%(name)s, in one turn", name=game.player(played.winner).name)
        told.append((_(game.system.words.bent).capitalize(), bent))
    if played.calls:
        told.append((_("Calls written down"), str(played.calls)))
    return told


def _question(page: RoundPage, player: int | None, finding: Any) -> str:
    said = say_plain(finding, page.table.system)
    if player is None:
        return said
    return _("%(name)s: %(question)s", name=page.table.game.player(player).name, question=said)


def _options(page: RoundPage) -> list[dict[str, str]]:
    game = page.table.game
    seats = [{"value": str(seat), "label": game.player(seat).name} for seat in page.played.seats]
    note = _("Nothing is scored; the same dealer deals again.")
    return [*seats, {"value": VOID, "label": _("Nobody"), "note": note}]


def _barred_rule(system: RuleSystem) -> dict[str, str] | None:
    """Return the rule on cards laid in spite of an overcall; None where there is none."""
    for clause in system.clauses:
        if clause.number == LAID_WHILE_BARRED:
            return {"number": clause.number, "href": clause_address(clause, system)}
    return None


def _bent_label(page: RoundPage) -> str:
    words = page.table.system.words
    return _("Down and out in one turn: %(bent)s", bent=_(words.bent))


def _bent_note(page: RoundPage) -> str | None:
    proof = _proof(page.table, page.played, page.form)
    return _PROOFS[proof]() if proof else None


def _proof(table: OpenGame, played: Round, form: RoundForm) -> Proof | None:
    winner = form.winner_number
    place = played.place_of(winner) if winner is not None else None
    if place is None:
        return None
    return bend_proof(table.game, played, place.player, overcalls=overcalls(table.game, place))


_PROOFS = {
    Proof.NEVER_CALLED: lambda: _(
        "Never called, so the lay took the whole hand but one card: out at once."
    ),
    Proof.NO_CALL: lambda: _("Never called, and at this table that bends nothing."),
    Proof.JUST_DOWN: lambda: _("Had not come down before, so it was all one turn."),
    Proof.WAS_DOWN: lambda: _("Came down in an earlier turn, says the record."),
    Proof.MAY_BE_ONE_TURN: lambda: _(
        "Came down, and nothing was written since: bent if it was all one turn."
    ),
    Proof.OVERCALLED: lambda: _("Called too often, so going out bends nothing."),
}


def _errors(form: RoundForm) -> list[tuple[str, str]]:
    found = [("winner", str(error)) for error in form.winner.errors]
    for at, (place, hand) in enumerate(form.hand_forms()):
        name = form.game.player(place.player).name
        for field in hand:
            where = f"hands-{at}-{field.short_name}"
            found += [(where, _about(name, str(error))) for error in field.errors]
    return found


def _about(name: str, said: str) -> str:
    return said if name in said else _("%(name)s: %(said)s", name=name, said=said)


def _draft(table: OpenGame, played: Round) -> MultiDict[str, str] | None:
    draft = get_draft(table.id, draft_name(table))
    if draft is None:
        return None
    typed = MultiDict((name, value) for name, values in draft.data.items() for value in values)
    for at, seat in enumerate(played.seats):
        typed[f"hands-{at}-player"] = str(seat)
    return typed
