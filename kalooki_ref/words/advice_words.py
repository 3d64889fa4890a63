"""Advice in words: the headline, each step, and what is left."""

from collections.abc import Iterator, Sequence

from kalooki_ref.cards import Cards
from kalooki_ref.referee.advice.question import Advice, AdvisedMove, JokerMove, Where
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.lay import counted
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.amounts import capital, melds_of
from kalooki_ref.words.card_words import Message, filled, listed
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import ngettext

# The most missing cards named in the headline; further ones are only drawn.
MOST_NAMED = 3


def advice_word(advice: Advice, system: RuleSystem, *, down: bool) -> str:
    """Return the headline: whether the hand comes down or goes out."""
    if advice.bends:
        return _("Down and out: %(bent)s", bent=_(system.words.bent))
    if down:
        return _("Can go out") if advice.goes_out else _("Not out yet")
    return _("Down and out") if advice.goes_out else _("Come down")


def advice_message(advice: Advice, system: RuleSystem, kept: Cards) -> Message:
    """Return what to lay, and the points left after the discard."""
    if advice.goes_out and advice.discard is None:
        return (_("Every card fits somewhere."),)
    if advice.goes_out and advice.discard is not None:
        return filled(_("Discard %(card)s, and nothing is left."), card=advice.discard)
    if not (kept or advice.discard):
        return (_("That uses every card, so there would be nothing left to discard."),)
    left = _left_words(advice)
    if not advice.lay:
        return (left,)
    melds = capital(melds_of(counted(advice.lay), system))
    return (_("%(melds)s. %(left)s", melds=melds, left=left),)


def lay_message(melds: Sequence[Meld], system: RuleSystem, *, is_first: bool) -> Message:
    """Return what to lay, as a step."""
    words = melds_of(counted(melds), system)
    if is_first:
        return (_("Lay %(melds)s.", melds=words),)
    return (_("Then lay %(melds)s as well.", melds=words),)


def rest_messages(advice: Advice, kept: Cards) -> Iterator[Message]:
    """Yield the last steps: the discard, and what stays in hand."""
    if advice.discard is not None:
        yield filled(_("Discard %(card)s."), card=advice.discard)
    if kept:
        points = advice.leftover_after_discard
        yield filled(
            _("Keep %(cards)s: %(points)s if somebody else goes out."),
            cards=listed(kept),
            points=ngettext("%(num)s point", "%(num)s points", points or 0),
        )


def _left_words(advice: Advice) -> str:
    points = advice.leftover_after_discard
    if points is None:
        points = advice.leftover_before_discard or 0
    return ngettext("That leaves %(num)s point.", "That leaves %(num)s points.", points)


def no_way_word(advice: Advice) -> str:
    """Return the headline for a hand that can't come down."""
    if not advice.missing:
        return _("Not yet") if advice.proved else _("No way found")
    short = len(advice.missing)
    return ngettext("Not yet: %(num)s card short", "Not yet: %(num)s cards short", short)


def no_way_message(advice: Advice, system: RuleSystem) -> Message:
    """Return what a hand that can't come down is missing, if known."""
    if len(advice.missing) > MOST_NAMED:
        return (_("The closest way is shown below."),)
    if advice.missing:
        return filled(_("%(cards)s would do."), cards=listed(advice.missing))
    if not advice.proved:
        return (_("Not certain: there could still be a way."),)
    if system.last_contract_all_cards:
        return (_("The last contract takes all cards, and not all of these fit in it."),)
    if system.opening:
        return (_("This hand has no melds worth %(points)s together.", points=system.opening),)
    return (_("This hand doesn’t make the contract."),)


def caveats_of(advice: Advice) -> tuple[str, ...]:
    """Return what is not certain about an advice."""
    if advice.proved:
        return ()
    if advice.can_come_down:
        return (_("This works, but the search was cut short. There could be something better."),)
    return (_("The search was cut short, so it could have missed a way."),)


def step_message(move: AdvisedMove, system: RuleSystem) -> Message:
    """Return what to do with the cards of a tack or a joker move."""
    cards = listed(move.cards)
    if isinstance(move, JokerMove):
        return filled(str(_GOALS[move.to]), cards=cards, joker=_(system.words.joker))
    return filled(_("Add %(cards)s."), cards=cards)


def target_words(
    move: AdvisedMove, meld: Meld, system: RuleSystem, *, is_own: bool, owner: str
) -> str:
    """Return the meld that a step acts on; ``owner`` is empty if the name is unknown."""
    is_set, words = meld.kind is MeldKind.SET, system.words
    if move.where is Where.LAY:
        message = _("On the %(set)s just laid") if is_set else _("On the %(run)s just laid")
    elif owner:
        message = _("On a %(set)s of %(name)s") if is_set else _("On a %(run)s of %(name)s")
    elif is_own:
        message = _("On a %(set)s of your own") if is_set else _("On a %(run)s of your own")
    else:
        message = _("On someone else’s %(set)s") if is_set else _("On someone else’s %(run)s")
    return message % {"set": _(words.set), "run": _(words.run), "name": owner}


_GOALS = {
    JokerTo.HIGH: _l("Put %(cards)s in the %(joker)s’s place. The %(joker)s goes to the high end."),
    JokerTo.LOW: _l("Put %(cards)s in the %(joker)s’s place. The %(joker)s goes to the low end."),
    JokerTo.REUSE_NOW: _l(
        "Put %(cards)s in the %(joker)s’s place, and play the %(joker)s again at once."
    ),
    JokerTo.HAND: _l(
        "Put %(cards)s in the %(joker)s’s place, and take the %(joker)s into your hand."
    ),
    None: _l("Put %(cards)s in the %(joker)s’s place."),
}
