"""Check counted hand sizes, for one player and for all players together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kalooki_ref.referee import calls
from kalooki_ref.referee.verdict import Finding, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Counted:
    """The counted hand size of one player, with what else is known.

    ``played`` is the number of cards this player put on the board, including tacks; ``calls`` the
    recorded calls; ``previous`` the hand size at an earlier count between turns since coming down.
    None where unknown.
    """

    hand: int
    when: calls.When = calls.When.BETWEEN
    is_down: bool = False
    played: int | None = None
    calls: int | None = None
    previous: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """What a counted hand implies.

    ``made`` is the number of granted calls, None if uncertain, when ``at_least`` is a lower bound;
    ``left`` is how many more are allowed, None if unknown, unlimited, or if the player is down and
    may call no more. ``too_many`` and
    ``too_few`` are how many cards to remove or add to correct the count, 0 if not applicable;
    ``overcalls`` is the number of overcalls it proves.
    """

    verdict: Verdict
    made: int | None = None
    at_least: int = 0
    left: int | None = None
    too_many: int = 0
    too_few: int = 0
    overcalls: int = 0


@dataclass(frozen=True, slots=True)
class TableCount:
    """What all hands together imply; ``calls`` is None if the number of calls is uncertain."""

    verdict: Verdict
    counts: tuple[Count, ...]
    calls: int | None


def read_count(counted: Counted, system: RuleSystem, *, number: int) -> Count:
    """Return the verdict on a count, the calls it implies and the correction it needs.

    In findings, ``needed`` and ``found`` are cards for COUNT_LOW, COUNT_HIGH, COUNT_GREW and
    COUNT_ODD (there, the next smaller valid hand), and calls for OVERCALL.
    """
    verdict = Verdict(findings=tuple(_findings(counted, system, number)))
    made = _made(counted, system, number)
    is_done = counted.is_down and not system.calls_while_down
    at_least = _at_least(counted, system, number) if made is None else made
    too_many, too_few = _off(verdict, system)
    return Count(
        verdict=verdict,
        made=made,
        at_least=at_least,
        left=None if made is None or is_done else calls.calls_left(made, system),
        too_many=too_many,
        too_few=too_few,
        overcalls=max(
            [_gap(finding) for finding in verdict.findings if finding.code is Code.OVERCALL] or [0]
        ),
    )


def right_when(counted: Counted, system: RuleSystem, *, number: int) -> calls.When | None:
    """Return when a hand of this size is right, in a game without calls; None if it never is.

    Also None if it isn't known how many of the player's cards are on the board.
    """
    if calls.call_limit(system) != 0 or not _is_whole(counted):
        return None
    hands = {when: replace(counted, when=when, calls=None) for when in calls.When}
    return next((when for when, hand in hands.items() if not _extra(hand, system, number)), None)


def compared(*, needed: int, found: int) -> Iterator[Finding]:
    """Yield a finding if a number of cards differs from the known correct number."""
    if found != needed:
        code = Code.COUNT_LOW if found < needed else Code.COUNT_HIGH
        yield Finding(code, needed=needed, found=found)


def read_table(counted: tuple[Counted, ...], system: RuleSystem, *, number: int) -> TableCount:
    """Return what the hands of all players imply; ``at`` in a finding is the player's index."""
    system = system.at_table(len(counted))
    counts = tuple(read_count(player, system, number=number) for player in counted)
    findings = tuple(
        replace(finding, at=(place,))
        for place, count in enumerate(counts)
        for finding in count.verdict.findings
    )
    made = [count.made for count in counts if count.made is not None]
    return TableCount(
        verdict=Verdict(findings + together_findings(counted, system, players=len(counted))),
        counts=counts,
        calls=sum(made) if len(made) == len(counts) else None,
    )


def together_findings(
    counted: Sequence[Counted], system: RuleSystem, *, players: int
) -> tuple[Finding, ...]:
    """Return findings for several empty hands, and for more cards than the pack holds.

    One empty hand ends the round, unless other players may add cards (003). ``counted`` may omit
    some of the ``players``; ``at`` in a finding are indexes into it.
    """
    empty = tuple(place for place, player in enumerate(counted) if player.hand == 0)
    several = len(empty) > 1 and not system.add_on_after_out
    found = [Finding(Code.COUNT_LOW, at=empty, needed=1, found=0)] if several else []
    cards = sum(player.hand + (player.played or 0) for player in counted)
    return (*found, *_pack_findings(cards, system, players=players))


def _pack_findings(cards: int, system: RuleSystem, *, players: int) -> Iterator[Finding]:
    pack = system.pack_for(min(players, system.max_players))
    if cards > pack.size:
        yield Finding(Code.COUNT_HIGH, needed=pack.size, found=cards)


