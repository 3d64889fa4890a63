"""Questions about cards on the table: one meld, a lay, a tack, a joker move."""

from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import OpeningTurn, judge_lay
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import judge_cards, judge_meld, meld_points
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.asked import (
    Asked,
    AskedError,
    read_cards,
    read_choice,
    read_count,
    read_maybe,
    read_meld,
    read_melds,
    read_number,
    read_round,
    read_supply,
)

_OWNERS = {"owner": Owner.OWN, "own": Owner.OWN, "other": Owner.OTHER, None: None}


def rule_meld(asked: Asked, system: RuleSystem) -> Verdict:
    """Judge one set or run; without "as" the referee takes it for what it is."""
    cards = read_cards(asked, "cards")
    kind = read_choice(asked, "as", MeldKind)
    phase = read_choice(asked, "phase", Phase) or Phase.LAY
    pack = read_supply(asked, system).pack
    if kind is None:
        return judge_cards(cards, system, phase=phase, pack=pack)
    return judge_meld(Meld(kind, cards), system, phase=phase, pack=pack)


def rule_contract(asked: Asked, system: RuleSystem) -> Verdict | int:
    """Judge a first lay; "ask": "value" wants the points of the melds instead.

    "builders_value" are the points tacked in the same turn, "goes_out" is whether it ends the
    round, "laid_before" the part of the contract laid in earlier turns.
    """
    melds = read_melds(asked, "melds")
    if asked.get("ask") == "value":
        return sum(meld_points(meld, system) for meld in melds)
    own = read_melds(asked, "laid_before") if "laid_before" in asked else ()
    turn = OpeningTurn(
        builders=read_count(asked, "builders_value", 0),
        goes_out=read_maybe(asked, "goes_out"),
    )
    supply = read_supply(asked, system)
    number = read_round(asked, system)
    return judge_lay(melds, system, number=number, turn=turn, own=own, supply=supply)


def rule_tack(asked: Asked, system: RuleSystem) -> Verdict:
    """Judge cards added to a meld on the table."""
    return judge_tack(
        read_meld(asked.get("target"), "target"),
        read_cards(asked, "add"),
        system,
        end=read_choice(asked, "end", End),
        down=read_maybe(asked, "laid"),
        supply=read_supply(asked, system),
    )


def rule_joker_move(asked: Asked, system: RuleSystem) -> Verdict:
    """Judge a natural card taking a joker's place."""
    by = asked.get("by")
    if not isinstance(by, str | None) or by not in _OWNERS:
        raise AskedError('"by" must be owner or other')
    return judge_joker_move(
        read_meld(asked.get("target"), "target"),
        read_number(asked, "index"),
        read_cards(asked, "with"),
        system,
        by=_OWNERS[by],
        down=read_maybe(asked, "laid"),
        to=read_choice(asked, "to", JokerTo),
        supply=read_supply(asked, system),
    )
