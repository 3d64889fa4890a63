"""An example of each fault, with cards of any system.

Which systems forbid the fault is in their clauses.
"""

from collections.abc import Callable

from kalooki_ref.cards import JOKER, KOOKY_SUITS, STANDARD_SUITS, Card
from kalooki_ref.referee.calls import (
    Call,
    CallAnswer,
    CalledCard,
    Moment,
    may_award,
    may_call,
    may_draw_upcard,
    may_refuse,
)
from kalooki_ref.referee.counts import Counted, read_count
from kalooki_ref.referee.dealing import judge_next_dealer, may_start
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import judge_extra_meld, judge_lay
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.plausibility import judge_score, possible_scores
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, bends
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.turn_rights import (
    GoingOut,
    TurnState,
    judge_bend,
    may_add_on,
    may_discard,
    may_end_turn,
    may_go_out,
    may_lay,
    may_put_right,
    may_reshuffle,
    may_share_pool,
    may_void,
)
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import CallDecider, Miscount, NextDealer
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}
FULL_RUN = "Aa 2a 3a 4a 5a 6a 7a 8a 9a 10a Ja Qa Ka Aa"
Provocation = Callable[[RuleSystem], Verdict]


def cards(system: RuleSystem, text: str) -> tuple[Card, ...]:
    """Read cards with a, b, c, d for the four suits of the system."""
    return tuple(_card(system, word) for word in text.split())


def run(system: RuleSystem, text: str) -> Meld:
    return Meld(MeldKind.RUN, cards(system, text))


def sets(system: RuleSystem, *ranks: str) -> list[Meld]:
    rows = (" ".join(rank + suit for suit in "abc") for rank in ranks)
    return [Meld(MeldKind.SET, cards(system, row)) for row in rows]


def _card(system: RuleSystem, word: str) -> Card:
    if word == "*":
        return JOKER
    rank = RANKS.get(word[:-1]) or int(word[:-1])
    return Card(rank, system.suits["abcd".index(word[-1])])


def judge_set(cards: tuple[Card, ...], system: RuleSystem) -> Verdict:
    return judge_meld(Meld(MeldKind.SET, cards), system)


def judge_run(cards: tuple[Card, ...], system: RuleSystem) -> Verdict:
    return judge_meld(Meld(MeldKind.RUN, cards), system)


def _set(text: str) -> Provocation:
    return lambda system: judge_set(cards(system, text), system)


def _run(text: str) -> Provocation:
    return lambda system: judge_run(cards(system, text), system)


def _foreign(system: RuleSystem) -> Verdict:
    suits = KOOKY_SUITS if system.suits == STANDARD_SUITS else STANDARD_SUITS
    return judge_set(tuple(Card(7, suit) for suit in suits[:3]), system)


def _crowd(system: RuleSystem) -> Verdict:
    copies = system.pack_for(system.max_players).copies
    return judge_set(cards(system, " ".join(["7a"] * (copies + 1))), system)


def _lay(number: int, *ranks: str, runs: tuple[str, ...] = ()) -> Provocation:
    def laid(system: RuleSystem) -> Verdict:
        melds = [*sets(system, *ranks), *(run(system, text) for text in runs)]
        return judge_lay(melds, system, number=number)

    return laid


def _turn(**facts: bool) -> Provocation:
    return lambda system: may_lay(TurnState(**facts), system)


def _tack(add: str, end: End, *, down: bool = True) -> Provocation:
    def tacked(system: RuleSystem) -> Verdict:
        target = run(system, "5a 6a 7a 8a")
        return judge_tack(target, cards(system, add), system, end=end, down=down)

    return tacked


def move(
    target: str, place: int, natural: str, *, by: Owner = Owner.OWN, to: JokerTo | None = None
) -> Provocation:
    def moved(system: RuleSystem) -> Verdict:
        natural_cards = cards(system, natural)
        return judge_joker_move(run(system, target), place, natural_cards, system, by=by, to=to)

    return moved


def _set_move(target: str, place: int, natural: str) -> Provocation:
    def moved(system: RuleSystem) -> Verdict:
        meld = Meld(MeldKind.SET, cards(system, target))
        return judge_joker_move(meld, place, cards(system, natural), system, by=Owner.OWN)

    return moved


