"""A rule system as one flat value, and the numbered clauses that explain it."""

from dataclasses import dataclass, replace
from enum import StrEnum

from kalooki_ref.cards import Pack, Suit
from kalooki_ref.rules import choices
from kalooki_ref.rules.codes import Code


class Provenance(StrEnum):
    """Where a clause comes from: the sheet, what follows from it, our reading, or the table."""

    STATED = "stated"
    IMPLIED = "implied"
    OURS = "ours"
    # A table's own rule, turned on by a switch.
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class OwnSentence:
    """A sentence about what a table filled in: an English msgid with ``%(value)s``, and the value.

    ``suits`` are those of the pack, in whose order a value may list the aces.
    """

    message: str
    value: object
    suits: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule in our own words.

    ``number`` is chapter and place ("4.7"); ``cites`` are the faults it forbids; ``ruling`` names
    our reading where one is needed: "R-003-7" is the seventh of sheet 003, "R-ALL-1" the first of
    those that all sheets leave open.
    """

    number: str
    text: str
    provenance: Provenance
    cites: tuple[Code, ...] = ()
    ruling: str = ""
    # What a table's own text is put together from; empty where ``text`` is one piece.
    sentences: tuple[str | OwnSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """What a system calls things, so that verdicts speak the table's language (English msgids)."""

    set: choices.SetWord
    run: choices.RunWord
    joker: choices.JokerWord
    bent: str


@dataclass(frozen=True, slots=True)
class PointTable:
    """What cards are worth, in points.

    ``ranks`` lists 2 to king in order (12 numbers); ``aces`` follows the order of the pack's suits.
    """

    ranks: tuple[int, ...]
    aces: tuple[int, ...]
    joker: int


