"""Accidents at the table that no rule mentions, and what tables usually do about them."""

from dataclasses import dataclass

from kalooki_ref.words.language import LazyMessage
from kalooki_ref.words.language import lazy_gettext as _l

# The clause on a hand with a card too few or too many, and the one on a false lay.
MISCOUNT, FALSE_LAY = "11.4", "11.2"


@dataclass(frozen=True, slots=True)
class Accident:
    """An accident: its key in URLs, title, what tables do, terms to search for it.

    ``clause`` is the number of the clause that settles what is left, if any.
    """

    key: str
    title: LazyMessage
    words: LazyMessage
    terms: LazyMessage
    clause: str = ""


ACCIDENTS = (
    Accident(
        "drew-two",
        _l("Drew two cards"),
        _l(
            "While you still know which card was the second, put it back on top of the stock. "
            "Once it is among your cards, your hand has one too many."
        ),
        _l("drew two, drew twice, draw two, two cards drawn, drew too many, drawn twice"),
        MISCOUNT,
    ),
    Accident(
        "misdeal",
        _l("Misdeal"),
        _l(
            "Before anybody has drawn, a missing card comes from the stock, and an extra one goes "
            "back into it unseen. If several hands are wrong, the same player deals again. After "
            "the first draw it is a miscounted hand."
        ),
        _l("misdealt, wrong deal, dealt wrong, deal mistake, dealt too many, dealt too few"),
        MISCOUNT,
    ),
    Accident(
        "exposed-card",
        _l("A card was exposed"),
        _l(
            "In the deal, the card goes into the middle of the stock and the next one takes its "
            "place; at the second such card the same player deals again. Later, a card that "
            "somebody shows or drops goes back to the hand and needn’t be played."
        ),
        _l(
            "exposed card, exposed, card shown, dropped card, flipped card, showed a card, misfaced"
        ),
    ),
    Accident(
        "stock-card-seen",
        _l("A stock card was turned over"),
        _l("Shuffle it back into the stock. Nobody gets it, and the turn goes on."),
        _l("stock card seen, looked at the stock, peek, peeked, saw the next card"),
    ),
    Accident(
        "discard-taken-back",
        _l("Took back a discard"),
        _l(
            "A card you have let go of stays on the discard pile. Among friends you may swap it as "
            "long as nobody has done anything since."
        ),
        _l("take back a discard, changed my mind, change a discard, wrong discard, undo a discard"),
    ),
    Accident(
        "out-of-turn",
        _l("Played out of turn"),
        _l(
            "Everything goes back where it was, and the player whose turn it is plays. If another "
            "player has acted since, the turn stands, and a missed one is lost."
        ),
        _l("play out of turn, wrong turn, wrong player, skipped, missed turn, drew out of turn"),
    ),
    Accident(
        "no-discard",
        _l("Forgot to discard"),
        _l(
            "Discard when you notice, if the next player hasn’t drawn yet. After that your hand "
            "has one card too many."
        ),
        _l("forget to discard, no discard, did not discard, didn’t discard"),
        MISCOUNT,
    ),
    Accident(
        "no-draw",
        _l("Forgot to draw"),
        _l("Draw as long as you haven’t discarded. After that your hand has one card too few."),
        _l("forget to draw, no draw, did not draw, didn’t draw"),
        MISCOUNT,
    ),
    Accident(
        "meld-taken-back",
        _l("Took back a meld"),
        _l(
            "Until you discard you may take back what you laid in this turn. A legal meld stays "
            "after that. One that isn’t legal is a false lay."
        ),
        _l("take back a meld, take back a lay, undo a meld, pick up a meld"),
        FALSE_LAY,
    ),
    Accident(
        "wrong-pack",
        _l("A card is missing from the pack"),
        _l(
            "A card found on the floor belongs to the hand that is short, otherwise to the stock. "
            "If the pack turns out to be wrong, the round doesn’t count; earlier rounds stand."
        ),
        _l(
            "missing card, lost card, wrong pack, incomplete pack, card on the floor, extra card "
            "in the pack"
        ),
    ),
    Accident(
        "wrong-score",
        _l("A score was written down wrong"),
        _l(
            "Correct it when you notice, in a later round, too. When the game is over and "
            "everybody has agreed, it stands."
        ),
        _l("wrong score, score mistake, adding mistake, wrong total, correct a score"),
    ),
)
