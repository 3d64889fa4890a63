"""What a change of the past does to later rounds, in sentences; for undo and for corrections."""

from kalooki_ref.game.consequences import Consequences, moved_rounds
from kalooki_ref.game.state import Game, Round, is_under_way
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.game_words import demand_words, goes_on_words, round_name
from kalooki_ref.words.language import gettext as _


def moved(opened: OpenGame, found: Consequences) -> list[tuple[Round, Round]]:
    """Return the rounds that move: those saved, and the current one if it goes on under way."""
    goes_on = _last(opened.game) == _last(found.game)
    return [
        (before, after)
        for before, after in moved_rounds(opened.game, found.game)
        if before.end or (goes_on and is_under_way(before))
    ]


def moved_words(opened: OpenGame, found: Consequences) -> list[str]:
    """Return a sentence for each round that gets another number, contract or dealer."""
    system = opened.system
    return [
        _(
            "%(old)s counts as %(new)s: %(contract)s, dealt by %(dealer)s.",
            old=round_name(before, system),
            new=round_name(after, system),
            contract=demand_words(after.number, system),
            dealer=opened.game.player(after.dealer).name,
        )
        if before.number != after.number
        else _(
            "%(round)s: dealt by %(dealer)s.",
            round=round_name(after, system),
            dealer=opened.game.player(after.dealer).name,
        )
        for before, after in moved(opened, found)
    ]


def ending_words(opened: OpenGame, found: Consequences) -> str:
    """Return that a game that is over goes on, or that it ends; empty if neither changes."""
    now = found.game.current
    if opened.game.is_over and now:
        return goes_on_words(opened.game, now)
    return "" if opened.game.is_over or now else _("That ends the game.")


def _last(game: Game) -> int:
    return game.past[-1].seq if game.past else 0
