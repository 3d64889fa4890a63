"""`kalooki-ref check`: prints a verdict on cards, with reasons and clauses, for people."""

import argparse
from typing import TYPE_CHECKING, Any

from kalooki_ref.cards import Cards, parse_cards
from kalooki_ref.cli.arguments import number, with_examples
from kalooki_ref.cli.exits import failed
from kalooki_ref.rules.overrides import with_choices
from kalooki_ref.rules.systems import SYSTEMS, system_of

if TYPE_CHECKING:
    from kalooki_ref.referee.verdict import Verdict
    from kalooki_ref.rules.model import RuleSystem

# Exit codes; NOT_LEGAL is also used for "can't tell".
LEGAL, NOT_LEGAL = 0, 1
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
    from kalooki_ref.words.verdicts import spoken_lines

    try:
        system = system_of(chosen.system)
        if chosen.house:
            changes = dict(pair.partition("=")[::2] for pair in chosen.house)
            system = with_choices(system, changes)
        melds = typed_melds(chosen.melds, system)
    except ValueError as error:
        return failed(str(error))
    if chosen.builders < 0:
        return failed("builders are worth 0 points or more")
    if chosen.round is not None and not 1 <= chosen.round <= max(1, len(system.contracts)):
        return failed(f"{system.name} has no round {chosen.round}")
    if chosen.players is not None and not 1 <= chosen.players <= system.max_players:
        return failed(f"{system.name} is for at most {system.max_players} players")
    verdict, cards = judged(melds, chosen, system)
    print("\n".join(spoken_lines(verdict, system, cards=cards)))
    return LEGAL if verdict.answer == "legal" else NOT_LEGAL


def typed_melds(texts: list[str], system: "RuleSystem") -> tuple[Cards, ...]:
    """Return one meld per argument; if every argument is a single card, they are one meld.

    Raises CardError for a word that isn't a card, ValueError for an empty argument or too many.
    """
    melds = tuple(parse_cards(text, system.suits) for text in texts)
    if not all(melds):
        suit = system.suits[1]
        example = f"7{suit} 8{suit} * 10{suit}"
        raise ValueError(f'there are no cards in ""; write some, such as "{example}"')
    if all(len(cards) == 1 for cards in melds):
        melds = (tuple(card for cards in melds for card in cards),)
    if len(melds) > MOST_MELDS or max(map(len, melds)) > MOST_CARDS:
        raise ValueError(f"at most {MOST_MELDS} melds of at most {MOST_CARDS} cards are judged")
    return melds


def judged(
    melds: tuple[Cards, ...], chosen: argparse.Namespace, system: "RuleSystem"
) -> "tuple[Verdict, Cards]":
    """Return the verdict, and the cards in the order to which it refers."""
    from kalooki_ref.referee.checking import LayFacts, check_cards
    from kalooki_ref.referee.inventory import Supply
    from kalooki_ref.referee.lay import OpeningTurn, judge_lay
    from kalooki_ref.referee.meld import Meld, MeldKind, cards_in
    from kalooki_ref.referee.melds import judge_cards, judge_meld
    from kalooki_ref.referee.recognition import PlayedAs

    pack = None if chosen.players is None else system.pack_for(chosen.players)
    kind = MeldKind(chosen.kind) if chosen.kind else None
    if len(melds) == 1 and not chosen.lay and chosen.round is None:
        cards = melds[0]
        if kind is None:
            return judge_cards(cards, system, pack=pack), cards
        return judge_meld(Meld(kind, cards), system, pack=pack), cards
    number = chosen.round or system.only_round
    turn, supply = OpeningTurn(chosen.builders, chosen.out), Supply(pack)
    if kind is not None:
        laid = tuple(Meld(kind, cards) for cards in melds)
    else:
        facts = LayFacts(number, pack, turn)
        checked = check_cards(melds, system, played_as=PlayedAs.LAY, facts=facts)
        laid = checked.melds
        if not checked.is_begun:
            return checked.verdict, cards_in(laid)
    return judge_lay(laid, system, number=number, turn=turn, supply=supply), cards_in(laid)
