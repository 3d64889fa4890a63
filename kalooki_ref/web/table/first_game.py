"""The cards on the table page of the first game that a phone records, each put away once."""

from flask import Blueprint, Response, request

from kalooki_ref.web.shared.device import remember, this_device, to_table
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import number_in
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.words.first_game_words import FirstCard, first_cards

blueprint = Blueprint("first_game", __name__)

MOST_CARDS = 3


def cards_left(opened: OpenGame, *, pack: str, facts: tuple[str, str]) -> tuple[FirstCard, ...]:
    """Return the cards that this phone hasn't put away; none after the first round."""
    device = this_device()
    is_first = not opened.game.past and set(device.games) <= {opened.id}
    if not is_first or not viewer_of(opened.id).records:
        return ()
    return first_cards(opened.game, pack=pack, facts=facts)[device.cards_away :]


@blueprint.post("/g/<game_id>/first-game")
def put_away(opened: OpenGame) -> Response:
    """Remember on this phone that this card and all earlier ones were put away."""
    card = number_in(request.form.get("card", ""), most=MOST_CARDS) or 0
    return remember(to_table(opened.id), cards_away=max(card, this_device().cards_away))
