"""The answer to a check: the verdict on the cards, or what is still needed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.referee.checking import Checked, LayFacts, check_cards
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.outlook import Headline
from kalooki_ref.referee.recognition import PlayedAs
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.rulings.addition_verdict import answer_of_addition
from kalooki_ref.web.rulings.check_answer import CheckAnswer
from kalooki_ref.web.rulings.check_query import CheckQuery, RulesInForce, address_under
from kalooki_ref.web.rulings.drawn_melds import (
    CardState,
    DrawnCard,
    drawn_best,
    drawn_complete,
    drawn_in_order,
    drawn_lay,
)
from kalooki_ref.web.shared.query import MOST_CARDS, melds_text
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import (
    completion_message,
    further_message,
    headline_word,
    lay_message,
    meld_message,
    order_message,
    ruling_of,
    so_far_words,
    state_of,
    taken_words,
)


@dataclass(frozen=True, slots=True)
class OtherRules:
    """The verdict under another system, with a link to the full answer."""

    system: RuleSystem
    answer: CheckAnswer
    href: str
    is_here: bool


def answer_of(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    """Return the verdict under these rules, or what is still needed."""
    faults = [fault for fault in query.faults.values() if fault]
    if faults:
        return _unread(query, faults[0])
    if query.is_addition:
        return answer_of_addition(query, rules, system)
    return _checked(query, rules, system)


def under_all_rules(
    query: CheckQuery, rules: RulesInForce, here: RuleSystem
) -> tuple[OtherRules, ...]:
    """Return the verdict under every system; empty while there is no verdict.

    Also for more cards than anybody lays, because each verdict on them takes long.
    """
    if len(query.cards.cards) > MOST_CARDS:
        return ()
    found = []
    for system in SYSTEMS:
        answer = answer_of(query.under(system), rules.under(system), system)
        if answer.ruling:
            found.append(OtherRules(system, answer, address_under(system, query), system == here))
    return tuple(found)


def _unread(query: CheckQuery, fault: str) -> CheckAnswer:
    if fault != query.points_fault:
        return CheckAnswer(word=_("Not a card"), message=(fault,))
    lay = PlayedAs.LAY.value
    return CheckAnswer(word=_("Not a number"), message=(fault,), took=lay, fields=("builders",))


def _checked(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    if not query.cards.cards:
        return CheckAnswer(word=_("No cards yet"), message=(_("Tap cards. The verdict follows."),))
    facts = LayFacts(query.round_in(system), rules.pack, query.turn)
    checked = check_cards(query.parts, system, played_as=query.played_as, facts=facts)
    return answer_of_checked(checked, system)


def answer_of_checked(checked: Checked, system: RuleSystem) -> CheckAnswer:
    """Return the answer to checked cards."""
    if checked.is_begun:
        return _unfinished(checked, system)
    if checked.played_as is not PlayedAs.LAY:
        return _meld(checked, system)
    return _lay(checked, system)


def _unfinished(checked: Checked, system: RuleSystem) -> CheckAnswer:
    """Return what the last meld could become, while it has too few cards for a verdict."""
    lacking = checked.outlook.completions[-1]
    return CheckAnswer(
        state_of(checked.outlook.headline),
        word=headline_word(checked.outlook, system),
        message=completion_message(lacking, system) or (so_far_words(checked.melds, system),),
        row=_outlook_row(checked, system),
        is_sorted=checked.is_sorted,
    )


def _meld(checked: Checked, system: RuleSystem) -> CheckAnswer:
    verdict, (meld,) = checked.verdict, checked.melds
    message = meld_message(meld, verdict.result or verdict.reading, system)
    ruling = ruling_of(verdict, system, message=message)
    answer = CheckAnswer(
        ruling.state,
        word=ruling.word,
        message=ruling.message,
        row=drawn_best(meld, system, ruling.wrong),
        ruling=ruling,
        took=meld.kind.value,
        took_words=taken_words(meld.kind, system),
        rows=drawn_lay((meld,), ruling, system, checked.facts.pack),
    )
    return _with_outlook(answer, checked, system)


def _lay(checked: Checked, system: RuleSystem) -> CheckAnswer:
    verdict, melds, facts = checked.verdict, checked.melds, checked.facts
    # Without the round, its contract may be the one that takes all cards.
    takes_all = system.last_contract_all_cards and (
        facts.number is None or system.takes_all_cards(facts.number)
    )
    ruling = ruling_of(verdict, system, message=lay_message(melds, system, verdict.opening))
    wanted = {
        "round": len(system.contracts) > 1,
        "builders": system.builders_open,
        "out": system.going_out_opens or takes_all,
    }

    def judged(mended: Sequence[Meld]) -> Verdict:
        supply, number = Supply(facts.pack), facts.number
        return judge_lay(
            mended, system, number=number, supply=supply, turn=facts.turn, own=facts.own
        )

    rows = drawn_lay(melds, ruling, system, facts.pack, judged)
    answer = CheckAnswer(
        ruling.state,
        word=ruling.word,
        message=ruling.message,
        row=tuple(card for row in rows for card in row.cards),
        is_sorted=checked.is_sorted,
        ruling=ruling,
        took=PlayedAs.LAY.value,
        took_words=_("Taken as coming down"),
        rows=rows,
        fields=tuple(name for name, is_wanted in wanted.items() if is_wanted),
    )
    return _with_outlook(answer, checked, system)


def _with_outlook(answer: CheckAnswer, checked: Checked, system: RuleSystem) -> CheckAnswer:
    """Return the answer with its headline, and what would make the cards legal."""
    outlook = checked.outlook
    state, word = state_of(outlook.headline), headline_word(outlook, system)
    answer = replace(answer, state=state, word=word)
    if outlook.headline is Headline.KEEP_GOING:
        lacking = next(filter(None, outlook.completions), None)
        message = completion_message(lacking, system) or further_message(outlook.melds, system)
        return replace(answer, message=message or answer.message, row=_outlook_row(checked, system))
    if outlook.headline is Headline.MOVE_JOKER:
        row = _outlook_row(checked, system)
        moved = [card.as_card for card in row if card.state is CardState.MOVED and card.as_card]
        message = order_message(moved, outlook.assumes, system)
        both = zip(checked.melds, outlook.orders, strict=True)
        taken = melds_text([order or meld.cards for meld, order in both])
        rows = tuple(
            replace(drawn, repaired=taken) if drawn.repaired else drawn for drawn in answer.rows
        )
        return replace(answer, message=message, row=row, rows=rows, is_corrected=True)
    return answer


def _outlook_row(checked: Checked, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return the cards with what they lack, and jokers where they would be legal."""
    outlook = checked.outlook
    row: list[DrawnCard] = []
    for meld, order, completion in zip(
        checked.melds, outlook.orders, outlook.completions, strict=True
    ):
        if completion:
            row += drawn_complete(completion, system)
        else:
            row += drawn_in_order(meld, order, system) if order else drawn_best(meld, system)
    return tuple(row)
