"""Questions about cards: one meld, a first lay, a tack, a joker move, and what a hand costs."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from kalooki_ref.api.fields import (
    NO_CARDS,
    Decides,
    Fact,
    GivenCards,
    GivenHand,
    GivenMeld,
    Meanings,
    Melds,
    Number,
    Quantity,
    note,
)
from kalooki_ref.api.given_rules import ROUNDS, contract_round, seats, supply_of
from kalooki_ref.api.outcomes import Outcome, amount
from kalooki_ref.api.signatures import named
from kalooki_ref.api.unreadable import ContradictionError, UnreadableError
from kalooki_ref.cards import Cards
from kalooki_ref.referee.calls import largest_hand
from kalooki_ref.referee.checking import LayFacts, check_cards
from kalooki_ref.referee.inventory import Supply, foreign_findings, surplus_findings
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move, may_open_with_joker
from kalooki_ref.referee.lay import (
    OpeningTurn,
    counted,
    demand_findings,
    judge_lay,
    long_enough,
    still_missing,
)
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import judge_cards, judge_meld, meld_findings, meld_points
from kalooki_ref.referee.plausibility import hand_sizes, judge_score
from kalooki_ref.referee.recognition import PlayedAs
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, bends, score_hand, total
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import BarredFromLaying, Double
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.verdicts import say_verdict

Players = Annotated[int | None, note("How many play, where the pack depends on it.")]
RoundNumber = Annotated[int | None, note("From 1.")]


def check_size(cards: Cards, system: RuleSystem, name: str) -> None:
    """Raise UnreadableError if these are more cards than a hand can hold."""
    most = largest_hand(system)
    if len(cards) > most:
        raise UnreadableError(f'"{name}" has {len(cards)} cards; a hand has at most {most}')


def check_meld(given: GivenMeld, system: RuleSystem, name: str, *, phase: Phase) -> None:
    """Raise ContradictionError if a meld said to be on the board isn't legal."""
    meld = given.meld
    findings = (*foreign_findings(meld.cards, system), *meld_findings(meld, system, phase=phase))
    if findings:
        says = say_verdict(Verdict(findings), system)
        raise ContradictionError(f'"{name}" is no {meld.kind}: {says}')


# Who moves a joker: the player who laid the meld, or another.
MOVED_BY = {"owner": Owner.OWN, "own": Owner.OWN, "other": Owner.OTHER}


def meld_question(
    system: RuleSystem,
    *,
    as_: MeldKind | None = None,
    cards: GivenCards,
    phase: Phase = Phase.LAY,
    players: Players = None,
) -> Outcome:
    """Is this a set or a run? Without "as" the referee takes the cards for what they are."""
    pack = supply_of(players, system).pack
    if as_ is None:
        return judge_cards(cards, system, phase=phase, pack=pack)
    return judge_meld(Meld(as_, cards), system, phase=phase, pack=pack)


def lay_question(
    system: RuleSystem,
    *,
    ask: Literal["value"] | None = None,
    melds: Melds,
    round: Annotated[RoundNumber, Decides(ROUNDS)],
    builders_value: Annotated[Quantity, note("Points tacked in the same turn.")] = 0,
    goes_out: Annotated[Fact, note("Whether the turn ends the round.")],
    laid_before: Annotated[Melds, note("The part of the contract laid in earlier turns.")] = (),
    players: Players = None,
) -> Outcome:
    """Do these melds meet the contract? "ask": "value" wants their points instead."""
    for index, meld in enumerate(melds if ask else ()):
        check_meld(meld, system, f"melds[{index}]", phase=Phase.LAY)
    for index, meld in enumerate(laid_before):
        check_meld(meld, system, f"laid_before[{index}]", phase=Phase.LAY)
    if ask:
        return amount(sum(meld_points(laid.meld, system) for laid in melds))
    number, before = contract_round(round, system), [laid.meld for laid in laid_before]
    if before and number is not None:
        _check_part(before, system, number)
    return judge_lay(
        [laid.meld for laid in melds],
        system,
        number=number,
        turn=OpeningTurn(builders=builders_value, goes_out=goes_out),
        own=before,
        supply=supply_of(players, system),
    )


def laid_cards_question(
    system: RuleSystem,
    *,
    cards: Annotated[GivenHand, note("In the order laid, without saying which make a meld.")],
    round: Annotated[RoundNumber, Decides(ROUNDS)],
    builders_value: Annotated[Quantity, note("Points tacked in the same turn.")] = 0,
    goes_out: Annotated[Fact, note("Whether the turn ends the round.")],
    players: Players = None,
) -> Outcome:
    """Can these cards be laid? The referee divides them into melds; the best reading counts."""
    if not cards:
        raise ContradictionError('"cards" must name at least one card')
    check_size(cards, system, "cards")
    turn = OpeningTurn(builders=builders_value, goes_out=goes_out)
    pack = supply_of(players, system).pack
    facts = LayFacts(contract_round(round, system), pack, turn)
    checked = check_cards((cards,), system, played_as=PlayedAs.LAY, facts=facts)
    if not checked.is_begun:
        return checked.verdict
    return judge_lay(
        checked.melds, system, number=facts.number, supply=Supply(pack), turn=facts.turn
    )


def _check_part(melds: list[Meld], system: RuleSystem, number: int) -> None:
    """Raise ContradictionError where melds cannot be a part of the contract and not all of it."""
    contract = system.contract_of(number)
    if contract is None:
        return
    counting = long_enough(melds, contract, system)
    is_part = not demand_findings(contract, counting, system, laid=counted(melds))
    if not is_part or not still_missing(contract, melds, system).cards:
        raise ContradictionError('"laid_before" must be a part of the contract, and not all of it')


