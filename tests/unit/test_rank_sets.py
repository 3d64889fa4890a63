"""How advice divides cards among several sets of one rank."""

from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.advice.rank_sets import SetTack, share_open_tack
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import system_of


def test_jokers_go_where_they_outnumber_no_naturals() -> None:
    system = with_changes(system_of("jamaican"), {"set_joker_cap": "always"})
    sets = [parse_cards(cards) for cards in ("7H 7D * *", "7S 7C *", "7H 7D *")]
    shared = share_open_tack((SetTack((2,), 3, 0), parse_cards("7S")), sets, system)
    assert [(tack.jokers, naturals) for tack, naturals in shared] == [
        (1, parse_cards("7S")),
        (1, ()),
        (1, ()),
    ]
