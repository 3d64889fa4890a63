"""Lays written down with their cards: coming down, further melds, a false lay taken back."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import MeldsLaid
from kalooki_ref.referee.lay import counted
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.verdict import Answer, Assumption, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.access.append import is_repeat, reason_sent
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.board.board import BoardQuestion, board_parts, noted, player_in, questioned
from kalooki_ref.web.board.lay_form import LayForm, builders_in, lay_fields, lay_form, with_turn
from kalooki_ref.web.check.answers import meld_rows
from kalooki_ref.web.check.reading import as_melds
from kalooki_ref.web.messages.amounts import melds_of
from kalooki_ref.web.messages.rule_words import false_lay_words
from kalooki_ref.web.messages.rulings import Ruling, ruling_of
from kalooki_ref.web.messages.verdicts import answer_word, opening_words, say_assumption

blueprint = Blueprint("lays", __name__, url_prefix="/g/<game_id>/board/lay")


@blueprint.get("")
def show(game_id: str) -> str:
    """Show the form, as far as the address fills it in."""
    table = open_game(game_id)
    player = player_in(request.args, table.game)
    fields = lay_fields(table, request.args.getlist("meld"))
    return _page(table, with_turn(table, LayForm(player, fields), request.args))


@blueprint.post("")
def lay(game_id: str) -> ResponseReturnValue:
    """Write a lay down; what is not legal is questioned first, and never refused."""
    table = open_game(game_id)
    sent = lay_form(table)
    if sent.errors or sent.player is None:
        return _page(table, sent), 422
    name = table.game.player(sent.player).name
    if request.form.get("returned"):
        costs = false_lay_words(table.system)
        said = _("%(name)s takes the cards back.", name=name)
        return noted(table, MeldsLaid(sent.player, returned=True), f"{said} {costs}")
    event = MeldsLaid(
        sent.player,
        _melds(table, sent),
        builders=builders_in(sent.builders),
        goes_out=sent.goes_out,
        later=sent.is_later,
    )
    verdict = judge_event(table.game, event)
    word = reason_sent()
    if verdict.legal or word or is_repeat(table):
        kept = replace(event, overruled="" if verdict.legal else word)
        return noted(table, kept, _said(table, name, event.melds, verdict))
    return _questioned(table, sent, event.melds, verdict)


def _page(table: OpenGame, sent: LayForm) -> str:
    is_fresh = not sent.laid and not sent.errors
    return render_template(
        "board/lay.html",
        **board_parts(table),
        sent=sent,
        costs=false_lay_words(table.system),
        draft=f"lay-{table.id}-{len(table.game.past) + 1}",
        is_fresh=is_fresh,
        faults=dict(sent.errors),
    )


def _melds(table: OpenGame, sent: LayForm) -> tuple[Meld, ...]:
    cards = [typed.cards for _at, typed in sent.laid]
    return as_melds(cards, table.system, table.game.contract)


def _said(table: OpenGame, name: str, melds: tuple[Meld, ...], verdict: Verdict) -> str:
    if not melds:
        return _("%(name)s is down.", name=name)
    words = melds_of(counted(melds).name, table.system)
    said = _("%(name)s lays %(melds)s.", name=name, melds=words)
    how = opening_words(verdict.opening, table.system) if verdict.legal else ""
    unrecorded = Assumption.CALLS_UNRECORDED
    proves = say_assumption(unrecorded, table.system) if unrecorded in verdict.assumes else ""
    return " ".join(words for words in (said, how, proves) if words)


def _questioned(
    table: OpenGame, sent: LayForm, melds: tuple[Meld, ...], verdict: Verdict
) -> ResponseReturnValue:
    texts = [typed.text for _at, typed in sent.laid]
    again: dict[str, Any] = dict(sent.again)
    is_turn_asked = Code.MELD_AFTER_TACK in verdict.codes
    ruling = _ruling(verdict, table)
    question = BoardQuestion(
        title=_("Was it one turn?") if is_turn_asked else _("Can this be laid?"),
        ruling=ruling,
        action=request.script_root + request.path,
        fields=(
            ("player", str(sent.player)),
            *(("meld", text) for text in texts),
            *sent.again,
        ),
        back=url_for(
            "lays.show",
            game_id=table.id,
            player=sent.player,
            meld=texts,
            **again,
        ),
        rows=meld_rows(melds, ruling, table.system),
        returned=_("False lay: cards back"),
        returned_costs=false_lay_words(table.system),
        later=_later_words(table, sent) if is_turn_asked else "",
        draft=f"lay-{table.id}-{len(table.game.past) + 1}",
    )
    return questioned(table, question)


def _ruling(verdict: Verdict, table: OpenGame) -> Ruling:
    """Return the ruling; whether it was one turn the book cannot tell for certain."""
    ruling = ruling_of(verdict, table.system)
    if verdict.codes != (Code.MELD_AFTER_TACK,):
        return ruling
    return replace(ruling, answer=Answer.UNCLEAR.value, word=answer_word(Verdict(unclear=True)))


def _later_words(table: OpenGame, sent: LayForm) -> str:
    name = table.game.player(sent.player).name if sent.player else ""
    return _(
        "History says %(name)s tacked, and nobody else has done anything since. If %(name)s laid "
        "this in a later turn, record it anyway.",
        name=name,
    )
