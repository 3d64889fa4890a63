"""What the clauses say: a sentence for each value in force, in the system's words.

A system words a clause itself only where its sheet says something else; the sentence here takes its
place where one of the clause's fields (``depends_on``) is changed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kalooki_ref.cards import STANDARD_SUITS
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause import OwnSentence
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.conditions import MELDED_CONTRACT, has_any_jokers
from kalooki_ref.rules.model import PointTable, RuleSystem, Words
from kalooki_ref.rules.switch import Choice
from kalooki_ref.rules.switches import SWITCHES, switches_at

Sentence = str | OwnSentence
# For a value that no switch offers.
OWN_VALUE = "This table plays its own rule here."
_OTHER = Choice("", None, "", OWN_VALUE)


@dataclass(frozen=True, slots=True)
class Following:
    """A sentence that follows from other clauses' fields; it is said where ``holds``.

    ``leads`` if it comes before the sentences of the clause's own values.
    """

    number: str
    fields: tuple[str, ...]
    holds: Callable[[RuleSystem], bool]
    text: str
    cites: tuple[Code, ...] = ()
    leads: bool = False


def _always(_system: RuleSystem) -> bool:
    return True


def _moves_jokers(system: RuleSystem) -> bool:
    return has_any_jokers(system) and system.joker_mover is not choices.JokerMover.NOBODY


def _keeps_jokers_on_the_board(system: RuleSystem) -> bool:
    return _moves_jokers(system) and not system.joker_leaves_its_meld


def _values_jokers_by_place(system: RuleSystem) -> bool:
    return has_any_jokers(system) and system.opens_with_points


def _replaces_jokers_beside_builders(system: RuleSystem) -> bool:
    return _moves_jokers(system) and system.opens_with_points and system.builders_open


def _frees_set_jokers(system: RuleSystem) -> bool:
    leaves = system.set_joker is choices.SetJoker.FOR_ALL_MISSING_SUITS
    return has_any_jokers(system) and leaves


def _fills_every_set(system: RuleSystem) -> bool:
    """Whether the smallest set has every suit, or as many cards as a set may have."""
    return system.set_min >= min(system.set_max or len(system.suits), len(system.suits))


def _opens_by_round(system: RuleSystem) -> bool:
    return bool(system.contracts) and system.opens_with_points


def _spoils_bends(system: RuleSystem) -> bool:
    has_bend = system.calling and bool(system.bend)
    return has_bend and choices.NoBending() in system.overcall


_MOVING = ("joker_goes", "own_joker_to_hand", "joker_mover")
_COUNTS = (Code.COUNT_LOW, Code.COUNT_HIGH, Code.COUNT_GREW, Code.LAID_FEW)
FOLLOWING = (
    Following("2.7", (), _always,
              "Turns go clockwise: draw a card, lay or tack if you can, discard."),
    Following("3.6", ("ace", "run_max"), lambda system: system.ace is choices.Ace.HIGH,
              "The longest {run} has 13 cards, from the 2 to the ace.",
              (Code.ACE_AT_BOTH_ENDS, Code.RUN_TOO_LONG)),
    Following("3.10", (), has_any_jokers,
              "A {run} of real cards is read in its best order, and real cards tacked to a {run} "
              "go wherever they fit."),
    Following("3.10", (), lambda system: not has_any_jokers(system),
              "A {run} is read in its best order, and cards tacked to it go wherever they fit."),
    Following("3.10", (), has_any_jokers, "Only a {joker}’s place counts."),
    Following("5.1", ("contracts",),
              lambda system: _opens_by_round(system) and MELDED_CONTRACT.holds(system),
              "Your first melds must be the contract of the round, or be worth the points it asks "
              "for.", (Code.CONTRACT_SHORT, Code.OPENING_SHORT), leads=True),
    Following("5.1", ("contracts",),
              lambda system: _opens_by_round(system) and not MELDED_CONTRACT.holds(system),
              "Your first melds must be worth the points that the round asks for.",
              (Code.OPENING_SHORT,), leads=True),
    Following("5.1", ("opening_values",), _values_jokers_by_place,
              "A {joker} counts as the card it stands for."),
    Following("5.1", ("calling", "calls_while_down"),
              lambda system: system.calling and system.contract_in_parts
              and not system.calls_while_down,
              "After the first part you can’t call."),
    Following("5.2", (), _always, "You lay only in your own turn, after you have drawn.",
              (Code.NOT_IN_TURN, Code.NOT_DRAWN)),
    Following("5.4", ("builders_open",), _replaces_jokers_beside_builders,
              "A card put in a {joker}’s place does not count."),
    Following("6.1", (), _always,
              "Once you are down you may tack cards in your turn on any meld on the board. Before "
              "that you may not.", (Code.NOT_DOWN,)),
    Following("6.2", (), _always,
              "A tacked card must continue the meld: the same rank in a {set}, the next card in a "
              "{run}.", (Code.NO_FIT,)),
    Following("7.2", _MOVING,
              lambda system: _keeps_jokers_on_the_board(system) and not system.own_joker_to_hand,
              "It never goes into a hand."),
    Following("7.3", ("jokers_side_by_side", "ace_at_both_ends", "run_max", *_MOVING),
              _keeps_jokers_on_the_board,
              "A {joker} that may go to no end of its {run} can’t be replaced.",
              (Code.NO_FREE_END,)),
    Following("7.5", ("set_joker", "set_min", "set_max"), _frees_set_jokers,
              "A full {set} is locked, and its {joker} stays.", (Code.SET_LOCKED,)),
    Following("8.1", (), _always,
              "You begin your turn with the top card of the stock or the upcard."),
    Following("8.8", ("calling",), lambda system: system.calling,
              "Only the upcard can be called, once a turn; the cards beneath it are dead.",
              (Code.DEAD_CARD, Code.CALL_AGAIN)),
    Following("8.12", ("calling", "down_draws_upcard"),
              lambda system: system.calling and not system.down_draws_upcard,
              "A player who is down must grant every call.", (Code.MUST_GRANT,)),
    Following("8.14", ("calling",), lambda system: system.calling,
              "After granting a call you draw from the stock.", (Code.UPCARD_AFTER_CALL,)),
    Following("8.15", ("calling", "deals", "contracts", "larger_tables", "max_calls",
                       "cards_per_call"), lambda system: system.calling,
              "Between turns you hold the cards dealt and the cards of your granted calls, less "
              "what you have put on the board; so counting your hand shows how many calls you "
              "made.", (Code.COUNT_ODD, *_COUNTS)),
    Following("8.15", (), lambda system: not system.calling,
              "Between turns you hold the cards dealt, less what you have put on the board.",
              _COUNTS),
    Following("9.1", ("add_on_after_out",), lambda system: not system.add_on_after_out,
              "The round ends when somebody has no cards left."),
    Following("9.1", (), lambda system: system.add_on_after_out,
              "Draws and discards end when somebody has no cards left."),
    Following("11.1", ("bend",), _spoils_bends,
              "That player can’t {bend} in the round."),
    Following("12.2", ("reshuffles", "contracts"),
              lambda system: system.reshuffles is not None and MELDED_CONTRACT.holds(system),
              "A void round is dealt again by the same dealer with the same contract."),
    Following("12.2", (),
              lambda system: system.reshuffles is not None and not MELDED_CONTRACT.holds(system),
              "A void round is dealt again by the same dealer."),
    Following("12.3", ("contracts",), lambda system: not system.is_open_ended,
              "After the last round the lowest total wins."),
    Following("12.3", (), lambda system: system.is_open_ended,
              "The points of the rounds add up, and the lowest total leads."),
)  # fmt: skip

_LIMIT = ("calling", "max_calls")
# Further fields that the sentences of a clause, or a system's own wording, depend on.
FURTHER = {
    "1.5": ("end_joker_reread",),
    "2.11": ("next_dealer",),
    "5.7": ("extra_melds",),
    "7.8": ("joker_goes", "joker_mover", "own_joker_to_hand", "ace", "ace_at_both_ends", "run_max"),
    "7.4": ("set_min", "set_max"),
    "7.9": ("set_joker", "set_min", "set_max"),
    "7.10": ("joker_mover",),
    "8.17": ("taken_upcard", "builders_open"),
    "8.18": ("deals", "contracts", "cards_per_call", "larger_tables", *_LIMIT),
    "9.8": ("bend",),
    "9.9": ("add_on_after_out",),
    "9.10": ("joker_discard",),
    "11.5": ("overcall", *_LIMIT),
    "11.6": ("overcall", "refused_overcalls_count", *_LIMIT),
    "1.3": ("packs", "max_players", "larger_tables"),
    "2.1": ("deals",),
    "2.2": ("contracts",),
    "2.4": ("first_starter",),
    "3.2": ("jokers",),
    "5.1": ("ace", "contracts"),
    "5.5": ("opening_values", "run_min"),
    "6.2": ("set_suits_differ",),
    "6.3": ("joker_goes",),
    "8.2": ("builders_open",),
    "8.13": ("calling",),
    "8.6": ("call_decider",),
    "8.10": ("own_discard_callable", "upcard"),
    "9.2": ("add_on_after_out",),
    "9.4": ("builders_open", "fines_double"),
    "9.5": (
        "deals",
        "contracts",
        "cards_per_call",
        "final_discard",
        "extra_melds",
        "last_contract_all_cards",
    ),
    "9.7": ("bend", "not_down", "overcall", "false_lay", "miscount_cost"),
    "11.1": ("max_calls", "calling", "bend"),
    "11.2": ("bend", "opening", "contracts"),
}
# Readings about jokers; they are left out of rules without jokers.
ABOUT_JOKERS = frozenset(("1.5", "5.5", "7.8", "7.9", "7.10", "9.10"))
# The clauses that have sentences of values.
DESCRIBED = frozenset((*(switch.clause for switch in SWITCHES), *(row.number for row in FOLLOWING)))
# Sentences of values that depend on other values as well: clause and field, and where it is said.
SAID_ONLY_IF: dict[str, Callable[[RuleSystem], bool]] = {
    "opening": lambda system: not _opens_by_round(system),
    "set_min_naturals": has_any_jokers,
    "run_min_naturals": has_any_jokers,
    "ace_at_both_ends": lambda system: (
        system.ace is not choices.Ace.HIGH and system.run_max is None
    ),
    "pool_threshold": lambda system: 0 < system.pool_share < 100,
    "set_joker": lambda system: not (_frees_set_jokers(system) and _fills_every_set(system)),
    "refused_overcalls_count": lambda system: bool(system.overcall),
}


def reading_holds(system: RuleSystem, base: RuleSystem, number: str) -> bool:
    """Whether a clause without sentences of values holds: nothing that it depends on is changed."""
    if number in ABOUT_JOKERS and not has_any_jokers(system):
        return False
    return all(getattr(system, field) == getattr(base, field) for field in depends_on(number))


def sentences_of(system: RuleSystem, number: str) -> tuple[Sentence, ...]:
    """Return the sentences of a clause for the values in force; empty if nothing applies."""
    chosen = tuple(_said(choice, system) for choice in _choices(system, number) if choice.sentence)
    rows = tuple(_following(system, number))
    leading = tuple(in_words(row.text, system) for row in rows if row.leads)
    return leading + chosen + tuple(in_words(row.text, system) for row in rows if not row.leads)


def cites_of(system: RuleSystem, number: str) -> tuple[Code, ...]:
    """Return the faults that the clause forbids, with the values in force."""
    codes = [code for choice in _choices(system, number) for code in choice.cites]
    codes += [code for row in _following(system, number) for code in row.cites]
    return tuple(dict.fromkeys((*ALWAYS_CITED.get(number, ()), *codes)))


def own_sentence(choice: Choice, system: RuleSystem) -> OwnSentence:
    """Return the sentence of a choice that players entered."""
    has_jokers = not isinstance(choice.value, PointTable) or has_any_jokers(system)
    text = in_words(choice.sentence, system)
    return OwnSentence(text, choice.value, system.suits, system.words.joker, has_jokers)


@cache
def depends_on(number: str) -> frozenset[str]:
    """Return the fields that the words of a clause depend on, without mere conditions."""
    own = [switch.field for switch in switches_at(number)]
    following = [field for row in FOLLOWING if row.number == number for field in row.fields]
    return frozenset((*own, *following, *FURTHER.get(number, ())))


def value_in_force(system: RuleSystem, field: str) -> Any:
    """Return the value of a field without what has no effect: the value of an ace never low."""
    if field == "opening_values" and system.ace is choices.Ace.HIGH:
        return replace(system.opening_values, low_ace=None)
    return getattr(system, field)


def in_words(text: str, system: RuleSystem) -> str:
    """Return a sentence with the system's words for sets, runs, jokers and suits."""
    return text.format(**placeholders(system.words, is_standard=system.suits == STANDARD_SUITS))


