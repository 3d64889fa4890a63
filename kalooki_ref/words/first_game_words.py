"""The cards of a first game: how a round is dealt, what coming down needs, what a call is."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki_ref.game.state import Game
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.amounts import capital
from kalooki_ref.words.game_words import contract_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.own_words import clause_text

# Clauses on the upcard, at most one of which a system has, and on sets and runs.
UPCARD, SET, RUN = ("2.3", "2.3b"), ("3.1",), ("3.4",)


@dataclass(frozen=True, slots=True)
class FirstCard:
    """A card: its number from 1, its picture ("deal", "down" or "call"), its texts."""

    number: int
    sign: str
    title: str
    words: str


def first_cards(game: Game, *, pack: str, facts: tuple[str, str]) -> tuple[FirstCard, ...]:
    """Return the cards of the current round.

    ``pack`` says what to shuffle, ``facts`` who deals how many cards, and who starts.
    """
    cards = (
        ("deal", _("The deal"), " ".join(_deal(game.system, pack, facts))),
        ("down", _("Coming down"), " ".join(_coming_down(game))),
        ("call", _("A call"), " ".join(_call(game.system))),
    )
    shown = cards if call_limit(game.system) != 0 else cards[:2]
    return tuple(FirstCard(number, *card) for number, card in enumerate(shown, 1))


def _deal(system: RuleSystem, pack: str, facts: tuple[str, str]) -> Iterator[str]:
    yield _("Shuffle %(pack)s.", pack=pack)
    yield from (f"{capital(fact)}." for fact in facts)
    yield _clause(UPCARD, system)


def _coming_down(game: Game) -> Iterator[str]:
    system, contract = game.system, game.contract
    if contract is None:
        number = game.current.number if game.current else 1
        yield ngettext(
            "You come down with melds worth %(num)s point together.",
            "You come down with melds worth %(num)s points together.",
            system.opening_of(number),
        )
    else:
        melds = contract_words(contract, system)
        yield _("This round you come down with %(contract)s.", contract=melds)
    if contract is None or contract.sets:
        yield _clause(SET, system)
    if contract is None or contract.runs:
        yield _clause(RUN, system)


def _clause(numbers: tuple[str, ...], system: RuleSystem) -> str:
    """Return the first of these clauses that the system has, in words, or ""."""
    return next((clause_text(clause) for clause in system.clauses if clause.number in numbers), "")


def _call(system: RuleSystem) -> Iterator[str]:
    yield ngettext(
        "Want a discard out of turn? Call it: you take it and %(num)s more card from the stock.",
        "Want a discard out of turn? Call it: you take it and %(num)s more cards from the stock.",
        system.cards_per_call - 1,
    )
    yield _("Tap the ring in your line to record the call.")
    limit = call_limit(system)
    if limit:
        yield ngettext("You have %(num)s call a round.", "You have %(num)s calls a round.", limit)
