"""The index of the rulebook: what people ask for, and the clauses that answer it."""

from dataclasses import dataclass

from kalooki_ref.words.language import LazyMessage
from kalooki_ref.words.language import lazy_gettext as _l


@dataclass(frozen=True, slots=True)
class Entry:
    """Terms that ask for the same thing, and the numbers of its clauses, the best one first."""

    clauses: tuple[str, ...]
    message: LazyMessage

    def terms(self) -> list[str]:
        """Return the terms in the reader’s language, then in English."""
        return terms_in(self.message)


def terms_in(message: LazyMessage) -> list[str]:
    """Return the terms listed in a message, in the reader’s language, then in English."""
    return f"{message}, {message.message}".split(", ")


def _entry(clauses: str, terms: LazyMessage) -> Entry:
    return Entry(tuple(clauses.split()), terms)


INDEX = (
    # The pack and the players
    _entry("1.1", _l("players, number of players, two players, most players")),
    _entry("1.2 1.3", _l("pack, deck, number of packs, number of decks, cards in the deck")),
    _entry("1.3 1.4", _l("number of jokers")),
    _entry(
        "1.4 1.3 4.1 1.5", _l("joker, wild, wild card, wildcard, jolly, Kooky Kard, substitute")
    ),
    # Rounds and the deal
    _entry("2.1 2.2 9.1", _l("round, game, number of rounds, partita, giro")),
    _entry("2.1 5.1", _l("contract, requirement, 333, 444, 3344, half and half")),
    _entry("2.2", _l("cards, number of cards, cards dealt, cards each, hand, hand size")),
    _entry("2.3 8.1", _l("upcard, face up, turn up a card, top discard")),
    _entry("2.4 2.2", _l("dealer, deal, dealing, first dealer, next dealer, shuffle, mazziere")),
    _entry("2.4 2.11 2.8", _l("loser, loser deals, equal losers")),
    _entry("2.5 2.6", _l("start, begin, goes first, plays first, first player, youngest")),
    _entry("2.7 2.10", _l("turn, order of play, direction, clockwise, left or right")),
    # Sets and runs
    _entry(
        "3.1 3.2 3.3", _l("set, three, book, group, same rank, of a kind, terzina, terzine, tris")
    ),
    _entry(
        "3.4 3.5 3.9",
        _l("run, four, sequence, straight, same suit, consecutive, quartina, quartine, scala"),
    ),
    _entry("3.2 3.1", _l("duplicate, identical cards, same card twice, suits in a set")),
    _entry("3.4 3.2 1.2", _l("suit, colour, color")),
    _entry("3.3", _l("largest set, size of a set, five of a kind, set of four")),
    _entry("3.5 3.6 10.1", _l("ace, high ace, low ace, ace high, ace low, ace high or low")),
    _entry(
        "3.5 3.6", _l("wrap, wrap around, round the corner, turn the corner, king ace two, K A 2")
    ),
    _entry("3.6 3.9", _l("longest run, 14 cards, ace at both ends, two aces in a run")),
    _entry("3.7", _l("two sets, same rank twice, two sets of the same rank, different ranks")),
    _entry("3.8", _l("two runs, same suit twice, two runs of the same suit, different suits")),
    _entry("3.9 3.6", _l("length of a run, run of five")),
    _entry("3.10", _l("order, order of cards, arrange, tidy up")),
    # Jokers in a meld
    _entry(
        "4.1 4.2", _l("natural, natural card, real card, genuine card, only jokers, all jokers")
    ),
    _entry("4.3 4.4 4.1", _l("joker limit, most jokers, jokers in a meld, more jokers than cards")),
    _entry(
        "4.5",
        _l(
            "two jokers, jokers together, two jokers together, side by side, next to each other, "
            "adjacent jokers, consecutive jokers, jokers in a row"
        ),
    ),
    # Coming down
    _entry(
        "5.1 5.2 5.3",
        _l(
            "come down, coming down, go down, lay, laying, lay down, laying down, put down, open, "
            "opening, first meld, initial meld"
        ),
    ),
    _entry("5.1", _l("in parts, lay in parts, contract in parts, part of the contract")),
    _entry("5.1 5.4", _l("40, 40 points, forty, points to open")),
    _entry(
        "5.1 5.5 10.1",
        _l("values for the opening, joker value opening, joker in the opening, opening values"),
    ),
    _entry("5.3 5.7", _l("extra meld, further meld, additional meld, more than the contract")),
    _entry(
        "5.8 9.2",
        _l(
            "last contract, last round, final round, lay all cards, all cards at once, no discard, "
            "without a discard, no discard in the last round"
        ),
    ),
    # Tacking
    _entry(
        "6.1 6.2 6.3",
        _l(
            "tack, tacking, lay off, laying off, add on, adding on, build, builder, building, "
            "tack on other players, lay off on other players"
        ),
    ),
    _entry("6.3 6.4", _l("both ends, either end, low end, high end, tack low, end of a run")),
    # Jokers on the board
    _entry(
        "7.1 7.2 7.4",
        _l(
            "move a joker, replace a joker, swap a joker, exchange a joker, take a joker, steal a "
            "joker, take a joker back, get a joker back, joker back, replace, replaced, swap, "
            "switch, exchange, joker’s place"
        ),
    ),
    _entry("7.1", _l("owner, whose joker, owner of the run")),
    _entry("7.2", _l("where does the joker go, joker into the hand, keep the joker, reuse")),
    _entry("7.3 7.8 7.2", _l("no room for the joker, joker can’t move, stuck joker")),
    _entry("7.4 7.5 7.9", _l("joker in a set, locked, locked set")),
    # Drawing and calling
    _entry("8.1 8.13", _l("draw, drawing, pick up, take a card")),
    _entry("8.2 8.1", _l("take the discard, pick up the discard, taken upcard, keep the upcard")),
    _entry(
        "8.3 8.4 8.11 8.5",
        _l(
            "call, calling, may I, buy, buying, claim, ask for a card, call after coming down, "
            "call after laying, chiamata"
        ),
    ),
    _entry("8.4", _l("penalty card, extra card, lay while calling, lay after calling")),
    _entry("8.5 8.6 8.12", _l("answer, decide, allow, grant, granted call, allow a call")),
    _entry(
        "8.6 8.5",
        _l(
            "refuse, refusing, reject, rejected, deny, turn down, refused call, take it, dibs, "
            "first dibs"
        ),
    ),
    _entry("8.7", _l("several callers, two callers, same time, both call, first voice")),
    _entry("8.8", _l("dead, dead card, card beneath, one call a turn, call again")),
    _entry("8.9", _l("own discard, call back, call my own discard")),
    _entry("8.10 2.3", _l("first upcard, first discard, turned card, call the first card")),
    _entry(
        "8.11 11.1", _l("number of calls, call limit, most calls, three calls, unlimited calls")
    ),
    _entry("8.12 8.5", _l("award, award a call, must grant, must allow, forced")),
    _entry(
        "8.13 8.12",
        _l(
            "laid player, down, after coming down, already down, take the discard after laying, "
            "take the discard after coming down"
        ),
    ),
    _entry("8.14", _l("draw after a call, after granting a call")),
    _entry(
        "8.15", _l("count, counting, hand count, calls left, count cards, count a hand, 15 cards")
    ),
    _entry("8.16", _l("too late, too early, late call, time to call, how long to call")),
    # Going out
    _entry(
        "9.1 9.2",
        _l(
            "go out, going out, goes out, out, finish, close, empty hand, end of the round, win a "
            "round"
        ),
    ),
    _entry("9.2 9.3", _l("last card, last discard, final discard, discard to go out")),
    _entry("2.7 9.2 9.3", _l("discard, discarding, throw, throw away")),
    _entry("9.3 9.10", _l("discard a joker, throw a joker, throw away a joker, last joker")),
    _entry(
        "9.4 9.5 5.6",
        _l(
            "bent, bend, bending, bent board, bend the board, bending the board, bent table, come "
            "out, down and out, double, doubling, Kalooki, going Kalooki, Kalooki bonus, hunt, in "
            "one turn"
        ),
    ),
    _entry(
        "9.6 9.9",
        _l("after somebody goes out, add on after going out, before the count, tabulated"),
    ),
    # Scoring
    _entry(
        "10.1",
        _l(
            "points, score, scoring, value, card values, worth, ace worth, joker worth, deadwood, "
            "cards left, penalty points, jack, queen, king, royal, court card, face card, picture "
            "card, black ace, red ace"
        ),
    ),
    _entry("10.2", _l("winner’s score, bonus, minus 50, winner of the round")),
    _entry("10.3", _l("never came down, not down, not laid, no meld, stuck with cards")),
    # Penalties
    _entry(
        "11.1 11.3 8.11",
        _l(
            "overcall, overcalling, too many calls, fourth call, four calls, called four times, "
            "called too often"
        ),
    ),
    _entry("11.2", _l("false lay, false meld, false contract, wrong lay, wrong meld, mistake")),
    _entry(
        "11.4",
        _l(
            "miscount, miscounted hand, too many cards, too few cards, card missing, one card short"
        ),
    ),
    _entry("11.1 11.2 11.4 10.1", _l("penalty, fine, cost")),
    # The stock and the end
    _entry("12.1 8.1", _l("stock, draw pile")),
    _entry(
        "12.1 12.2",
        _l("reshuffle, empty stock, stock empty, stock runs out, run out, out of cards, deadlock"),
    ),
    # Where the stock never runs out, no round is void: 12.1 says so.
    _entry("12.2 12.1", _l("void, void round, redeal, deal again, thrown out")),
    _entry("12.3", _l("win, winner, win the game, end of the game, lowest score, lowest total")),
    _entry("12.4", _l("tie, tied, tie-break, draw at the end, equal, equal scores, same score")),
    _entry("12.5", _l("pool, pot, prize, payout, stake, money")),
)