@dataclass(frozen=True, slots=True)
class LargerTable:
    """What changes from a number of players on, until a larger table is named.

    ``packs`` 0 and ``jokers`` None leave them as the system says; empty ``deals`` too, and a
    single number deals every round alike.
    """

    players: int
    packs: int = 0
    jokers: int | None = None
    deals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSystem:
    """Everything a sheet or a table can choose. Read a system's file top to bottom.

    A default is what holds where a sheet has no rule of its own there, or what all of them say.
    """

    # --- who it is
    # The name in addresses and files: ``jamaican``.
    slug: str
    # The name people know it by.
    name: str
    # The first three digits of the rule sheet it follows: ``000``.
    sheet: str
    # What sets it apart, in one line.
    tagline: str
    words: Words

    # --- the pack and the players
    suits: tuple[Suit, ...]
    min_players: int
    max_players: int
    # Whole packs shuffled together; 0 where the number of players decides.
    packs: int
    # Players who share one pack; the packs are rounded up. Used if ``packs`` is 0.
    players_per_pack: int = 0
    # Jokers with 1, 2, 3, 4, 5 packs.
    jokers: tuple[int, ...]
    # What changes where more people play, fewest players first.
    larger_tables: tuple[LargerTable, ...] = ()

    # --- the rounds
    # One a round, in order; empty where a threshold opens and rounds have no end.
    contracts: tuple[choices.Contract, ...]
    # Cards dealt to each, one a round; a single number where every round is alike.
    deals: tuple[int, ...]
    # Points the first melds must be worth where there are no contracts; else 0.
    opening: int
    # Whether a card is turned up beside the stock after the deal.
    upcard: bool = True
    next_dealer: choices.NextDealer
    # Who deals where the loser does and several scored the most.
    loser_tie: choices.LoserTie = choices.LoserTie.HIGHER_TOTAL
    # Who plays first in round 1.
    first_starter: choices.Starter
    # Who plays first in later rounds.
    next_starter: choices.Starter
    # How often the discards become stock again before the round is void; None: always.
    reshuffles: int | None

    # --- melds
    set_min: int = choices.SET_MINIMUM
    # Most cards of a set; None: no limit.
    set_max: int | None
    # Whether a set holds each suit once at most.
    set_suits_differ: bool
    run_min: int
    # Most cards of a run, tacked ones too; None: as many as there are ranks.
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
    # Whether two jokers may be neighbours in a run.
    jokers_side_by_side: bool

    # --- laying and tacking
    # Whether the melds of a contract may be laid over several turns. Until all of them are laid the
    # player is not down: only melds still missing may be laid, nothing tacked, no joker moved; with
    # the first of them calling is over.
    contract_in_parts: bool = False
    # Whether builders count toward the opening: cards that the player tacks, in the turn of coming
    # down, on melds that were on the board before. At least one meld must be laid; a card put in a
    # joker's place, and the joker taken for it, do not count.
    builders_open: bool = False
    # Whether a player who comes down and goes out in one turn needs no ``opening``. At least one
    # meld must be laid; all else (builders, jokers taken, the last card) is as for anyone down.
    going_out_opens: bool = False
    extra_melds: choices.ExtraMelds
    tack_ends: choices.TackEnds
    # Most cards a player may add to one end of a run in a turn; None: no limit.
    most_per_end: int | None = None
    # Whether a joker at the high end that stands for the ace counts as the ace there, where the low
    # end opens (``tack_ends``, ``joker_goes``) only once the ace is reached.
    joker_as_ace: bool = True
    # Whether a joker at an end of a run on the table may be moved to the other end by the player
    # who adds to the run, standing for another card there.
    end_joker_reread: bool = False
    joker_mover: choices.JokerMover
    joker_goes: choices.JokerGoes
    # Whether a joker from one's own run goes into the hand, wherever one of another's goes.
    own_joker_to_hand: bool = False
    # Whether only a joker between two cards of a run may be replaced, never one at an end.
    jokers_from_inside: bool = False
    set_joker: choices.SetJoker

    # --- calls
    calling: bool
    # Granted calls a player may make in a round; None: no limit.
    max_calls: int | None
    # Whether a player who is down may still call.
    calls_while_down: bool = False
    # Cards a granted call adds to the hand: the upcard and the penalty cards.
    cards_per_call: int = 2
    call_decider: choices.CallDecider
    call_order: choices.CallOrder = choices.CallOrder.FIRST_VOICE
    # Whether refusing a call obliges the player in turn to take the upcard.
    refusing_takes_upcard: bool
    # Whether a player may call back the card that player has just discarded.
    own_discard_callable: bool = False
    # Whether a card may be called before it lies on the table.
    calls_in_the_air: bool = False
    # Whether it may be called until the player in turn has drawn; else until that player touches
    # the stock or the card.
    calls_until_drawn: bool = False
    first_upcard_callable: bool
    # Whether a player who is down may still take the upcard in turn.
    down_draws_upcard: bool
    # What an upcard taken must be used for in the same turn.
    taken_upcard: choices.TakenUpcard

    # --- penalties and bonuses
    overcall: tuple[choices.Consequence, ...]
    # Whether cards laid although an overcall forbade it count as in hand when they stay there.
    barred_lay_counts: bool = True
    # Whether a call beyond the limit is one too many although it was refused.
    refused_overcalls_count: bool = False
    false_lay: tuple[choices.Consequence, ...] = ()
    # For a player who never came down in a scored round.
    not_down: tuple[choices.Consequence, ...] = ()
    miscount: choices.Miscount = choices.Miscount.NEXT_TURN
    # For a player found with a card too many or too few; shown, and never entered unasked.
    miscount_cost: tuple[choices.Consequence, ...] = ()
    # When a player goes out on the turn of coming down; empty where it means nothing.
    bend: tuple[choices.Consequence, ...]
    # Whether fines double where a bent board doubles every score.
    fines_double: bool = True
    # Whether a player who made no call bends too: the lay then leaves one card to discard.
    bend_without_calls: bool = True
    winner_points: int

    # --- going out and the end
    # Whether the last card must be discarded, not melded or tacked.
    final_discard: bool
    joker_discard: bool
    # Whether players who are down may still lay and tack when somebody is out.
    add_on_after_out: bool
    tie_break: choices.TieBreak = choices.TieBreak.SHARED
    # Percent of the pool the winner takes at least; 0 where there is no pool.
    pool_share: int = 0
    # Points from which a loser has no share of the pool; 0 where there is no pool.
    pool_threshold: int = 0
    points: PointTable

    # --- in words
    clauses: tuple[Clause, ...] = ()

    @property
    def is_open_ended(self) -> bool:
        """Whether rounds go on until the table stops, as no contract counts them."""
        return not self.contracts

    @property
    def opens_with_points(self) -> bool:
        """Whether some round opens with points."""
        return not self.contracts or any(one.opens_with_points for one in self.contracts)

    @property
    def doubles_every_score(self) -> bool:
        """Whether a bent board doubles what each player scores, not only the others' cards."""
        return choices.Double(choices.WhoDoubles.EVERY_SCORE) in self.bend

    @property
    def joker_leaves_its_meld(self) -> bool:
        """Whether a joker that makes way for a natural goes off its meld, not to an end of it."""
        return self.joker_goes in (
            choices.JokerGoes.REUSED_AT_ONCE,
            choices.JokerGoes.INTO_THE_HAND,
        )

    def larger_table(self, players: int) -> LargerTable | None:
        """Return what changes with this number of players; None where nothing does."""
        reached = [table for table in self.larger_tables if table.players <= players]
        return reached[-1] if reached else None

    def packs_for(self, players: int) -> int:
        """Return how many packs this number of players shuffles together."""
        larger = self.larger_table(players)
        if larger is not None and larger.packs:
            return larger.packs
        return self.packs or -(-players // self.players_per_pack)

    def pack_for(self, players: int) -> Pack:
        """Return the full deck for this number of players."""
        larger, packs = self.larger_table(players), self.packs_for(players)
        if larger is not None and larger.jokers is not None:
            return Pack(self.suits, packs, larger.jokers)
        return Pack(self.suits, packs, self.jokers[packs - 1])

    @property
    def every_pack(self) -> tuple[Pack, ...]:
        """The full decks that different numbers of players have, the largest last."""
        if self.packs and not self.larger_tables:
            return (self.pack_for(self.max_players),)
        ends = {self.min_players, self.max_players}
        numbers = range(min(ends), max(ends) + 1) if self.larger_tables else ends
        return tuple(sorted({self.pack_for(players) for players in numbers}, key=_size))

    def at_table(self, players: int) -> "RuleSystem":
        """Return the system with the deals of this number of players."""
        larger = self.larger_table(players)
        return replace(self, deals=larger.deals) if larger and larger.deals else self

    def in_round(self, number: int) -> "RuleSystem":
        """Return the system as round ``number`` (from 1) plays it: its points open, if it has any.

        It has no contracts then and one deal, as where every round opens with points.
        """
        contract = self.contracts[number - 1] if self.contracts else None
        if contract is None or not contract.opens_with_points:
            return self
        return replace(self, contracts=(), deals=(self.deal_of(number),), opening=contract.points)

    def contract_of(self, number: int) -> choices.Contract | None:
        """Return the contract of round ``number`` (from 1); None where points open it."""
        contract = self.contracts[number - 1] if self.contracts else None
        return None if contract is None or contract.opens_with_points else contract

    def contract_name(self, number: int) -> str:
        """Return the contract of round ``number`` (from 1) as tables call it; empty without one."""
        return self.contracts[number - 1].name if self.contracts else ""

    def opening_of(self, number: int) -> int:
        """Return the points that open round ``number`` (from 1); 0 where a contract does."""
        return self.contracts[number - 1].points if self.contracts else self.opening

    def deal_of(self, number: int) -> int:
        """Return the cards dealt to each player in round ``number`` (from 1)."""
        return self.deals[number - 1] if len(self.deals) > 1 else self.deals[0]

    def stock_after_deal(self, players: int, number: int) -> int:
        """Return the stock left once round ``number`` is dealt and the upcard turned, in cards."""
        dealt = players * self.at_table(players).deal_of(number)
        return self.pack_for(players).size - dealt - int(self.upcard)

    def clause_for(self, code: Code) -> Clause | None:
        """Return the first clause that forbids this fault; None where the system knows none."""
        return next((clause for clause in self.clauses if code in clause.cites), None)


def _size(pack: Pack) -> int:
    return pack.size
