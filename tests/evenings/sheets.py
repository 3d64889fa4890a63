"""The scoring of the five rule sheets, written from their text; nothing here is the app's.

A second opinion on totals: what a player scores in a round, from what was typed into its form.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

TENS = {"10": 10, "J": 10, "Q": 10, "K": 10}
FACES = {str(rank): rank for rank in range(2, 10)}


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a game scores; ``aces`` by the letter of the suit, ``doubles`` whom a bent board doubles.

    An overcall costs ``overcall``, each time if ``each``; ``spoils`` if it spoils bending.
    ``barred`` if cards laid in spite of an overcall count as in hand.
    """

    aces: Mapping[str, int]
    joker: int = 50
    ranks: Mapping[str, int] = field(default_factory=lambda: TENS | FACES)
    winner: int = 0
    not_down: int = 0
    overcall: int = 0
    each: bool = False
    spoils: bool = False
    barred: bool = False
    false_lay: int = 0
    doubles: str = ""
    surcharge: int = 0
    fines_double: bool = True

    def worth(self, cards: str) -> int:
        """Return the points of cards as typed: ``KH 7S *``."""
        return sum(self._card(card) for card in cards.split())

    def _card(self, card: str) -> int:
        rank, suit = card[:-1], card[-1]
        return self.joker if card == "*" else self.aces[suit] if rank == "A" else self.ranks[rank]


BY_COLOUR = {"S": 15, "C": 15, "H": 1, "D": 1}
JAMAICAN = Sheet(BY_COLOUR, spoils=True, barred=True, doubles="all")
STANDARD = Sheet(BY_COLOUR, overcall=50, each=True, spoils=True, doubles="cards")
SHEETS = {
    # "preventing the player from laying her hand"; "all players double their scores"
    "jamaican": JAMAICAN,
    # "sottrae 50"; "a 50-point penalty in addition to the deadwood"
    "caribbean": Sheet(BY_COLOUR, winner=-50, not_down=50),
    # "the ace is worth 11"; "the joker represents 15 penalty points"; "an extra 25"
    "kalooki40": Sheet(dict.fromkeys("SHDC", 11), joker=15, surcharge=25),
    # "Green Ace: 0 Points"; "penalized 100 points for the round"; false lays 50
    "kooky": Sheet(
        {"B": 15, "R": 10, "G": 5, "E": 0},
        ranks={str(rank): rank for rank in range(2, 14)},
        overcall=100,
        false_lay=50,
    ),
    # "a 50-point penalty for each offense"; "double points for the cards in their hand"
    "standard": STANDARD,
    # House rules, by their name.
    "Sunday": replace(JAMAICAN, overcall=100, spoils=False, false_lay=50, not_down=25),
    "Penny": replace(STANDARD, overcall=50, each=False, spoils=False, doubles="", surcharge=25),
}


def points(typed: str) -> int:
    """Return a sum as typed: ``10+10+15``."""
    return sum(int(part) for part in re.findall(r"\d+", typed))


def scores(sheet: Sheet, sent: Mapping[str, str]) -> dict[int, int]:
    """Return the score of each player with a hand in the form of a round; empty if it is void.

    Only of a player who wasn't in the round may a correction leave the hand empty.
    """
    if sent["winner"] == "void":
        return {}
    hands = sorted({name.split("-")[1] for name in sent if re.match(r"hands-\d+-player", name)})
    by_player = {
        int(sent[f"hands-{number}-player"]): {
            name: sent.get(f"hands-{number}-{name}", "")
            for name in ("points", "cards", "laid", "overcalls", "false_lays", "fine", "barred")
        }
        for number in hands
    }
    winner = int(sent["winner"])
    has_overcalled = int(by_player[winner]["overcalls"] or 0) > 0
    bent = sent.get("bent") == "yes" and not (
        sheet.spoils and has_overcalled and not sent.get("insist")
    )
    return {
        player: _score(sheet, hand, won=player == winner, bent=bent)
        for player, hand in by_player.items()
        if player == winner or hand["cards"] or hand["points"]
    }


def _score(sheet: Sheet, hand: Mapping[str, str], *, won: bool, bent: bool) -> int:
    cards = sheet.winner if won else sheet.worth(hand["cards"]) or points(hand["points"])
    barred = sheet.worth(hand["barred"]) if sheet.barred else 0
    overcalls = int(hand["overcalls"] or 0)
    fines = sheet.overcall * (overcalls if sheet.each else min(overcalls, 1))
    fines += sheet.false_lay * int(hand["false_lays"] or 0)
    fines += sheet.not_down if hand["laid"] == "no" and not won else 0
    score = cards + barred + fines + int(hand["fine"] or 0)
    if bent and sheet.doubles == "all":
        score += cards + barred + (fines if sheet.fines_double else 0)
    elif bent and sheet.doubles == "cards" and not won:
        score += cards + barred
    elif bent and not won:
        score += sheet.surcharge
    return score
