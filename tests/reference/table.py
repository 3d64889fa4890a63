"""Tacks and joker moves."""

from collections.abc import Iterator

from tests.reference.cards import JOKER, naturals, rank
from tests.reference.facts import BOTH, ILLEGAL, Answer, ContradictionError, settle
from tests.reference.lays import supplied
from tests.reference.melds import Row, is_meld, is_run_lying, is_set, reading, readings, rows
from tests.reference.rules import Rules, number

# A run on the board: its cards from low to high, and their ranks.
Lying = tuple[tuple[str, ...], Row]
HIGH, LOW = "high", "low"


def judge_tack(query: Rules, rules: Rules) -> Answer:
    target = query["target"]
    if not is_meld(target, rules, laid_now=False) or not query["add"]:
        raise ContradictionError
    if not grown(query, rules):
        return ILLEGAL
    supply = supplied(query, rules, query["add"], target["cards"])

    def rule(known: Rules) -> Answer:
        return supply if known["laid"] else ILLEGAL

    return settle(query, rule, laid=BOTH)


def grown(query: Rules, rules: Rules) -> set[tuple[str, ...]]:
    """Return every possible meld after all cards are added."""
    target = query["target"]
    if target["as"] == "set":
        cards = [*target["cards"], *query["add"]]
        return {tuple(cards)} if is_set(cards, rules, laid_now=False) else set()
    add, end = list(query["add"]), query.get("end")
    found: set[tuple[str, ...]] = set()
    for cards, row, _ in readings(list(target["cards"]), rules):
        start: Lying = (tuple(cards), row)
        found |= added(start, add, (end,) if end else (HIGH, LOW), rules)
        if end != HIGH:
            found |= added(start, add[::-1], (LOW,), rules)
    return found


def added(
    start: Lying, add: list[str], ends: tuple[str, ...], rules: Rules
) -> set[tuple[str, ...]]:
    """Return every run with all cards added: jokers in order, natural cards in any order.

    Cards for the low end may be listed low to high, so they are tried reversed, too.
    """
    reached = {(start, tuple(sorted(naturals(add))))}
    for turn in add:
        reached = {
            (longer, left)
            for run, real in reached
            for card, left in next_cards(turn, real)
            for ready in end_jokers_moved(run, rules)
            for where in ends
            for longer in put(ready, card, where, rules)
        }
    most = number(rules, "most_per_end")
    return {cards for (cards, row), _ in reached if not most or max(more(start[1], row)) <= most}


def more(before: Row, after: Row) -> tuple[int, int]:
    """Return how many cards a run has more below and above."""
    below = max(0, before[0] - after[0])
    return below, len(after) - len(before) - below


