"""Judge a tack: cards added to a meld on the board."""

from dataclasses import replace
from functools import partial

from kalooki_ref.cards import Cards
from kalooki_ref.referee.inventory import UNKNOWN_SUPPLY, Supply, foreign_findings, surplus_findings
from kalooki_ref.referee.meld import End, Meld, MeldAfter, MeldKind, Phase
from kalooki_ref.referee.melds import listed_upwards, meld_findings
from kalooki_ref.referee.run_growth import NOTHING_ADDED, Added, grow_run, grown_cards
from kalooki_ref.referee.sets import set_findings, set_rank
from kalooki_ref.referee.verdict import Finding, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


def judge_tack(  # noqa: PLR0913
    target: Meld,
    add: Cards,
    system: RuleSystem,
    *,
    end: End | None = None,
    down: bool = True,
    supply: Supply = UNKNOWN_SUPPLY,
    earlier: Added = NOTHING_ADDED,
) -> Verdict:
    """Return the verdict on adding these cards to a meld on the board.

    Naturals are added in any order in which they fit, jokers in sequence; at the low end a block
    with jokers may be listed in either direction. If ``end`` is None, each card goes wherever it
    fits; if that allows several results, the verdict is legal without a ``result`` and assumes an
    end. ``down`` is whether the player has come down, ``earlier`` what was added to the run earlier
    in the same turn. ``result`` is the meld afterwards, ``instead`` the meld with as many of the
    cards as fit; indexes refer to ``add``. Sheets 000 to 004, on tacking.
    """
    meld = listed_upwards(target, system)
    standing = meld_findings(meld, system, phase=Phase.TACK)
    after = MeldAfter((), tuple(standing)) if standing else _grown(meld, add, system, end, earlier)
    surplus, assumes = surplus_findings(add, system, supply=supply, beside=meld.cards)
    found = [] if down else [Finding(Code.NOT_DOWN)]
    found += [*foreign_findings(add, system), *after.findings, *surplus]
    # The repair leaves out surplus copies, which can't exist.
    places = surplus[0].at if surplus else ()
    real = tuple(card for place, card in enumerate(add) if place not in places)
    repair = partial(_best_growth, meld, real, system, earlier)
    return Verdict(
        findings=tuple(found),
        result=() if found else after.cards,
        assumes=assumes + after.assumes,
        unclear=bool(assumes),
        repair=repair if down and not standing else None,
    )


def _grown(
    meld: Meld, add: Cards, system: RuleSystem, end: End | None, earlier: Added
) -> MeldAfter:
    if meld.kind is MeldKind.SET:
        return _grown_set(meld.cards, add, system)
    return grow_run(meld.cards, add, system, end=end, earlier=earlier)


def _grown_set(cards: Cards, add: Cards, system: RuleSystem) -> MeldAfter:
    rank = set_rank(cards)
    misfits = tuple(i for i, card in enumerate(add) if card.rank not in (0, rank))
    found = []
    if misfits:
        needed = (next(card for card in cards if card.rank == rank),)
        found.append(Finding(Code.NO_FIT, tuple(add[i] for i in misfits), misfits, needed=needed))
    fitting = tuple(card for card in add if card.rank in (0, rank))
    grown = cards + fitting
    faults = set_findings(grown, system, phase=Phase.TACK)
    found += [_within_added(finding, grown, len(cards)) for finding in faults]
    return MeldAfter(grown, tuple(found))


def _within_added(finding: Finding, grown: Cards, before: int) -> Finding:
    at = tuple(place - before for place in finding.at if place >= before)
    cards = tuple(grown[before + place] for place in at)
    return replace(finding, cards=cards, at=at)


def _best_growth(meld: Meld, add: Cards, system: RuleSystem, earlier: Added) -> Cards | None:
    """Return the meld with as many of the cards as fit; None if none does."""
    if meld.kind is MeldKind.RUN:
        best = grown_cards(meld.cards, add, system, earlier=earlier)
    else:
        best = meld.cards
        for card in add:
            if not _grown_set(best, (card,), system).findings:
                best = (*best, card)
    return best if len(best) > len(meld.cards) else None