def _findings(counted: Counted, system: RuleSystem, number: int) -> Iterator[Finding]:
    if counted.is_down and system.takes_all_cards(number) and counted.hand > _drawn(counted):
        # Who comes down in this round is out.
        yield Finding(Code.COUNT_HIGH, needed=_drawn(counted), found=counted.hand)
    elif _is_whole(counted):
        yield from _whole_findings(counted, system, number)
    else:
        yield from _kept_findings(counted, system, number)
    least = calls.fewest_laid(system, number=number)
    if counted.is_down and counted.played and counted.played < least:
        yield Finding(Code.LAID_FEW, needed=least, found=counted.played)
    cards = counted.hand + (counted.played or 0)
    yield from _pack_findings(cards, system, players=system.max_players)
    if counted.is_down and counted.previous is not None and not system.calls_while_down:
        most = counted.previous + _drawn(counted)
        if counted.hand > most:
            yield Finding(Code.COUNT_GREW, needed=most, found=counted.hand)


def _whole_findings(counted: Counted, system: RuleSystem, number: int) -> Iterator[Finding]:
    """Yield findings for a player all of whose cards are known, so the calls are exact."""
    extra = _extra(counted, system, number)
    bare = counted.hand - extra
    if extra < 0 or (extra and not system.calling):
        yield from compared(needed=bare, found=counted.hand)
        return
    granted, odd = divmod(extra, system.cards_per_call)
    if odd and counted.is_down and system.takes_all_cards(number):
        yield Finding(Code.CARDS_KEPT)
    elif counted.hand < odd:
        # No smaller hand would be right, so cards are missing.
        yield from compared(needed=counted.hand - odd + system.cards_per_call, found=counted.hand)
    elif odd:
        yield Finding(Code.COUNT_ODD, needed=counted.hand - odd, found=counted.hand)
    if counted.calls is not None:
        recorded = bare + system.cards_per_call * counted.calls
        yield from compared(needed=recorded, found=counted.hand)
    yield from _overcall_findings(granted, system)


def _kept_findings(counted: Counted, system: RuleSystem, number: int) -> Iterator[Finding]:
    """Yield findings for a player who is down with an unknown number of cards on the board.

    Only lower and upper bounds for the hand can be checked.
    """
    drawn = _drawn(counted)
    if counted.hand < drawn:
        yield Finding(Code.COUNT_LOW, needed=drawn, found=counted.hand)
    least = calls.fewest_calls(counted.hand, system, number=number, when=counted.when)
    allowed = calls.call_limit(system) if counted.calls is None else counted.calls
    if counted.calls is None and system.calling and calls.may_lay_after_overcall(system):
        yield from _overcall_findings(least, system)
    elif allowed is not None and least > allowed:
        most = calls.most_left(system, number=number, calls=allowed) + drawn
        yield Finding(Code.COUNT_HIGH, needed=most, found=counted.hand)
    if counted.calls is not None:
        yield from _overcall_findings(counted.calls, system)


def _overcall_findings(granted: int, system: RuleSystem) -> Iterator[Finding]:
    limit = calls.call_limit(system)
    if limit is not None and granted > limit:
        yield Finding(Code.OVERCALL, needed=limit, found=granted)


def _is_whole(counted: Counted) -> bool:
    return not counted.is_down or counted.played is not None


def _drawn(counted: Counted) -> int:
    return int(counted.when is calls.When.AFTER_DRAW)


def _extra(counted: Counted, system: RuleSystem, number: int) -> int:
    played = counted.played or 0
    return calls.extra_cards(counted.hand, system, number=number, when=counted.when, played=played)


def _made(counted: Counted, system: RuleSystem, number: int) -> int | None:
    if not _is_whole(counted):
        return _made_while_down(counted, system, number)
    return calls.calls_behind(_extra(counted, system, number), system)


def _made_while_down(counted: Counted, system: RuleSystem, number: int) -> int | None:
    """Return the calls of a player who is down, if recorded or certain from the count.

    They are certain if the hand is as large as the limit of calls allows, or without any calls.
    """
    if counted.calls is not None:
        return counted.calls
    limit, least = calls.call_limit(system), _at_least(counted, system, number)
    is_capped = limit == 0 or not calls.may_lay_after_overcall(system)
    return limit if is_capped and least == limit else None


def _at_least(counted: Counted, system: RuleSystem, number: int) -> int:
    if _is_whole(counted):
        return max(0, _extra(counted, system, number) // system.cards_per_call)
    return calls.fewest_calls(counted.hand, system, number=number, when=counted.when)


def _off(verdict: Verdict, system: RuleSystem) -> tuple[int, int]:
    """Return by how many cards a hand is too large, and too small; both if the count is odd."""
    gaps = {f.code: _gap(f) for f in verdict.findings if f.code is not Code.OVERCALL}
    odd = gaps.pop(Code.COUNT_ODD, 0)
    if odd and not gaps:
        return odd, system.cards_per_call - odd
    return max([0, *gaps.values()]), -min([0, *gaps.values()])


def _gap(finding: Finding) -> int:
    match finding.found, finding.needed:
        case int(found), int(needed):
            return found - needed
    return 0