def next_cards(turn: str, real: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the next card to add, with the natural cards left after it."""
    if turn == JOKER:
        yield JOKER, real
        return
    for card in set(real):
        index = real.index(card)
        yield card, real[:index] + real[index + 1 :]


def put(run: Lying, card: str, where: str, rules: Rules) -> Iterator[Lying]:
    """Yield the run with the card at one end, if that is legal."""
    cards, row = run
    longer: Lying = ((*cards, card), (*row, row[-1] + 1))
    if where == LOW:
        if not low_end_open(run, rules):
            return
        longer = ((card, *cards), (row[0] - 1, *row))
    suit = naturals(list(cards))[0][-1]
    rank_at_end = longer[1][-1 if where == HIGH else 0]
    if card != JOKER and (card[-1] != suit or rank(card) % 13 != rank_at_end % 13):
        return
    if stands(longer, rules):
        yield longer


def stands(run: Lying, rules: Rules) -> bool:
    cards, row = run
    return row in rows(len(row), rules) and is_run_lying(list(cards), rules, laid_now=False)


def low_end_open(run: Lying, rules: Rules) -> bool:
    return rules["tack_ends"] == "either" or ace_reached(run, rules)


def ace_reached(run: Lying, rules: Rules) -> bool:
    cards, row = run
    return row[-1] == 14 and (cards[-1] != JOKER or rules["joker_as_ace"] == "yes")


def end_jokers_moved(run: Lying, rules: Rules) -> set[Lying]:
    """Return the run and, if the rules allow it, all variants with end jokers moved."""
    found = {run}
    if rules["end_joker_reread"] == "no":
        return found
    new = {run}
    while new:
        new = {moved for each in new for moved in one_moved(each, rules)} - found
        found |= new
    return found


def one_moved(run: Lying, rules: Rules) -> Iterator[Lying]:
    cards, row = run
    if cards[0] == JOKER:
        yield from put((cards[1:], row[1:]), JOKER, HIGH, rules)
    if cards[-1] == JOKER:
        lower: Lying = ((JOKER, *cards[:-1]), (row[0] - 1, *row[:-1]))
        if stands(lower, rules):
            yield lower


def judge_replace(query: Rules, rules: Rules) -> Answer:
    target = query["target"]
    if not is_meld(target, rules, laid_now=False):
        raise ContradictionError

    def rule(known: Rules) -> Answer:
        return one_replace(known, rules)

    owners = ("owner", "other")
    return settle(query, rule, laid=BOTH, opens_this_turn=BOTH, by=owners, to=destinations(rules))


def destinations(rules: Rules) -> tuple[str | None, ...]:
    """Return the possible destinations of the joker if none was given."""
    return ("reuse_now", "hand") if rules["joker_goes"] in ("reused", "hand") else (None,)


def one_replace(known: Rules, rules: Rules) -> Answer:
    cards = list(known["target"]["cards"])
    given = known["with"] if isinstance(known["with"], list) else [known["with"]]
    if not 0 <= known["index"] < len(cards) or cards[known["index"]] != JOKER:
        return ILLEGAL
    if not after_replacing(known, given, rules):
        return ILLEGAL
    if not may_replace(known, rules):
        return ILLEGAL
    return supplied(known, rules, given, cards)


def may_replace(known: Rules, rules: Rules) -> bool:
    """Whether the player may move this joker: is down, or needn't be."""
    if rules["joker_mover"] == "everyone" and known["target"]["as"] == "run":
        return True
    return bool(known["laid"] or (known["opens_this_turn"] and may_open_with_joker(rules)))


def may_open_with_joker(rules: Rules) -> bool:
    """Whether a player who isn't down may take the joker to come down with it in this turn."""
    return rules["sheet"] == "002" and rules["joker_goes"] in ("reused", "hand")


def after_replacing(known: Rules, given: list[str], rules: Rules) -> set[tuple[str, ...]]:
    """Return the possible melds afterwards; empty if the joker can't be replaced."""
    if known["target"]["as"] == "set":
        return after_set(known, given, rules)
    is_barred = rules["joker_mover"] == "owner" and known["by"] != "owner"
    if rules["joker_mover"] == "nobody" or len(given) != 1 or is_barred:
        return set()
    read = reading(list(known["target"]["cards"]), rules)
    assert read
    cards, row, turned = read
    place = len(cards) - 1 - known["index"] if turned else known["index"]
    if rules["jokers_from_inside"] == "yes" and place in (0, len(cards) - 1):
        return set()
    rules = at_the_owners(rules) if known["by"] == "owner" else rules
    found = in_its_place((tuple(cards), row), place, given[0], known, rules)
    if rules["end_joker_reread"] == "yes" and place in (0, len(cards) - 1):
        moved = row[0] - 1 if place else row[0] + 1
        for run in one_moved((tuple(cards), row), rules):
            other = len(cards) - 1 - place
            if run[1][0] == moved:
                found |= in_its_place(run, other, given[0], known, rules)
    return found


def at_the_owners(rules: Rules) -> Rules:
    """Return the rules for the player's own run, from which a joker may go into the hand."""
    return {**rules, "joker_goes": "own"} if rules["own_joker_to_hand"] == "yes" else rules


def in_its_place(
    run: Lying, place: int, natural: str, known: Rules, rules: Rules
) -> set[tuple[str, ...]]:
    """Return the possible runs after a natural card replaces a joker."""
    cards, row = run
    suit = naturals(list(cards))[0][-1]
    if cards[place] != JOKER or natural[-1] != suit or rank(natural) % 13 != row[place] % 13:
        return set()
    put_in: Lying = ((*cards[:place], natural, *cards[place + 1 :]), row)
    return after_run(put_in, known.get("to"), rules)


def after_run(run: Lying, to: str | None, rules: Rules) -> set[tuple[str, ...]]:
    goes = rules["joker_goes"]
    if goes == "own":
        ends = (HIGH, LOW) if to in (HIGH, LOW) else ()
        placed = {cards for end in ends if end == to for cards, _ in free_put(run, end, rules)}
        return placed if ends else {run[0]}
    if goes in ("reused", "hand"):
        ok = to == "reuse_now" or (to == "hand" and goes == "hand")
        return {run[0]} if ok else set()
    if to not in (None, HIGH, LOW):
        return set()
    ends = [end for end in places_of_joker(run, rules) if to in (None, end)]
    return {cards for end in ends for cards, _ in free_put(run, end, rules)}


def places_of_joker(run: Lying, rules: Rules) -> tuple[str, ...]:
    """Return the ends that a replaced joker may go to, whether or not there is room."""
    if rules["joker_goes"] == "chosen":
        return (HIGH, LOW)
    if rules["joker_goes"] == "high":
        return (HIGH,) if list(free_put(run, HIGH, rules)) else (LOW,)
    return (LOW,) if ace_reached(run, rules) else (HIGH,)


def free_put(run: Lying, where: str, rules: Rules) -> Iterator[Lying]:
    """Yield the run with a joker at one end; rules on tack ends don't apply to a moved joker."""
    return put(run, JOKER, where, {**rules, "tack_ends": "either"})


def after_set(known: Rules, given: list[str], rules: Rules) -> set[tuple[str, ...]]:
    cards = list(known["target"]["cards"])
    if rules["set_joker"] == "stays" or rules["joker_mover"] == "nobody":
        return set()
    real = naturals(cards)
    missing = {suit for suit in "HDCS" if suit not in {card[-1] for card in real}}
    if len(cards) != 3 or sorted(card[-1] for card in given) != sorted(missing):
        return set()
    if any(rank(card) != rank(real[0]) for card in given):
        return set()
    if known.get("to") != "reuse_now" and rules["joker_goes"] == "reused":
        return set()
    filled = [*real, *given]
    return {tuple(filled)} if is_set(filled, rules, laid_now=False) else set()
