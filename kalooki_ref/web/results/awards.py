"""Everybody gets a card: the page of a finished game's awards."""

from dataclasses import dataclass

from flask import Blueprint

from kalooki_ref.game.awards import awards_of
from kalooki_ref.game.state import Game, Player
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.award_words import award_words, awardee_words, title_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("awards", __name__)


@dataclass(frozen=True, slots=True)
class AwardCard:
    """A player's card in words: the title, what it is for, and who got it."""

    player: Player
    title: str
    words: str
    awardee: str
    # Name and total.
    signature: str


@blueprint.get("/g/<game_id>/cards")
def show(opened: OpenGame) -> str:
    """Show a card for every player; before the game is over, that there will be some."""
    return render(
        "results/awards.html",
        table=opened,
        game=opened.game,
        cards=award_cards(opened.game),
        date=date_words(opened.evening),
    )


def award_cards(game: Game) -> tuple[AwardCard, ...]:
    """Return the cards, the winner's first."""
    return tuple(
        AwardCard(
            award.standing.player,
            title_words(award),
            award_words(game, award),
            awardee_words(award),
            _("%(name)s, %(points)s", name=award.standing.player.name,
              points=signed(award.standing.points)),
        )
        for award in awards_of(game)
    )  # fmt: skip