def placeholders(words: Words, *, is_standard: bool) -> dict[str, str]:
    """Return the words for the placeholders of a sentence."""
    verb, bent = "bend", words.bent.replace("bent ", "the ")
    if bent == words.bent:
        verb, bent = "make", f"a {bent}"
    return {
        "set": words.set,
        "run": words.run,
        "joker": words.joker,
        "bend": f"{verb} {bent}",
        "bends": f"{verb}s {bent}",
        "suit": "suit" if is_standard else "colour",
        "king": "king" if is_standard else "13",
    }


# Faults that a clause forbids whatever the values are.
ALWAYS_CITED = {
    "1.1": (Code.TOO_FEW_PLAYERS, Code.TOO_MANY_PLAYERS),
    "1.2": (Code.NOT_IN_PACK, Code.MORE_THAN_PACK),
    "2.4": (Code.WRONG_SEAT,),
    "3.1": (Code.SET_TOO_SMALL, Code.RANKS_DIFFER),
    "3.4": (Code.RUN_TOO_SHORT, Code.SUITS_DIFFER, Code.OUT_OF_ORDER),
    "10.1": (Code.POINTS_LOW, Code.POINTS_HIGH),
    "11.4": (Code.PUT_RIGHT_OTHERWISE,),
    "12.5": (Code.NO_SHARE,),
}


def _choices(system: RuleSystem, number: str) -> Iterator[Choice]:
    for switch in switches_at(number):
        is_said = SAID_ONLY_IF.get(switch.field, _always)
        if switch.applies_in(system) and is_said(system):
            yield switch.choice_of(value_in_force(system, switch.field)) or _OTHER


def _following(system: RuleSystem, number: str) -> Iterator[Following]:
    return (row for row in FOLLOWING if row.number == number and row.holds(system))


def _said(choice: Choice, system: RuleSystem) -> Sentence:
    return own_sentence(choice, system) if choice.is_own else in_words(choice.sentence, system)
