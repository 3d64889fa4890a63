"""Every switch in one written table: its clause, the readings it turns, and each choice's value.

A line that begins with spaces goes on from the one above.
"""

from enum import StrEnum

import pytest

from kalooki_ref.rules.choices import (
    BarredFromLaying,
    Bonus,
    Contract,
    Double,
    Fine,
    NoBending,
    Surcharge,
)
from kalooki_ref.rules.switches import SWITCHES, Switch

WRITTEN = """
min_players 1.1 - 2=2 3=3 4=4
max_players 1.1 - 3=3 4=4 5=5 6=6 7=7 8=8
packs 1.2 - pairs=0 2=2 3=3 4=4
jokers 1.3 R-000-1 0=0+0+0+0 1=1+2+3+4 2=2+4+6+8 3=3+6+9+12 4=4+8+12+16 4-8-10=2+4+8+10
end_joker_reread 1.4 R-002-3 yes=True no=False
contracts 2.1 R-004-1 nine=333+334+344+444+3333+3334+3344+3444+4444
    sets=333+334+344+333+3333+3334+3344+3444+3333 none=-
deals 2.2 R-001-1 contract=9+10+11+12+12+13+14+15+16 twelve=12+12+12+12+12+13+14+15+16 13=13
    11=11
upcard 2.3 - yes=True no=False
next_dealer 2.4 R-003-4 left=left loser=loser
loser_tie 2.8 R-003-4 total=higher_total left=dealers_left
first_starter 2.5 - left=left_of_dealer youngest=youngest
next_starter 2.6 - left=left_of_dealer winner=winner
set_suits_differ 3.2 R-002-2 yes=True no=False
set_max 3.3 R-002-2 any=None 3=3 4=4 8=8
ace 3.5 - both=both high=high
ace_at_both_ends 3.6 R-000-5,R-001-8,R-003-6,R-004-6 yes=True no=False
run_max 3.9 - any=None 4=4 5=5
ranks_apart 3.7 R-000-4,R-001-6,R-004-5 yes=True no=False
suits_apart 3.8 R-000-4,R-001-6 yes=True no=False
set_min_naturals 4.1 - 1=1 2=2 3=3
run_min_naturals 4.2 - 1=1 2=2 3=3
set_joker_cap 4.3 R-000-2,R-001-4 never=never lay=at_the_lay always=always
run_joker_cap 4.4 R-000-2 never=never lay=at_the_lay always=always
jokers_side_by_side 4.5 R-000-6,R-001-12 yes=True no=False
opening 5.1 - 0=0 30=30 40=40 51=51 60=60
contract_in_parts 5.1 R-001-5 yes=True no=False
extra_melds 5.3 R-000-3,R-001-9 never=never first=before_tacking any=any_time
builders_open 5.4 R-002-4 yes=True no=False
going_out_opens 5.6 R-002-8 yes=True no=False
tack_ends 6.3 R-001-7,R-003-3 either=either high=high_until_ace
joker_as_ace 6.4 R-003-9,R-004-4 yes=True no=False
joker_mover 7.1 R-002-5 nobody=nobody owner=owner anyone=anyone_down
    everyone=anyone
joker_goes 7.2 R-000-7,R-003-7,R-001-12 high=high_else_low ace=high_until_ace chosen=chosen_end
    reused=reused_at_once hand=into_the_hand
set_joker 7.4 R-000-8,R-002-7 stays=stays suits=for_all_missing_suits
taken_upcard 8.2 R-002-6 stay=may_stay meld=melded build=melded_or_tacked
calling 8.3 - yes=True no=False
cards_per_call 8.4 - 2=2 3=3
call_decider 8.5 R-001-2 turn=in_turn discarder=discarder
refusing_takes_upcard 8.6 - yes=True no=False
call_order 8.7 R-ALL-2 voice=first_voice nearest=nearest_in_turn
own_discard_callable 8.9 R-000-9 yes=True no=False
first_upcard_callable 8.10 R-000-9,R-003-5,R-004-8 yes=True no=False
max_calls 8.11 R-001-3 0=0 1=1 2=2 3=3 4=4 any=None
down_draws_upcard 8.13 R-001-10 yes=True no=False
calls_in_the_air 8.16 R-ALL-5 yes=True no=False
calls_until_drawn 8.16 R-ALL-5 yes=True no=False
final_discard 9.2 R-000-10 yes=True no=False
joker_discard 9.3 R-004-9 yes=True no=False
bend 9.4 R-001-11,R-004-3 none=- all=double_every_score cards=double_opponents_cards
    bonus=double_opponents_cards+bonus50 plus25=others25 plus50=others50
bend_without_calls 9.5 R-000-12 yes=True no=False
add_on_after_out 9.6 R-003-2 yes=True no=False
fines_double 9.7 R-ALL-7 yes=True no=False
winner_points 10.2 - 0=0 -10=-10 -25=-25 -50=-50 -100=-100
not_down 10.3 - 0=- 25=fine25 50=fine50 100=fine100
overcall 11.1 R-003-8 none=- barred=barred 50=fine50 50each=fine50each
    50bend=fine50each+no_bending 100=fine100 100each=fine100each 500bend=fine500+no_bending
refused_overcalls_count 11.1 R-004-2 yes=True no=False
false_lay 11.2 R-004-7 none=- 50=fine50each 100=fine100each bend=no_bending
    50barred=fine50each+barred
barred_lay_counts 11.3 R-000-11 yes=True no=False
miscount 11.4 R-ALL-4 turn=next_turn once=at_once stays=as_it_is
miscount_cost 11.4 R-ALL-4 none=- 10=fine10 25=fine25 50=fine50 barred=barred
reshuffles 12.1 R-ALL-1 0=0 1=1 2=2 always=None
tie_break 12.4 R-ALL-3 shared=shared rounds=more_rounds_won
pool_share 12.5 R-002-9 0=0 50=50 60=60 75=75 90=90 100=100
pool_threshold 12.5 R-002-9 0=0 50=50 100=100 150=150 200=200
"""


def written() -> list[str]:
    return WRITTEN.strip().replace("\n    ", " ").splitlines()


def in_words(switch: Switch) -> str:
    """Return a switch as the table writes it."""
    readings = ",".join(switch.rulings) or "-"
    choices = " ".join(f"{choice.key}={plain(choice.value)}" for choice in switch.choices)
    return f"{switch.field} {switch.clause} {readings} {choices}"


def plain(value: object) -> str:
    if isinstance(value, tuple):
        return "+".join(word_of(one) for one in value) or "-"
    return value.value if isinstance(value, StrEnum) else str(value)


def word_of(one: object) -> str:
    match one:
        case Contract():
            return one.name
        case Fine(points, each):
            return f"fine{points}{'each' if each else ''}"
        case Double(who):
            return f"double_{who.value}"
        case Surcharge(points):
            return f"others{points}"
        case Bonus(points):
            return f"bonus{points}"
        case BarredFromLaying():
            return "barred"
        case NoBending():
            return "no_bending"
        case _:
            return str(one)


@pytest.mark.parametrize("line", written(), ids=lambda line: str(line).split()[0])
def test_the_switch_is_as_written(line: str) -> None:
    assert line in [in_words(switch) for switch in SWITCHES]


def test_no_switch_is_missing() -> None:
    assert len(written()) == len(SWITCHES)
