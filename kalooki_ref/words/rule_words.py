"""A system's rules in sentences: calls, penalties, and what house rules changed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import place_of
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import changed_fields
from kalooki_ref.rules.sentences import value_in_force
from kalooki_ref.rules.switches import NUMBERS, SWITCHES, Switch, switch_of
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words import own_words
from kalooki_ref.words.language import game_name, ngettext
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l


@dataclass(frozen=True, slots=True)
class ComparedRule:
    """A row of the comparison: clause number, subject, and each system's rule."""

    number: str
    topic: str
    cells: tuple[str, ...]


def call_rules(system: RuleSystem) -> list[str]:
    """Return the rules of calling as sentences; empty if the system has no calls."""
    if not system.calling:
        return []
    window = str(_WINDOWS[system.calls_in_the_air, system.calls_until_drawn])
    return [window, _decider(system), _down(system)]


def overcall_words(system: RuleSystem) -> str:
    """Return what an overcall costs."""
    return _together(system.overcall, system) or _("An overcall costs nothing here.")


def late_overcall_words(system: RuleSystem) -> str:
    """Return what an overcall costs that is found after the player came down (000: 11.3)."""
    if choices.BarredFromLaying() not in system.overcall:
        return overcall_words(system)
    if system.barred_lay_counts:
        return _(
            "The melds go back to the hand if nobody has tacked on them; otherwise they stay, but "
            "count as if in hand."
        )
    return _("The player is already down, so the melds stand.")


def false_lay_words(system: RuleSystem) -> str:
    """Return what a false lay costs."""
    return _together(system.false_lay, system) or _("A false lay costs nothing but the turn.")


def miscount_words(system: RuleSystem, *, too_many: int, too_few: int) -> Iterator[str]:
    """Yield how to correct a miscounted hand, and what that costs, if anything.

    Both numbers are positive if it is unknown which applies; nothing is yielded if both are 0.
    """
    if not too_many and not too_few:
        return
    if system.miscount is choices.Miscount.AS_IT_IS:
        yield _("At this table you play such a hand as it is.")
    elif system.miscount is choices.Miscount.AT_ONCE:
        yield from _at_once(too_many, too_few)
    else:
        yield from _in_turns(too_many, too_few)
    yield from _miscount_costs(system)


def choice_label(system: RuleSystem, switch: Switch) -> str:
    """Return the label of a system's choice for a switch."""
    choice = switch.choice_of(value_in_force(system, switch.field))
    return own_words.choice_label(choice, system) if choice else _("its own rule")


def changes_in(system: RuleSystem) -> tuple[ComparedRule, ...]:
    """Return the changes of house rules, in clause order: the original rule and the new one."""
    systems = (system_of(system.slug), system)
    turned = [switch_of(field) for field in changed_fields(system)]
    return tuple(_compared(switch, systems) for switch in turned if switch)


def change_lines(system: RuleSystem) -> tuple[str, ...]:
    """Return the changes of house rules as short lines, such as "Calls in a round: 2"."""
    return tuple(
        _("%(topic)s: %(value)s", topic=change.topic, value=change.cells[-1])
        for change in changes_in(system)
    )


def tagline_of(key: str, system: RuleSystem) -> str:
    """Return a one-line description: the system's tagline, or the changes of house rules."""
    return _(system.tagline) if key == system.slug else house_tagline(system)


@dataclass(frozen=True, slots=True)
class RuleTile:
    """Rules as a choice in a form, submitted as ``value``."""

    value: str
    label: str
    note: str
    rounds: range
    is_here: bool = False


def rule_tile(key: str, system: RuleSystem, *, is_here: bool = False) -> RuleTile:
    """Return the tile of the rules with this key."""
    rounds = range(1, len(system.contracts) + 1)
    return RuleTile(key, game_name(system.name), tagline_of(key, system), rounds, is_here)


def house_tagline(system: RuleSystem) -> str:
    """Return a one-line description of house rules: their base, and the number of changes."""
    count = len(changed_fields(system))
    name = game_name(system_of(system.slug).name)
    return ngettext(
        "%(game)s with %(num)s change", "%(game)s with %(num)s changes", count, game=name
    )


def _decider(system: RuleSystem) -> str:
    if system.call_decider is choices.CallDecider.DISCARDER:
        return _("The player who discarded the card grants or refuses a call.")
    if system.refusing_takes_upcard:
        return _("The player in turn grants a call, or refuses it and takes the upcard.")
    return _("The player in turn grants or refuses a call.")