def _called(call: Call) -> Provocation:
    return lambda system: may_call(call, system)


def _refused(answer: CallAnswer) -> Provocation:
    return lambda system: may_refuse(answer, system)


def _wrong_decider(system: RuleSystem) -> Verdict:
    others = [decider for decider in CallDecider if decider is not system.call_decider]
    return may_award(Call(), CallAnswer(others[0]), system)


def _overcall(system: RuleSystem) -> Verdict:
    return may_call(Call(calls=system.max_calls or 99), system)


def _counted(more: int, *, calls: int | None = None) -> Provocation:
    def counted(system: RuleSystem) -> Verdict:
        hand = Counted(system.deal_of(1) + more, calls=calls)
        return read_count(hand, system, number=1).verdict

    return counted


def _grown(system: RuleSystem) -> Verdict:
    return read_count(Counted(5, is_down=True, previous=2), system, number=1).verdict


def _laid_few(system: RuleSystem) -> Verdict:
    played = Counted(system.deal_of(1) - 3, is_down=True, played=3)
    return read_count(played, system, number=1).verdict


def _entered(points: int) -> Provocation:
    def entered(system: RuleSystem) -> Verdict:
        return judge_score(points, system, LeftHand(is_down=False), _bent(system))

    return entered


def _entered_gap(system: RuleSystem) -> Verdict:
    hand, facts = LeftHand(is_down=True), RoundFacts()
    possible = possible_scores(system, hand, facts)
    gaps = [n for n in range(possible[0], possible[-1]) if n not in possible]
    return judge_score(gaps[0], system, hand, facts) if gaps else Verdict()


def _bent(system: RuleSystem) -> RoundFacts:
    return RoundFacts(bent=bends(system, same_turn=True), number=1)


def _wrong_dealer(system: RuleSystem) -> Verdict:
    others = [dealer for dealer in NextDealer if dealer is not system.next_dealer]
    return judge_next_dealer(others[0], system, number=2)


