"""The rule system, a flat immutable value."""

from dataclasses import dataclass, replace

from kalooki_ref.cards import Pack, Suit
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.codes import Code


@dataclass(frozen=True, slots=True)
class Words:
    """The system's words for melds and jokers (English msgids), used in verdicts."""

    set: choices.SetWord
    run: choices.RunWord
    joker: choices.JokerWord
    bent: str


@dataclass(frozen=True, slots=True)
class PointTable:
    """Card values in points.

    ``ranks`` has the values of 2 to king (12 numbers); ``aces`` follows the order of the pack's
    suits.
    """

    ranks: tuple[int, ...]
    aces: tuple[int, ...]
    joker: int


@dataclass(frozen=True, slots=True)
class OpeningValues:
    """What cards count toward an opening in points; a joker counts as the card it stands for.

    ``ranks`` and ``aces`` are ordered as in ``PointTable``. ``low_ace`` is the value of an ace
    under the two in a run, at most that of any other ace; None: the same as another ace.
    """

    ranks: tuple[int, ...]
    aces: tuple[int, ...]
    low_ace: int | None = None


@dataclass(frozen=True, slots=True)
class LargerTable:
    """Rule changes from a number of players upwards, up to the next entry.

    ``packs`` 0, ``jokers`` None and empty ``deals`` mean no change; a single number in ``deals``
    applies to every round.
    """

    players: int
    packs: int = 0
    jokers: int | None = None
    deals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSystem:
    """Every rule that a sheet or house rules can set, one field each.

    Defaults are for rules that some sheets leave open, or that all of them share.
    """

    # --- identity
    # The name in URLs and files: ``jamaican``.
    slug: str
    # The display name.
    name: str
    # The first three digits of the rule sheet it follows: ``000``.
    sheet: str
    # What distinguishes it, in one line.
    tagline: str
    words: Words

    # --- the pack and the players
    suits: tuple[Suit, ...]
    min_players: int
    max_players: int
    # Packs shuffled together; 0 if that depends on the number of players.
    packs: int
    # Players per pack, rounded up to whole packs. Used if ``packs`` is 0.
    players_per_pack: int = 0
    # Jokers with 1, 2, 3 and more packs.
    jokers: tuple[int, ...]
    # Changes for larger numbers of players, smallest first.
    larger_tables: tuple[LargerTable, ...] = ()

    # --- the rounds
    # One per round; empty where points are needed to come down and the game has no fixed end.
    contracts: tuple[choices.Contract, ...]
    # Cards dealt to each player, one number per round, or a single number for all rounds.
    deals: tuple[int, ...]
    # Points the first melds must be worth where there are no contracts, else 0.
    opening: int
    # What cards count toward an opening; independent of ``points``.
    opening_values: OpeningValues
    # Whether a card is turned up beside the stock after the deal.
    upcard: bool = True
    next_dealer: choices.NextDealer
    # Who deals if the loser does and several players have the most points.
    loser_tie: choices.LoserTie = choices.LoserTie.HIGHER_TOTAL
    # Who plays first in round 1.
    first_starter: choices.Starter
    # Who plays first in later rounds.
    next_starter: choices.Starter
    # How often the discards are reshuffled before the round is void; None: without limit.
    reshuffles: int | None

    # --- melds
    set_min: int = choices.SET_MINIMUM
    # Maximum cards in a set; None: no limit.
    set_max: int | None
    # Whether each suit may appear only once in a set.
    set_suits_differ: bool
    run_min: int
    # Maximum cards in a run, including tacked ones; None: the number of ranks.
    run_max: int | None = None
    ace: choices.Ace
    # Whether a run may have an ace at each end: 14 cards.
    ace_at_both_ends: bool
    # Whether one player's sets must be of different ranks.
    ranks_apart: bool = False
    # Whether one player's runs must be of different suits.
    suits_apart: bool = False

    # --- jokers in melds
    set_min_naturals: int
    run_min_naturals: int = 1
    set_joker_cap: choices.JokerCap
    run_joker_cap: choices.JokerCap
    # Whether two jokers may be adjacent in a run.
    jokers_side_by_side: bool

    # --- laying and tacking
    # Whether the melds of a contract may be laid over several turns. Until the contract is
    # complete, the player is not down and may neither tack nor move jokers, nor lay melds beyond
    # the contract; laying the first of them ends the player's right to call.
    contract_in_parts: bool = False
    # Whether builders count toward the opening: cards tacked in the turn of coming down on melds
    # that were already on the board. At least one meld must be laid; a card that replaces a joker,
    # and the joker taken for it, do not count.
    builders_open: bool = False
    # Whether a player who comes down and goes out in one turn needs no ``opening``. At least one
    # meld must be laid; all other rules apply as for any player who is down.
    going_out_opens: bool = False
    # Whether the contract of the last round is laid with all cards of the hand, so that its player
    # goes out without a discard; overrides ``final_discard`` there.
    last_contract_all_cards: bool = False
    extra_melds: choices.ExtraMelds
    tack_ends: choices.TackEnds
    # Most cards a player may add to one end of a run in a turn; None: no limit.
    most_per_end: int | None = None
    # Whether a joker used as the high ace counts as the ace in rules that open the low end
    # only once the ace is reached (``tack_ends``, ``joker_goes``).
    joker_as_ace: bool = True
    # Whether a player who adds to a run may first move a joker from one end to the other, where it
    # stands for another card.
    end_joker_reread: bool = False
    joker_mover: choices.JokerMover
    joker_goes: choices.JokerGoes
    # Whether a joker from the player's own run goes into the hand, overriding ``joker_goes``.
    own_joker_to_hand: bool = False
    # Whether only a joker between two other cards of a run may be replaced, never one at an end.
    jokers_from_inside: bool = False
    set_joker: choices.SetJoker

    # --- calls
    calling: bool
    # Granted calls per player and round; None: no limit.
    max_calls: int | None
    # Whether players who are down may still call.
    calls_while_down: bool = False
    # Cards a granted call adds to the hand: the upcard and the penalty cards.
    cards_per_call: int = 2
    call_decider: choices.CallDecider
    call_order: choices.CallOrder = choices.CallOrder.FIRST_VOICE
    # Whether refusing a call obliges the player in turn to take the upcard.
    refusing_takes_upcard: bool
    # Whether players may call the card they have just discarded.
    own_discard_callable: bool = False
    # Whether a card may be called before it is on the discard pile.
    calls_in_the_air: bool = False
    # Whether a card may be called until the player in turn has drawn, rather than only until that
    # player touches the stock or the card.
    calls_until_drawn: bool = False
    first_upcard_callable: bool
    # Whether players who are down may still take the upcard in turn.
    down_draws_upcard: bool
    # What a player must do with the upcard after taking it in turn.
    taken_upcard: choices.TakenUpcard

    # --- penalties and bonuses
    overcall: tuple[choices.Consequence, ...]
    # Whether cards laid while barred by an overcall score as cards in hand if they stay.
    barred_lay_counts: bool = True
    # Whether a refused call beyond the limit counts as an overcall, too.
    refused_overcalls_count: bool = False
    false_lay: tuple[choices.Consequence, ...] = ()
    # Applied to players who have not come down by the end of a scored round.
    not_down: tuple[choices.Consequence, ...] = ()
    miscount: choices.Miscount = choices.Miscount.NEXT_TURN
    # For a hand with a card too many or too few; suggested, never scored automatically.
    miscount_cost: tuple[choices.Consequence, ...] = ()
    # Applied when a player comes down and goes out in one turn; empty where that has no effect.
    bend: tuple[choices.Consequence, ...]
    # Whether a bent board that doubles all scores doubles fines, too.
    fines_double: bool = True
    # Whether the board can be bent by a player who made no calls and only discards afterwards.
    bend_without_calls: bool = True
    winner_points: int

    # --- going out and the end
    # Whether the last card must be discarded, not melded or tacked.
    final_discard: bool
    joker_discard: bool
    # Whether players who are down may still lay and tack after somebody went out.
    add_on_after_out: bool
    tie_break: choices.TieBreak = choices.TieBreak.SHARED
    # The winner's minimum share of the pool, in percent; 0 where there is no pool.
    pool_share: int = 0
    # The points at which a loser's share of the pool is lost; 0 where there is no pool.
    pool_threshold: int = 0
    points: PointTable

    # --- wording
    clauses: tuple[Clause, ...] = ()

    def __hash__(self) -> int:
        # Advice looks up rules for every move; a hash of all fields takes longer than a verdict.
        return hash((self.slug, self.name, self.set_min, self.run_min, self.opening))

    @property
    def is_open_ended(self) -> bool:
        """Whether the number of rounds is unlimited, as there are no contracts."""
        return not self.contracts

    @property
    def only_round(self) -> int | None:
        """The round that needs no naming, where there is one contract; else None."""
        return 1 if len(self.contracts) == 1 else None

    @property
    def opens_with_points(self) -> bool:
        """Whether points are needed to come down in any round."""
        return not self.contracts or any(contract.opens_with_points for contract in self.contracts)

    @property
    def doubles_every_score(self) -> bool:
        """Whether a bent board doubles total scores, not only other players' card points."""
        return choices.Double(choices.WhoDoubles.EVERY_SCORE) in self.bend

    @property
    def joker_leaves_its_meld(self) -> bool:
        """Whether a replaced joker leaves its meld instead of moving to an end of it."""
        return self.joker_goes in (
            choices.JokerGoes.REUSED_AT_ONCE,
            choices.JokerGoes.INTO_THE_HAND,
        )

    def larger_table(self, players: int) -> LargerTable | None:
        """Return the rule changes for this number of players, or None."""
        reached = [table for table in self.larger_tables if table.players <= players]
        return reached[-1] if reached else None

    def packs_for(self, players: int) -> int:
        """Return the number of packs for this number of players."""
        larger = self.larger_table(players)
        if larger is not None and larger.packs:
            return larger.packs
        return self.packs or -(-players // self.players_per_pack)

    def pack_for(self, players: int) -> Pack:
        """Return the full deck for this number of players.

        With more packs than the rules know, the jokers of the most packs.
        """
        larger, packs = self.larger_table(players), self.packs_for(players)
        if larger is not None and larger.jokers is not None:
            return Pack(self.suits, packs, larger.jokers)
        jokers = choices.jokers_with(packs, self.jokers)
        return Pack(self.suits, packs, self.jokers[-1] if jokers is None else jokers)

    @property
    def every_pack(self) -> tuple[Pack, ...]:
        """The full decks for all numbers of players, smallest first."""
        if self.packs and not self.larger_tables:
            return (self.pack_for(self.max_players),)
        ends = {self.min_players, self.max_players}
        numbers = range(min(ends), max(ends) + 1) if self.larger_tables else ends
        packs = {self.pack_for(players) for players in numbers}
        return tuple(sorted(packs, key=lambda pack: pack.size))

    def at_table(self, players: int) -> "RuleSystem":
        """Return the system with the deals for this number of players."""
        larger = self.larger_table(players)
        return replace(self, deals=larger.deals) if larger and larger.deals else self

    @property
    def has_jokers(self) -> bool:
        """Whether the pack has jokers, however few play."""
        return self.every_pack[0].jokers > 0

    def in_round(self, number: int) -> "RuleSystem":
        """Return the system as it applies in round ``number``, from 1.

        If the round is opened with points, the result has no contracts, that ``opening`` and a
        single deal. ``last_contract_all_cards`` says whether it holds in this round.
        """
        played = self
        if self.last_contract_all_cards:
            takes_all = self.takes_all_cards(number)
            discards = self.final_discard and not takes_all
            played = replace(self, last_contract_all_cards=takes_all, final_discard=discards)
        contract = self.contracts[number - 1] if self.contracts else None
        if contract is None or not contract.opens_with_points:
            return played
        return replace(played, contracts=(), deals=(self.deal_of(number),), opening=contract.points)

    def takes_all_cards(self, number: int) -> bool:
        """Whether the contract of round ``number`` (from 1) is laid with all cards."""
        return self.last_contract_all_cards and number == len(self.contracts)

    def contract_of(self, number: int) -> choices.Contract | None:
        """Return the contract of round ``number`` (from 1); None if points are needed instead."""
        contract = self.contracts[number - 1] if self.contracts else None
        return None if contract is None or contract.opens_with_points else contract

    def contract_name(self, number: int) -> str:
        """Return the name of the contract of round ``number`` (from 1); empty if there is none."""
        return self.contracts[number - 1].name if self.contracts else ""

    def opening_of(self, number: int) -> int:
        """Return the points needed to come down in round ``number`` (from 1); 0 with a contract."""
        return self.contracts[number - 1].points if self.contracts else self.opening

    def deal_of(self, number: int) -> int:
        """Return the cards dealt to each player in round ``number`` (from 1)."""
        return self.deals[number - 1] if len(self.deals) > 1 else self.deals[0]

    def stock_after_deal(self, players: int, number: int) -> int:
        """Return the size of the stock after dealing round ``number`` and turning up a card."""
        dealt = players * self.at_table(players).deal_of(number)
        return self.pack_for(players).size - dealt - int(self.upcard)

    def clause_for(self, code: Code) -> Clause | None:
        """Return the first clause that forbids this fault, or None."""
        return next((clause for clause in self.clauses if code in clause.cites), None)
