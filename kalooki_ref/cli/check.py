"""`kalooki-ref check`: prints a verdict on cards, with reasons and clauses, for people."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from kalooki_ref.cards import Cards, parse_cards
from kalooki_ref.cli.arguments import number
from kalooki_ref.cli.examples import with_examples
from kalooki_ref.rules.overrides import with_choices
from kalooki_ref.rules.systems import SYSTEMS, system_of

if TYPE_CHECKING:
    from kalooki_ref.referee.meld import Meld
    from kalooki_ref.referee.verdict import Verdict
    from kalooki_ref.rules.model import RuleSystem

# Exit codes; NOT_LEGAL is also used for "can't tell".
LEGAL, NOT_LEGAL, UNREADABLE = 0, 1, 2
# More than any meld or board has; limits the work of one verdict.
MOST_CARDS, MOST_MELDS = 30, 20
EXAMPLES = """
  kalooki-ref check "7H * 9H 10H"
  kalooki-ref check "9S 9H 9D" "QC QH *" "2D 3D 4D 5D" --round 2
  kalooki-ref check "QH KH AH" "5S 5H 5D" --system kalooki40 --lay
  kalooki-ref check "7H 8H * *" --house jokers_side_by_side=yes
"""


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "check",
        help='say whether melds are legal: check "7H 8H * *" --system standard',
        description="Checks one meld as laid, or several as the melds a player comes down with. "
        "Exit code: 0 legal, 1 not legal, 2 input that can't be read.",
        **with_examples(EXAMPLES),
    )
    parser.add_argument("melds", nargs="+", metavar="CARDS", help='a meld, such as "7H * 9H 10H"')
    parser.add_argument(
        "--system",
        default=SYSTEMS[-1].slug,
        choices=[name for system in SYSTEMS for name in (system.slug, system.sheet)],
        metavar="NAME",
        help="the rule system: " + ", ".join(system.slug for system in SYSTEMS),
    )
    parser.add_argument("--as", dest="kind", choices=("set", "run"), help="treat the cards as this")
    parser.add_argument(
        "--round", type=number, metavar="N", help="check against the contract of this round"
    )
    parser.add_argument("--lay", action="store_true", help="check one meld as coming down")
    parser.add_argument(
        "--builders",
        type=number,
        default=0,
        metavar="POINTS",
        help="points of builders tacked in the same turn",
    )
    parser.add_argument(
        "--out",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="whether the player goes out in the same turn",
    )
    parser.add_argument(
        "--players",
        type=number,
        metavar="N",
        help="number of players, where the pack depends on it",
    )
    parser.add_argument(
        "--house",
        action="append",
        default=[],
        metavar="FIELD=CHOICE",
        help="a house rule, such as jokers_side_by_side=yes; can be repeated",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    try:
        system = played_system(chosen)
        melds = typed_melds(chosen.melds)
    except ValueError as error:
        return unreadable(str(error))
    if chosen.builders < 0:
        return unreadable("builders are worth 0 points or more")
    if chosen.round is not None and not 1 <= chosen.round <= max(1, len(system.contracts)):
        return unreadable(f"{system.name} has no round {chosen.round}")
    if chosen.players is not None and not 1 <= chosen.players <= system.max_players:
        return unreadable(f"{system.name} is for at most {system.max_players} players")
    verdict = judged(melds, chosen, system)
    print_verdict(verdict, system, tuple(card for cards in melds for card in cards))
    return LEGAL if verdict.answer == "legal" else NOT_LEGAL


def played_system(chosen: argparse.Namespace) -> "RuleSystem":
    """Return the chosen rules; raises ValueError for invalid house rules."""
    system = system_of(chosen.system)
    if not chosen.house:
        return system
    return with_choices(system, dict(pair.partition("=")[::2] for pair in chosen.house))


def typed_melds(texts: list[str]) -> tuple[Cards, ...]:
    """Return one meld per argument; if every argument is a single card, they are one meld.

    Raises CardError for a word that isn't a card, ValueError for an empty argument or too many.
    """
    if not all(text.strip() for text in texts):
        raise ValueError('there are no cards in ""; write some, such as "7H 8H * 10H"')
    melds = tuple(parse_cards(text) for text in texts)
    if all(len(cards) == 1 for cards in melds):
        melds = (tuple(card for cards in melds for card in cards),)
    if len(melds) > MOST_MELDS or max(map(len, melds)) > MOST_CARDS:
        raise ValueError(f"at most {MOST_MELDS} melds of at most {MOST_CARDS} cards are judged")
    return melds


def judged(melds: tuple[Cards, ...], chosen: argparse.Namespace, system: "RuleSystem") -> "Verdict":
    from kalooki_ref.referee.inventory import Supply
    from kalooki_ref.referee.lay import OpeningTurn, judge_lay
    from kalooki_ref.referee.melds import judge_cards, judge_meld

    supply = Supply(None if chosen.players is None else system.pack_for(chosen.players))
    if len(melds) > 1 or chosen.lay or chosen.round is not None:
        kinded = [kinded_meld(cards, chosen.kind, system) for cards in melds]
        turn = OpeningTurn(chosen.builders, chosen.out)
        return judge_lay(kinded, system, number=chosen.round, turn=turn, supply=supply)
    if chosen.kind is None:
        return judge_cards(melds[0], system, pack=supply.pack)
    return judge_meld(kinded_meld(melds[0], chosen.kind, system), system, pack=supply.pack)


def kinded_meld(cards: Cards, kind: str | None, system: "RuleSystem") -> "Meld":
    from kalooki_ref.referee.meld import Meld, MeldKind
    from kalooki_ref.referee.melds import kind_of

    return Meld(MeldKind(kind) if kind else kind_of(cards, system), cards)


def print_verdict(verdict: "Verdict", system: "RuleSystem", cards: Cards) -> None:
    from kalooki_ref.words.verdicts import spoken_lines

    print("\n".join(spoken_lines(verdict, system, cards=cards)))


def unreadable(reason: str) -> int:
    print(reason, file=sys.stderr)
    return UNREADABLE