PROVOCATIONS: dict[Code, Provocation] = {
    Code.NOT_IN_PACK: _foreign,
    Code.MORE_THAN_PACK: _crowd,
    Code.SET_TOO_SMALL: _set("7a 7b"),
    Code.SET_TOO_LARGE: _set("7a 7b 7c 7d *"),
    Code.RANKS_DIFFER: _set("7a 7b 8c"),
    Code.SUIT_TWICE: _set("7a 7a 7b"),
    Code.RUN_TOO_SHORT: _run("7a 8a"),
    Code.RUN_TOO_LONG: _run(FULL_RUN + " *"),
    Code.SUITS_DIFFER: _run("7a 8a 9b 10a"),
    Code.OUT_OF_ORDER: _run("7a 8a 10a Ja"),
    Code.ROUND_THE_CORNER: _run("Ka Aa 2a 3a"),
    Code.ACE_LOW: _run("Aa 2a 3a 4a"),
    Code.SET_NATURALS_FEW: _set("* * *"),
    Code.RUN_NATURALS_FEW: _run("* * * *"),
    Code.SET_JOKERS_OUTNUMBER: _set("7a * *"),
    Code.RUN_JOKERS_OUTNUMBER: _run("* 7a * *"),
    Code.JOKERS_SIDE_BY_SIDE: _run("7a 8a * *"),
    Code.CONTRACT_SHORT: _lay(2, "7", "8"),
    Code.CONTRACT_EXCEEDED: _lay(1, "7", "8", "9", "10"),
    Code.OPENING_SHORT: _lay(1, "2"),
    Code.RANK_AGAIN: _lay(1, "7", "7", "8"),
    Code.SUIT_AGAIN: _lay(3, "7", runs=("2a 3a 4a 5a", "8a 9a 10a Ja")),
    Code.EXTRA_MELD: lambda system: judge_extra_meld(run(system, "2a 3a 4a 5a"), system),
    Code.MELD_AFTER_TACK: lambda system: judge_extra_meld(
        run(system, "2a 3a 4a 5a"), system, tacked_this_turn=True
    ),
    Code.NOT_IN_TURN: _turn(my_turn=False),
    Code.NOT_DRAWN: _turn(drawn=False),
    Code.BARRED: _turn(overcalled=True),
    Code.NOT_DOWN: _tack("9a", End.HIGH, down=False),
    Code.NO_FIT: _tack("Ja", End.HIGH),
    Code.LOW_END_CLOSED: _tack("4a", End.LOW),
    Code.NO_JOKER_THERE: move("5a * 7a 8a", 0, "5a"),
    Code.NOT_THE_CARD: move("5a * 7a 8a", 1, "6b"),
    Code.NOT_THE_OWNER: move("5a * 7a 8a", 1, "6a", by=Owner.OTHER),
    Code.NO_FREE_END: move(FULL_RUN.replace("4a", "*"), 3, "4a"),
    Code.END_NEEDED: move("5a * 7a 8a", 1, "6a", to=JokerTo.REUSE_NOW),
    Code.HIGH_END_FIRST: move("5a * 7a 8a", 1, "6a", to=JokerTo.LOW),
    Code.JOKER_INTO_HAND: move("5a * 7a 8a", 1, "6a", to=JokerTo.HAND),
    Code.JOKER_NOT_REUSED: move("5a * 7a 8a", 1, "6a", to=JokerTo.HAND),
    Code.SET_JOKER_FIXED: _set_move("7a 7b *", 2, "7c"),
    Code.SET_LOCKED: _set_move("7a 7b 7c *", 3, "7d"),
    Code.NO_CALLING: _called(Call()),
    Code.CALLER_DOWN: _called(Call(down=True)),
    Code.OVERCALL: _overcall,
    Code.OWN_DISCARD: _called(Call(card=CalledCard.OWN_DISCARD)),
    Code.FIRST_UPCARD: _called(Call(card=CalledCard.FIRST_UPCARD)),
    Code.DEAD_CARD: _called(Call(card=CalledCard.BENEATH)),
    Code.CALL_TOO_EARLY: _called(Call(moment=Moment.IN_THE_AIR)),
    Code.CALL_TOO_LATE: _called(Call(moment=Moment.TOUCHED)),
    Code.CALL_AGAIN: _called(Call(is_again=True)),
    Code.LAYS_WHILE_CALLING: _called(Call(lays=True)),
    Code.MUST_GRANT: _refused(CallAnswer(in_turn_down=True)),
    Code.REFUSED_UNTAKEN: _refused(CallAnswer()),
    Code.NOT_THE_DECIDER: _wrong_decider,
    Code.UPCARD_AFTER_CALL: lambda system: may_draw_upcard(
        system, down=False, after_granted_call=True
    ),
    Code.UPCARD_WHILE_DOWN: lambda system: may_draw_upcard(system, down=True),
    Code.UPCARD_UNMELDED: lambda system: may_end_turn(system, keeps_upcard=True),
    Code.COUNT_ODD: _counted(1),
    Code.COUNT_LOW: _counted(-1),
    Code.COUNT_HIGH: _counted(4, calls=1),
    Code.COUNT_GREW: _grown,
    Code.PUT_RIGHT_OTHERWISE: lambda system: may_put_right(Miscount.AS_IT_IS, system),
    Code.LAID_FEW: _laid_few,
    Code.NO_FINAL_DISCARD: lambda system: may_go_out(system, final_discard=False),
    Code.JOKER_DISCARDED: lambda system: may_discard(JOKER, system),
    Code.NOT_BENT: lambda system: judge_bend(GoingOut(same_turn=False), system),
    Code.NO_ADD_ON: lambda system: may_add_on(system, down=False),
    Code.NO_RESHUFFLE: lambda system: may_reshuffle(system, times=2),
    Code.NOT_VOID: lambda system: may_void(system, times=1),
    Code.TOO_FEW_PLAYERS: lambda system: may_start(system, players=1),
    Code.TOO_MANY_PLAYERS: lambda system: may_start(system, players=9),
    Code.POINTS_ODD: _entered(93),
    Code.POINTS_LOW: _entered(0),
    Code.POINTS_HIGH: _entered(99_999),
    Code.POINTS_GAP: _entered_gap,
    Code.NO_SHARE: lambda system: may_share_pool(system, points=100, winner=False),
    Code.WRONG_SEAT: _wrong_dealer,
}
