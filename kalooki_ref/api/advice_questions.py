"""Advice on a hand as plain data, for `kalooki-ref advise` and the HTTP API."""

from dataclasses import replace
from typing import Annotated

from msgspec import UNSET, Meta, structs

from kalooki_ref.api.answers import BestPlay, JokerStep, LaidMeld, TackStep, any_of, words_of_cards
from kalooki_ref.api.card_questions import check_meld, check_size
from kalooki_ref.api.fields import MOST_MELDS, GivenHand, GivenMeld, Quantity, note
from kalooki_ref.api.given_rules import RULE_FIELDS, contract_round, read_system
from kalooki_ref.api.judge import Answered, answer_object, ignored
from kalooki_ref.api.signatures import Json, call_with, keywords_of, read
from kalooki_ref.api.unreadable import UnreadableError
from kalooki_ref.referee.advice.advise import advise as advice_for
from kalooki_ref.referee.advice.question import Advice, JokerMove, Question, Tack
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.meld import Owner, Phase, TableMeld
from kalooki_ref.referee.melds import listed_upwards
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem

MOST_MELDS_OF_A_KIND = 6
# Larger questions than a real table produces get a short search.
MANY_CARDS, MANY_MELDS = 25, 12
SHORT_STEPS = 300


class MeldOnBoard(GivenMeld, frozen=True):
    """A meld on the board, and its owner; in a run, a joker stands for the card at its place."""

    owner: Owner = Owner.OTHER


def advice_question(
    system: RuleSystem,
    *,
    hand: GivenHand,
    contract: Annotated[str | None, note('A 3 for each set, then a 4 for each run: "334".')] = None,
    round: int | None = None,
    table: Annotated[tuple[MeldOnBoard, ...], Meta(max_length=MOST_MELDS)] = (),
    down: bool = False,
    calls: Annotated[Quantity | None, note("Calls granted this round.")] = None,
) -> Question:
    """What is best for this hand?"""
    check_size(hand, system, "hand")
    for finding in foreign_findings(hand, system):
        raise UnreadableError(f'"hand": {finding.cards[0]} is not in this pack')
    for place, given in enumerate(table):
        check_meld(given, system, f"table[{place}]", phase=Phase.TACK)
    melds = tuple(TableMeld(listed_upwards(given.meld, system), given.owner) for given in table)
    number = contract_round(round, system)
    # A contract given by its name is that of any round but the last.
    any_round = replace(system, last_contract_all_cards=False)
    system = any_round if number is None else system.in_round(number)
    opening = _opening(contract, number, system)
    if system.contracts and opening is None and not down:
        raise UnreadableError('say what opens: "contract": "334" or "round": 2')
    return Question(hand, system, opening, melds, down, calls)


def advise(query: object, *, is_short: bool = False) -> Answered:
    """Return the advice for an object with "system" or "sheet", "hand", and "contract" or "round".

    "table", "down", "calls" and "house" are optional; "ignored" lists unknown fields. An invalid
    question is answered with "error". A short search may answer "proved": false where a full one
    would find the proof.
    """

    def answer(given: Json) -> BestPlay:
        system = read_system(given)
        read_as = read(advice_question, given, "question", system.suits)
        question: Question = call_with(
            advice_question, keywords_of(advice_question, read_as), system
        )
        is_large = len(question.hand) > MANY_CARDS or len(question.table) > MANY_MELDS
        if is_short or is_large:
            question = replace(question, most_steps=SHORT_STEPS)
        facts = {key: given[key] for key in given if key not in RULE_FIELDS}
        return structs.replace(best_play(advice_for(question)), ignored=ignored(facts, read_as))

    return answer_object(query, answer)


def _opening(name: str | None, number: int | None, system: RuleSystem) -> Contract | None:
    """Return the contract that opens, by its name or the round; None for points, or unknown."""
    if not system.contracts:
        return None
    if name is None:
        return None if number is None else system.contract_of(number)
    contract = Contract(name.count("3"), name.count("4"))
    most = max(contract.sets, contract.runs)
    if not name or contract.digits != name or most > MOST_MELDS_OF_A_KIND:
        raise UnreadableError(f'"contract" must be a name such as "334", not {name!r}')
    return contract


def best_play(advice: Advice) -> BestPlay:
    """Convert an `Advice` to its JSON struct."""
    steps = list(enumerate(advice.moves, 1))
    return BestPlay(
        can_come_down=advice.can_come_down,
        lay=[_laid(advice, place) for place in range(len(advice.lay))],
        tacks=[_tack(move, step) for step, move in steps if isinstance(move, Tack)],
        joker_moves=[_taken(move, step) for step, move in steps if isinstance(move, JokerMove)],
        discard=None if advice.discard is None else str(advice.discard),
        leftover=advice.leftover,
        leftover_after_discard=advice.leftover_after_discard,
        leftover_before_discard=advice.leftover_before_discard,
        goes_out=advice.goes_out,
        bends=advice.bends,
        proved=advice.proved,
        missing=UNSET if advice.can_come_down else words_of_cards(advice.missing),
        barred=advice.barred or UNSET,
        warnings=any_of(words_of_cards(advice.warnings)),
    )


def _laid(advice: Advice, place: int) -> LaidMeld:
    """Return a meld to lay, with the number of steps that must come first to free its jokers."""
    meld = advice.lay[place]
    waits = place >= advice.laid_first
    return LaidMeld(
        as_=meld.kind,
        cards=words_of_cards(meld.cards),
        after_step=advice.moves_before_the_rest if waits else UNSET,
    )


def _tack(move: Tack, step: int) -> TackStep:
    cards = words_of_cards(move.cards)
    return TackStep(step=step, on=move.where, index=move.index, end=move.end, cards=cards)


def _taken(move: JokerMove, step: int) -> JokerStep:
    cards = words_of_cards(move.cards)
    return JokerStep(
        step=step, on=move.where, index=move.index, at=move.at, with_=cards, to=move.to
    )
