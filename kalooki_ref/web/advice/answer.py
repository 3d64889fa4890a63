"""What the phone says about a hand: one line to read across a table, then the plan."""

from dataclasses import dataclass, replace

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.cards import Cards
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.scoring import hand_points
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.advice.hand_query import AdviceQuery
from kalooki_ref.web.advice.shown_plan import ShownPlan, plan_of
from kalooki_ref.web.messages.card_words import Message, filled, listed
from kalooki_ref.web.messages.translation import ungettext
from kalooki_ref.web.messages.verdicts import say

MOST_NAMED = 3
"""Missing cards the line names; more of them are only drawn."""
SEARCH_STEPS = 4_000
"""A page answers within a moment, proved or not."""


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """The line (``tone``: good, wait or stop), the plan, what is missing, doubted, left in hand."""

    tone: str
    word: str
    message: Message
    plan: ShownPlan | None = None
    missing: Cards = ()
    caveats: tuple[str, ...] = ()
    surplus: Cards = ()
    stays: str = ""


def answer_of(query: AdviceQuery) -> HandAnswer | None:
    """Return what there is to say; None while too little is given."""
    question = query.question
    if question is None:
        return None
    question = replace(question, most_steps=SEARCH_STEPS)
    advice = advise(question)
    if advice.barred:
        return HandAnswer("stop", _("May not come down"), say(Finding(Code.BARRED), query.system))
    if not (advice.can_come_down or query.down):
        return _not_yet(advice, question, query)
    plan = plan_of(advice, query)
    return HandAnswer(
        tone="good" if advice.goes_out or not query.down else "wait",
        word=_word(advice, query),
        message=_message(advice, plan),
        plan=plan,
        caveats=_caveats(advice),
        surplus=advice.warnings,
        stays=_stays(advice, plan, query),
    )


def _word(advice: Advice, query: AdviceQuery) -> str:
    bent = _(query.system.words.bent)
    if advice.bends:
        return _("Down and out: %(bent)s", bent=bent)
    if query.down:
        return _("Can go out") if advice.goes_out else _("Not out yet")
    return _("Down and out") if advice.goes_out else _("Can come down")


def _message(advice: Advice, plan: ShownPlan) -> Message:
    if advice.goes_out and advice.discard is None:
        return (_("Every card fits somewhere."),)
    if advice.goes_out and advice.discard is not None:
        return filled(_("Discard %(card)s, and nothing is left."), card=advice.discard)
    if advice.discard is not None:
        return filled(
            ungettext(
                "Discard %(card)s; %(num)s card is left.",
                "Discard %(card)s; %(num)s cards are left.",
                len(plan.kept),
            ),
            card=advice.discard,
            num=len(plan.kept),
        )
    if not plan.kept:
        return (_("That uses every card, so there would be nothing left to discard."),)
    stay = len(plan.kept)
    return (ngettext("%(num)s card is left.", "%(num)s cards are left.", stay),)


def _not_yet(advice: Advice, question: Question, query: AdviceQuery) -> HandAnswer:
    missing = advice.missing
    caveats, surplus = _caveats(advice), advice.warnings
    if not missing and not advice.proved:
        message = (_("Not certain: there could still be a way."),)
        return HandAnswer("wait", _("No way found"), message, caveats=caveats, surplus=surplus)
    if not missing:
        return HandAnswer("wait", _("Not yet"), _lacking(query), surplus=surplus)
    then = advise(replace(question, hand=question.hand + missing))
    word = ngettext("Not yet: %(num)s card short", "Not yet: %(num)s cards short", len(missing))
    return HandAnswer(
        "wait",
        word,
        _missing_message(missing),
        plan=plan_of(then, query, missing=missing) if then.can_come_down else None,
        missing=missing,
        caveats=caveats,
        surplus=surplus,
    )


def _lacking(query: AdviceQuery) -> Message:
    if query.system.opening:
        points = query.system.opening
        return (_("This hand has no melds worth %(points)s together.", points=points),)
    return (_("This hand doesn’t make the contract."),)


def _missing_message(missing: Cards) -> Message:
    if len(missing) > MOST_NAMED:
        return (_("The closest way is shown below."),)
    return filled(_("%(cards)s would do."), cards=listed(missing))


def _caveats(advice: Advice) -> tuple[str, ...]:
    if advice.proved:
        return ()
    if advice.can_come_down:
        return (_("This works, but the search was cut short. There could be something better."),)
    return (_("The search was cut short, so it could have missed a way."),)


def _stays(advice: Advice, plan: ShownPlan, query: AdviceQuery) -> str:
    before, after = advice.leftover_before_discard, advice.leftover_after_discard
    if before is None or not (before or plan.kept):
        return ""
    if after is None:
        kept = hand_points(plan.kept, query.system)
        return ngettext("%(num)s point left.", "%(num)s points left.", kept)
    if before == after:
        return ngettext("%(num)s point left.", "%(num)s points left.", before)
    message = _(
        "%(before)s points before the discard, %(after)s after it.", before=before, after=after
    )
    is_least = advice.proved and before == advice.leftover
    return (
        message if not is_least else _("%(message)s That’s the lowest possible.", message=message)
    )
