"""Everybody gets a card: the page of a finished game's awards, and of a circle's new records."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint

from kalooki_ref.game.awards import awards_of
from kalooki_ref.game.state import Game, Player
from kalooki_ref.records.bests import broken_in
from kalooki_ref.web.circles.circle import opened_circle
from kalooki_ref.web.circles.remembering import circle_known_of
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.award_words import award_words, awardee_words, title_words
from kalooki_ref.words.figure_words import record_words, rules_names
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("awards", __name__)


@dataclass(frozen=True, slots=True)
class AwardCard:
    """A player's card in words: the title, what it is for, and who got it.

    ``is_record`` if it is for a record of the game's circle.
    """

    player: Player
    title: str
    words: str
    awardee: str
    # Name and total.
    signature: str
    is_record: bool = False


@blueprint.get("/g/<game_id>/cards")
def show(opened: OpenGame) -> str:
    """Show a card for every player; until the game is over, a note that there will be one."""
    return render(
        "table/awards.html",
        table=opened,
        game=opened.game,
        cards=all_cards(opened),
        date=date_words(opened.evening),
    )


def all_cards(opened: OpenGame) -> tuple[AwardCard, ...]:
    """Return everybody's card, the winner's first, then one for each new record of the circle.

    Only phones that remember the circle show its records.
    """
    cards = _award_cards(opened.game)
    return (*cards, *_record_cards(opened)) if cards else ()


def _record_cards(opened: OpenGame) -> Iterator[AwardCard]:
    known = circle_known_of(opened.id)
    if known is None:
        return
    games = opened_circle(*known)
    key = next((key for key, game_id in games.game_ids.items() if game_id == opened.id), "")
    names = rules_names(games.games)
    for best in broken_in(key, games.games):
        one = best.game.player(best.person)
        if one is None or best.person not in games.people:
            continue
        player = opened.game.player(one.number)
        words = record_words(best, names.get(best.rules, ""))
        yield AwardCard(
            player,
            _("New Record"),
            _("%(record)s: %(number)s.", record=words, number=signed(best.value)),
            _("%(name)s, in %(circle)s", name=player.name, circle=games.name),
            _("%(name)s, %(points)s", name=player.name, points=signed(one.total)),
            is_record=True,
        )


def _award_cards(game: Game) -> tuple[AwardCard, ...]:
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
