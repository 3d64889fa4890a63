"""Penalties that a saved round keeps when a call or lay recorded in it is undone or restored."""

from collections.abc import Iterator

from kalooki_ref.game.consequences import Consequences
from kalooki_ref.game.round_scores import hand_of
from kalooki_ref.game.state import Round, overcalls
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.entry_words import name_of
from kalooki_ref.words.game_words import short_round_name
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext


def kept_words(opened: OpenGame, found: Consequences) -> list[tuple[int, str]]:
    """Return a sentence for each count that no longer agrees with the record.

    Each comes with the index of its round before the change, from 1.
    """
    after = {played.seq: played for played in found.game.past if played.is_scored}
    return [
        (index, sentence)
        for index, played in enumerate(opened.game.past, 1)
        if played.seq in after
        for sentence in _kept(opened, played, after[played.seq])
    ]


def _kept(opened: OpenGame, before: Round, after: Round) -> Iterator[str]:
    for place in after.places:
        earlier = before.place_of(place.player)
        if earlier is None or after.end is None:
            continue
        hand = hand_of(after.end, place.player)
        about = {
            "round": short_round_name(after.number),
            "name": name_of(opened, place.player),
        }
        calls = overcalls(opened.game, place)
        if overcalls(opened.game, earlier) != calls != hand.overcalls:
            yield ngettext(
                "%(round)s still counts %(num)s overcall for %(name)s.",
                "%(round)s still counts %(num)s overcalls for %(name)s.",
                hand.overcalls,
                **about,
            )
        if earlier.false_lays != place.false_lays != hand.false_lays:
            yield ngettext(
                "%(round)s still counts %(num)s false lay for %(name)s.",
                "%(round)s still counts %(num)s false lays for %(name)s.",
                hand.false_lays,
                **about,
            )
        if hand.barred and earlier.barred != place.barred != hand.barred:
            yield _("%(round)s still counts cards that %(name)s laid while barred.", **about)
