"""What a correction changed in a player's hand of a saved round, in words."""

from collections.abc import Iterator

from kalooki_ref.game.events import HandLeft, RoundEnded
from kalooki_ref.game.round_scores import hand_of
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.card_words import Message, filled, row_of
from kalooki_ref.words.language import gettext as _

UNKNOWN = "–"


def held(hand: HandLeft) -> Message:
    """Return the cards or points left: "42"."""
    if hand.cards is not None:
        return row_of(hand.cards)
    return (UNKNOWN if hand.count is None else str(hand.count),)


def penalty_changes(old: RoundEnded, new: RoundEnded, player: int) -> Iterator[Message]:
    """Yield what changed besides the cards left: "overcalls: 0 → 1"."""
    before, after = hand_of(old, player), hand_of(new, player)
    for sentence, was, now in (
        (_("overcalls: %(old)s → %(new)s"), before.overcalls, after.overcalls),
        (_("false lays: %(old)s → %(new)s"), before.false_lays, after.false_lays),
        (_("agreed at the table: %(old)s → %(new)s"), signed(before.fine), signed(after.fine)),
        (_("laid while barred: %(old)s → %(new)s"), _barred(before), _barred(after)),
    ):
        if was != now:
            yield filled(sentence, old=was, new=now)
    # The form doesn't ask whether the winner is down, nor about anyone in a void round.
    is_asked = after.is_down is False or not {player, None} & {old.winner, new.winner}
    if is_asked and before.is_down != after.is_down:
        was, now = _down(before), _down(after)
        yield filled(_("came down: %(old)s → %(new)s"), old=was, new=now)


def _barred(hand: HandLeft) -> Message:
    return row_of(hand.barred) or (UNKNOWN,)


def _down(hand: HandLeft) -> str:
    if hand.is_down is None:
        return UNKNOWN
    return _("yes") if hand.is_down else _("no")