def _down(system: RuleSystem) -> str:
    if system.calls_while_down and system.down_draws_upcard:
        return _("A player who is down can still call.")
    if system.calls_while_down:
        return _("A player who is down can still call, but must grant every call of the others.")
    if system.down_draws_upcard:
        return _("A player who is down can’t call.")
    return _("A player who is down can’t call, and must grant every call of the others.")


def _together(costs: tuple[choices.Consequence, ...], system: RuleSystem) -> str:
    return " ".join(_cost(cost, system) for cost in costs)


def _cost(cost: choices.Consequence, system: RuleSystem) -> str:
    if isinstance(cost, choices.Fine) and cost.each:
        return _("It costs %(points)s points each time.", points=cost.points)
    if isinstance(cost, choices.Fine):
        return _("It costs %(points)s points, once a round.", points=cost.points)
    if isinstance(cost, choices.BarredFromLaying):
        return _("This player may not come down this round.")
    if isinstance(cost, choices.NoBending):
        return _("This player can’t make a %(bent)s this round.", bent=_(system.words.bent))
    return ""


def _at_once(too_many: int, too_few: int) -> Iterator[str]:
    if too_few:
        yield ngettext(
            "If a card is missing, draw it at once.",
            "If cards are missing, draw all %(num)s at once.",
            too_few,
        )
    if too_many:
        yield ngettext(
            "If there is a card too many, a neighbour draws it unseen and puts it under the stock.",
            "If there are %(num)s cards too many, a neighbour draws them unseen and puts them "
            "under the stock.",
            too_many,
        )


def _in_turns(too_many: int, too_few: int) -> Iterator[str]:
    if too_few:
        yield ngettext(
            "If a card is missing, draw at the next turn without discarding.",
            "If cards are missing, draw at the next %(num)s turns without discarding.",
            too_few,
        )
    if too_many:
        yield ngettext(
            "If there is a card too many, discard at the next turn without drawing.",
            "If there are too many, discard at the next %(num)s turns without drawing.",
            too_many,
        )


def _miscount_costs(system: RuleSystem) -> Iterator[str]:
    for cost in system.miscount_cost:
        if isinstance(cost, choices.Fine):
            yield _("It costs %(points)s points: enter them as agreed when the round ends.",
                    points=cost.points)  # fmt: skip
        if isinstance(cost, choices.BarredFromLaying):
            yield _("This player may not come down this round.")


# Keys: whether a call may come before the card is on the discard pile, and whether it may come
# until the player in turn has drawn.
_WINDOWS = {
    (False, False): _l(
        "Call once the card is on the discard pile, before the player in turn touches the stock "
        "or the card."
    ),
    (False, True): _l(
        "Call once the card is on the discard pile, before the player in turn has drawn."
    ),
    (True, False): _l(
        "Call as soon as the card leaves the hand, before the player in turn touches the stock or "
        "the card."
    ),
    (True, True): _l(
        "Call as soon as the card leaves the hand, before the player in turn has drawn."
    ),
}


Described = Callable[[RuleSystem], str]


def compared_rules(systems: tuple[RuleSystem, ...]) -> list[ComparedRule]:
    """Return every rule in which systems can differ, in clause order."""
    rows = [_compared(switch, systems) for switch in SWITCHES]
    rows += [
        ComparedRule(number, str(topic), tuple(map(words, systems)))
        for number, topic, words in _FURTHER
    ]
    return sorted(rows, key=lambda row: place_of(row.number))


def no_effect() -> str:
    """Return the cell of a system in which a rule has no effect."""
    return _("doesn’t apply")


def _compared(switch: Switch, systems: tuple[RuleSystem, ...]) -> ComparedRule:
    cells = tuple(
        choice_label(system, switch) if switch.applies_in(system) else no_effect()
        for system in systems
    )
    return ComparedRule(switch.clause, _(switch.topic), cells)


def _cards(system: RuleSystem) -> str:
    sizes = [pack.size for pack in system.every_pack]
    least, most = min(sizes), max(sizes)
    return str(least) if least == most else _("%(least)s to %(most)s", least=least, most=most)


_FURTHER: tuple[tuple[str, object, Described], ...] = (
    (NUMBERS["jokers"], _l("Cards in all"), _cards),
    (
        NUMBERS["contracts"],
        _l("Rounds"),
        lambda system: str(len(system.contracts) or _("as many as you like")),
    ),
    (
        NUMBERS["points"],
        _l("Points for an ace"),
        lambda system: ", ".join(map(str, sorted({*system.points.aces}, reverse=True))),
    ),
    (NUMBERS["points"], _l("Points for a joker"), lambda system: str(system.points.joker)),
    (
        NUMBERS["points"],
        _l("Points for a king"),
        lambda system: str(system.points.ranks[-1]),
    ),
)
