"""How many play, who deals and who starts, as a system has it.

Not here: which person that is at one table (game.seats).
"""

from kalooki_ref.referee.verdict import Finding, Verdict
from kalooki_ref.rules.choices import NextDealer, Starter
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


def may_start(system: RuleSystem, *, players: int) -> Verdict:
    """Return whether so many can play."""
    if players < system.min_players:
        finding = Finding(Code.TOO_FEW_PLAYERS, needed=system.min_players, found=players)
        return Verdict((finding,))
    if players > system.max_players:
        finding = Finding(Code.TOO_MANY_PLAYERS, needed=system.max_players, found=players)
        return Verdict((finding,))
    return Verdict()


def judge_next_dealer(dealer: NextDealer, system: RuleSystem) -> Verdict:
    """Return whether this is the player who deals the next round."""
    return _seat(dealer is system.next_dealer, system.next_dealer.value)


def judge_starter(starter: Starter, system: RuleSystem, *, number: int | None) -> Verdict:
    """Return whether this is the player who starts round ``number``; None: every round."""
    if number is None:
        rules = {system.first_starter, system.next_starter}
        return _seat(rules == {starter}, system.next_starter.value)
    rule = system.first_starter if number == 1 else system.next_starter
    return _seat(starter is rule, rule.value)


def _seat(fits: bool, needed: str) -> Verdict:
    return Verdict() if fits else Verdict((Finding(Code.WRONG_SEAT, needed=needed),))
