"""Questions to practise with, and their answers, in words."""

from kalooki_ref.game.events import HandLeft
from kalooki_ref.game.state import Score
from kalooki_ref.practice.lessons import Step
from kalooki_ref.practice.questions import Topic
from kalooki_ref.practice.scenes import Scene
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    JokerMoved,
    LaidMeld,
    Lay,
    Subject,
    Tacked,
    TwoLays,
    points_left,
)
from kalooki_ref.referee.advice.question import Advice
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import MeldKind, Owner
from kalooki_ref.referee.scoring import RoundFacts, card_points, score_hand
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.advice_words import no_way_word
from kalooki_ref.words.amounts import capital, meld_word, score_words
from kalooki_ref.words.card_words import Message, filled, listed
from kalooki_ref.words.game_words import demand_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import ngettext

TOPIC_WORDS = {
    Topic.LEGAL: _l("Is it legal?"),
    Topic.COST: _l("What does it cost?"),
    Topic.DOWN: _l("Can it come down?"),
    Topic.LAY: _l("What would you lay?"),
}


def question_words(subject: Subject, system: RuleSystem) -> Message:
    """Return what happens, and what a player needs to know to judge it."""
    match subject:
        case LaidMeld(meld):
            return (_("You lay this %(meld)s.", meld=meld_word(meld.kind, system)),)
        case Lay(_melds, number):
            return (_("%(demand)s. You come down with this.", demand=demand_of(number, system)),)
        case Tacked(target, cards, down):
            words = {"cards": listed(cards), "meld": meld_word(target.kind, system)}
            if down:
                return filled(_("You’re down, and tack %(cards)s to this %(meld)s."), **words)
            return filled(_("You aren’t down yet, and tack %(cards)s to this %(meld)s."), **words)
        case JokerMoved():
            return _joker_words(subject, system)
        case HandScored():
            return (" ".join(_facts_of(subject)),)
        case HandHeld() | TwoLays():
            return (_hand_words(subject, system),)
    return (_scene_words(subject, system),)


def score_line(subject: HandScored, system: RuleSystem) -> str:
    """Return how the points of a hand add up: "10 + 5 = 15, doubled 30"."""
    lines = tuple(score_hand(subject.left, system, RoundFacts(bent=subject.bent)))
    added = "+".join(str(card_points(card, system)) for card in subject.cards)
    hand = HandLeft(0, cards=subject.cards, sum_text=added)
    return score_words(Score(0, lines), system, hand, went_out=False)


def held_words(advice: Advice) -> str:
    """Return whether a hand comes down, or how many cards it is short of."""
    return _("It comes down") if advice.can_come_down else no_way_word(advice)


def left_words(subject: TwoLays, system: RuleSystem) -> str:
    """Return what each of two lays leaves, the better one first."""
    least, more = sorted(points_left(subject.cards, lay, system) for lay in subject.lays)
    return ngettext(
        "After the discard this leaves %(num)s point, and the other one %(more)s.",
        "After the discard this leaves %(num)s points, and the other one %(more)s.",
        least,
        more=more,
    )


def demand_of(number: int, system: RuleSystem) -> str:
    """Return what a round asks for: "Round 3: 1 set and 2 runs"."""
    demand = demand_words(number, system)
    if not system.contracts:
        return demand
    return _("Round %(number)s: %(melds)s", number=number, melds=demand)


def step_title(step: Step, system: RuleSystem) -> str:
    """Return the title of a step of learning."""
    words = {"joker": _(system.words.joker)}
    if step is Step.SET:
        return capital(meld_word(MeldKind.SET, system))
    if step is Step.RUN:
        return capital(meld_word(MeldKind.RUN, system))
    return str(_STEPS[step]) % words


def _hand_words(subject: HandHeld | TwoLays, system: RuleSystem) -> str:
    demand = demand_of(subject.number, system)
    if isinstance(subject, TwoLays):
        return _("%(demand)s. Which lay leaves less in your hand?", demand=demand)
    return _("%(demand)s. You have drawn.", demand=demand)


def _joker_words(subject: JokerMoved, system: RuleSystem) -> Message:
    words = {
        "cards": listed(subject.cards),
        "joker": _(system.words.joker),
        "meld": meld_word(subject.target.kind, system),
    }
    sentence = (
        _("On your own %(meld)s, you put %(cards)s in the %(joker)s’s place.")
        if subject.by is Owner.OWN
        else _(
            "You’re down. On somebody else’s %(meld)s, you put %(cards)s in the %(joker)s’s place."
        )
    )
    said = filled(sentence, **words)
    if subject.to is None:
        return said
    return (*said, " ", str(_WHERE_IT_GOES[subject.to]) % words)


def _facts_of(subject: HandScored) -> list[str]:
    facts = [_("Somebody else goes out, and this is left in your hand.")]
    if not subject.down:
        facts.append(_("You never came down."))
    if subject.overcalls:
        facts.append(_("You made one call too many."))
    if subject.false_lays:
        facts.append(_("You took back a false lay."))
    if subject.bent:
        facts.append(_("They came down and went out in one turn."))
    return facts


