"""A player counts the own hand on the own phone; the scorekeeper's form gets it as typed there."""

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from kalooki_ref.game.state import Round
from kalooki_ref.store.drafts import get_draft, merge_draft
from kalooki_ref.web.access.device import see_other
from kalooki_ref.web.access.open_game import OpenGame, open_game, round_at_hand
from kalooki_ref.web.access.roles import viewer_of
from kalooki_ref.web.forms.query import picker_facts
from kalooki_ref.web.messages.game_words import round_name
from kalooki_ref.web.round.round_form import HandForm
from kalooki_ref.web.round.round_page import draft_name, own_hand_in, worth_of_cards

blueprint = Blueprint("own_hand", __name__, url_prefix="/g/<game_id>/hand")


@blueprint.get("")
def show(game_id: str) -> str:
    """Show the own hand as it was sent, or an empty form."""
    opened, played = _playing(game_id)
    draft = get_draft(opened.id, draft_name(opened.game))
    sent = own_hand_in(draft, _seat(opened, played))
    hand = HandForm(MultiDict(zip(("points", "cards"), sent, strict=False)))
    return _page(opened, played, hand, is_sent=bool(sent))


@blueprint.post("")
def send(game_id: str) -> ResponseReturnValue:
    """Put the own hand into the scorekeeper's form; it counts once the round is saved."""
    opened, played = _playing(game_id)
    seat, hand = _seat(opened, played), HandForm(request.form)
    form = draft_name(opened.game)
    if request.form.get("form") != form:
        hand.points.errors = [
            _("Another round has begun. Is this your hand in it? Then send it again.")
        ]
        return _page(opened, played, hand), 409
    is_fit = hand.validate() and hand.fits(opened.system)
    if is_fit and not hand.is_known:
        hand.points.errors = [_("Enter the points you have left. Type 0 if none.")]
    if not (is_fit and hand.is_known):
        return _page(opened, played, hand), 422
    points, cards = hand.points.text, hand.cards.text
    at = f"hands-{played.seats.index(seat)}"
    fields = {f"{at}-points": [points], f"{at}-cards": [cards], f"own-{seat}": [points, cards]}
    merge_draft(game_id, form, fields)
    return see_other(url_for("own_hand.show", game_id=game_id))


def _playing(game_id: str) -> tuple[OpenGame, Round]:
    opened = open_game(game_id)
    return opened, round_at_hand(opened)


def _seat(opened: OpenGame, played: Round) -> int:
    """Return the player this phone is for; answers 404 for one who isn't in the round."""
    player = viewer_of(opened.id).player
    if player not in played.seats:
        abort(404, _("This phone has no seat in this round. Choose one under Other phones."))
    return player


def _page(opened: OpenGame, played: Round, hand: HandForm, *, is_sent: bool = False) -> str:
    game = opened.game
    name = game.player(_seat(opened, played)).name
    return render_template(
        "own_hand/show.html",
        table=opened,
        game=game,
        name=name,
        round_name=round_name(played, opened.system),
        form=draft_name(game),
        hand=hand,
        is_sent=is_sent,
        errors=[
            (field.short_name, str(error))
            for field in (hand.points, hand.cards)
            for error in field.errors
        ],
        picker=picker_facts(opened.system, game.pack),
        worth=worth_of_cards(opened.system),
    )
