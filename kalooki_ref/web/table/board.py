"""The page of the current round's board; recording it is optional."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from kalooki_ref.game.round_end import Proof, bend_proof
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.rulings.shown_board import board_of
from kalooki_ref.web.shared.device import to_table
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.proofs import hint_words

blueprint = Blueprint("board", __name__, url_prefix="/g/<game_id>/board")


@blueprint.get("")
def show(opened: OpenGame) -> ResponseReturnValue:
    """Show the board: the players who are down, and their melds."""
    game, current = opened.game, opened.game.current
    if current is None:
        return to_table(opened.id)
    unplayed = dict.fromkeys(current.unplayed_jokers)
    return render(
        "table/board.html",
        table=opened,
        game=game,
        system=game.system,
        board=board_of(opened),
        benders=benders(game, current),
        unplayed=", ".join(game.player(seat).name for seat in unplayed),
        reuse_clause=game.system.clause_for(Code.JOKER_NOT_REUSED),
    )


def benders(game: Game, current: Round) -> tuple[str, ...]:
    """Return hints about who might bend the board by going out now."""
    found: dict[Proof, list[str]] = {}
    for place in current.places:
        proof = bend_proof(game, current, place.player)
        if proof is not None and (current.calls or proof is not Proof.NEVER_CALLED):
            found.setdefault(proof, []).append(game.player(place.player).name)
    return hint_words(found)