def _scene_words(scene: Scene, system: RuleSystem) -> str:
    return str(_SCENES[scene]) % {
        "set": _(system.words.set),
        "joker": _(system.words.joker),
        "bent": _(system.words.bent),
        "limit": call_limit(system) or 0,
        "before": (call_limit(system) or 1) - 1,
    }


_STEPS = {
    Step.JOKER: _l("What a %(joker)s may do"),
    Step.CONTRACT: _l("What a round asks for"),
    Step.CALL: _l("Calling a card"),
    Step.LAY: _l("Coming down"),
    Step.TACK: _l("Tacking"),
    Step.COUNT: _l("What is left costs"),
}
_WHERE_IT_GOES = {
    JokerTo.HIGH: _l("The %(joker)s goes to the high end."),
    JokerTo.LOW: _l("The %(joker)s goes to the low end."),
    JokerTo.REUSE_NOW: _l("You play the %(joker)s again in the same turn."),
    JokerTo.HAND: _l("You take the %(joker)s into your hand."),
}
_SCENES = {
    Scene.CALL: _l("Somebody has discarded, and it isn’t your turn. You call the card."),
    Scene.CALL_OWN_DISCARD: _l("You have discarded. You call your own card back."),
    Scene.CALL_FIRST_UPCARD: _l("The deal is over. You call the card turned up beside the stock."),
    Scene.CALL_BENEATH: _l("Nobody wants the top discard. You call the card beneath it."),
    Scene.CALL_WHILE_DOWN: _l("You’re down, and call a discard."),
    Scene.CALL_THE_LAST: _l("You’ve had calls granted this round: %(before)s. You call again."),
    Scene.CALL_ONE_TOO_MANY: _l("You’ve had calls granted this round: %(limit)s. You call again."),
    Scene.CALL_AGAIN: _l("Your call is granted. In the same turn you call the next card as well."),
    Scene.CALL_AND_LAY: _l("Your call is granted. You lay a %(set)s at once, out of turn."),
    Scene.CALL_IN_THE_AIR: _l("A card is on its way to the discard pile. You call it in the air."),
    Scene.CALL_AFTER_TOUCH: _l("The player in turn has touched the stock. You call the discard."),
    Scene.CALL_AFTER_DRAW: _l("The player in turn has drawn. You call the discard."),
    Scene.GRANTED_IN_TURN: _l("You call, and the player in turn says yes."),
    Scene.GRANTED_BY_DISCARDER: _l("You call, and the player who discarded says yes."),
    Scene.REFUSE_AND_TAKE: _l("Somebody calls in your turn. You say no, and take the card."),
    Scene.REFUSE_AND_LEAVE: _l("Somebody calls in your turn. You say no, and draw a card."),
    Scene.REFUSE_WHILE_DOWN: _l("You’re down, and somebody calls in your turn. You say no."),
    Scene.UPCARD: _l("It’s your turn, and you aren’t down. You take the top discard."),
    Scene.UPCARD_WHILE_DOWN: _l("It’s your turn, and you’re down. You take the top discard."),
    Scene.UPCARD_AFTER_CALL: _l("You have granted a call. You take the discard now on top."),
    Scene.KEEP_UPCARD: _l("You took the top discard, and keep it in your hand."),
    Scene.LAY: _l("It’s your turn and you have drawn. You come down with what the round needs."),
    Scene.LAY_OUT_OF_TURN: _l("It’s somebody else’s turn. You come down."),
    Scene.LAY_BEFORE_DRAWING: _l("It’s your turn. You come down, and then draw."),
    Scene.LAY_AFTER_OVERCALL: _l(
        "You’ve had one call too many. You come down with what the round needs."
    ),
    Scene.LAY_MORE: _l("You came down a turn ago. You lay another %(set)s."),
    Scene.LAY_MORE_AFTER_TACK: _l("You’re down, tack a card, and then lay another %(set)s."),
    Scene.DISCARD_JOKER: _l("You discard a %(joker)s."),
    Scene.OUT_WITH_DISCARD: _l("You discard your last card and are out."),
    Scene.OUT_WITHOUT_DISCARD: _l("You tack your last card and are out, without a discard."),
    Scene.ADD_ON: _l("Somebody went out. You’re down, and tack one more card."),
    Scene.ADD_ON_NOT_DOWN: _l("Somebody went out. You never came down, and tack a card."),
    Scene.BEND: _l("You come down and go out in one turn, and say: %(bent)s."),
    Scene.BEND_LATER: _l("You came down a turn ago. You go out now, and say: %(bent)s."),
    Scene.RESHUFFLE: _l("The stock runs out for the first time. You shuffle the discards."),
    Scene.RESHUFFLE_AGAIN: _l("The stock runs out for the second time. You shuffle the discards."),
    Scene.VOID: _l("The stock runs out for the first time. You call the round void."),
}