def tack_question(
    system: RuleSystem,
    *,
    target: GivenMeld,
    add: GivenCards,
    end: Annotated[End | None, note("Left out, each card goes where it fits.")] = None,
    laid: Annotated[Fact, note("Whether the player is down.")],
    players: Players = None,
) -> Outcome:
    """May these cards be added to a meld on the board?"""
    if not add:
        raise ContradictionError('"add" must name at least one card')
    check_meld(target, system, "target", phase=Phase.TACK)
    supply = supply_of(players, system)
    return judge_tack(target.meld, add, system, end=end, down=laid, supply=supply)


def joker_move_question(
    system: RuleSystem,
    *,
    target: GivenMeld,
    index: Annotated[Number, note("The joker's place in the meld, from 0.")],
    with_: GivenCards,
    by: Annotated[Owner, Meanings(MOVED_BY), Decides(tuple(Owner))],
    laid: Annotated[Fact, note("Whether the player is down.")],
    opens_this_turn: Annotated[
        Fact, note("Whether a player who is not down opens in this turn, where points open.")
    ],
    to: Annotated[JokerTo | None, note("Left out, the joker goes where it must or may.")] = None,
    players: Players = None,
) -> Outcome:
    """May a real card take the joker's place?"""
    check_meld(target, system, "target", phase=Phase.TACK)
    opens = opens_this_turn and may_open_with_joker(target.as_, system)
    return judge_joker_move(
        target.meld,
        index,
        with_,
        system,
        by=by,
        down=laid or opens,
        to=to,
        supply=supply_of(players, system),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundScore:
    """What a score depends on besides the cards left in the hand."""

    laid: Annotated[Fact, note("Whether the player came down.")]
    winner: Annotated[bool, Decides((False, True))]
    bent: Annotated[
        bool,
        Decides((False, True)),
        note("Whether the board was bent; Kalooki 40 calls it kalooki."),
    ]
    kalooki: Annotated[
        bool | None, note("The same as bent; without doubling, either of them may say it.")
    ] = None
    overcalls: Quantity = 0
    false_lays: Quantity = 0
    bender_overcalled: bool = False

    def left_hand(self, cards: Cards | None) -> LeftHand:
        """Return what is left over, with the penalties."""
        return LeftHand(
            cards=cards,
            is_winner=self.winner,
            is_down=self.laid,
            overcalls=self.overcalls,
            false_lays=self.false_lays,
        )

    def facts(self, round: int | None, system: RuleSystem) -> RoundFacts:
        """Return the facts shared by every hand of the round."""
        if self.winner and not self.laid:
            raise ContradictionError('a winner has come down: "laid" cannot be false')
        bent = bends(
            system,
            same_turn=self._same_turn(system),
            overcalls=self.overcalls if self.winner else int(self.bender_overcalled),
            false_lays=self.false_lays if self.winner else 0,
        )
        return RoundFacts(bent=bent, number=contract_round(round, system))

    def _same_turn(self, system: RuleSystem) -> bool:
        """Return whether the winner came down and went out in one turn (R-ALL-8)."""
        doubles = any(isinstance(cost, Double) for cost in system.bend)
        if self.kalooki and not doubles:
            return True
        if self.kalooki is not None and self.kalooki is not self.bent:
            raise ContradictionError('"bent" and "kalooki" are the same and must agree')
        return self.bent


def score_question(
    system: RuleSystem,
    *,
    round: RoundNumber = None,
    score: RoundScore,
    hand: GivenHand,
    laid_while_barred: Annotated[
        GivenCards, note("Cards that stay on the board though an overcall barred the player.")
    ] = NO_CARDS,
    players: Players = None,
) -> Outcome:
    """What does this hand cost?"""
    foreign = foreign_findings(hand + laid_while_barred, system)
    if foreign:
        return Verdict(tuple(foreign))
    if surplus_findings(hand, system, supply=supply_of(players, system))[0]:
        raise ContradictionError('"hand" holds more of a card than the pack')
    left = replace(score.left_hand(hand), barred=laid_while_barred)
    _check_winner(left, hand, system)
    return amount(total(score_hand(left, system, score.facts(round, system))))


def _check_winner(left: LeftHand, hand: Cards, system: RuleSystem) -> None:
    """Raise ContradictionError if the remaining cards contradict who won."""
    if left.barred and BarredFromLaying() not in system.overcall:
        raise ContradictionError("no overcall bars anybody from laying under these rules")
    if left.barred and left.is_winner:
        raise ContradictionError("a player barred from laying cannot have won")
    if left.is_winner and hand:
        raise ContradictionError('a winner has no cards left: "winner" and "hand" contradict')
    adds_on = system.add_on_after_out and left.is_down
    if not left.is_winner and not hand and not adds_on:
        raise ContradictionError("only the winner can have no cards left")


@named(claim="entered_score")
def entered_question(
    system: RuleSystem,
    *,
    round: Annotated[RoundNumber, Decides(ROUNDS)],
    score: RoundScore,
    value: Number,
    players: Players = None,
) -> Outcome:
    """Can this score be right?"""
    playing = None if players is None else seats(players, system)
    left = score.left_hand(None)
    facts = replace(score.facts(round, system), players=playing)
    if not hand_sizes(system, left, facts):
        raise ContradictionError('coming down empties the hand: "laid" needs "winner"')
    return judge_score(value, system, left, facts)


@named(ask="total_after_win")
def win_question(system: RuleSystem, *, previous_total: Number, bent: Fact) -> Outcome:
    """What is a total after winning a round?"""
    facts = RoundFacts(bent=bends(system, same_turn=bent))
    return amount(previous_total + total(score_hand(LeftHand(is_winner=True), system, facts)))
