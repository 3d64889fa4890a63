"""A table's own values in words: contracts, deals, card values, larger tables."""

from kalooki_ref.cards import RANKS, STANDARD_SUITS, Suit, rank_name
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.clause import Clause, OwnSentence
from kalooki_ref.rules.model import LargerTable, OpeningValues, PointTable
from kalooki_ref.rules.own_values import DEALS
from kalooki_ref.rules.switch import Choice
from kalooki_ref.words.card_words import suit_word
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

Suits = tuple[Suit, ...]


def clause_text(clause: Clause) -> str:
    """Return the text of a clause in the reader's language."""
    return " ".join(_said(sentence) for sentence in clause.sentences or (clause.text,))


def choice_label(choice: Choice, suits: Suits) -> str:
    """Return the label of a switch's choice."""
    return _own_value(choice.value, choice.sentence, suits) if choice.is_own else _(choice.label)


def value_words(value: object, suits: Suits) -> str:
    """Return a table's own value in words; several of a kind are listed."""
    if not isinstance(value, tuple):
        return _in_words(value, suits)
    parts = [_in_words(part, suits) for part in value]
    return (", " if all(" " not in part for part in parts) else "; ").join(parts) or _("nothing")


def sized_melds(contract: Contract) -> str:
    """Return the melds of a contract with their sizes: "2 sets of 4 and 1 run of 5"."""
    sets, runs = sized_sets(contract), sized_runs(contract)
    if contract.sets and contract.runs:
        return _("%(sets)s and %(runs)s", sets=sets, runs=runs)
    return sets if contract.sets else runs


def sized_sets(contract: Contract) -> str:
    """Return the sets of a contract with their size: "2 sets of 4"."""
    return ngettext(
        "%(num)s set of %(size)s", "%(num)s sets of %(size)s", contract.sets, size=contract.set_size
    )


def sized_runs(contract: Contract) -> str:
    """Return the runs of a contract with their size: "1 run of 5"."""
    return ngettext(
        "%(num)s run of %(size)s", "%(num)s runs of %(size)s", contract.runs, size=contract.run_size
    )


def _said(sentence: str | OwnSentence) -> str:
    if isinstance(sentence, str):
        return _(sentence)
    value = _own_value(sentence.value, sentence.message, sentence.suits)
    return _(sentence.message, value=value)


def _own_value(value: object, message: str, suits: Suits) -> str:
    """Return the value of a clause with this message in words."""
    if message == DEALS.sentence and isinstance(value, tuple):
        return _deals(value, ", ")
    return value_words(value, suits)


def _deals(deals: tuple[int, ...], between: str) -> str:
    """Return the cards dealt in each round: "10, 10, 12", or "12 in every round"."""
    if len(deals) > 1 and len(set(deals)) == 1:
        return _("%(cards)s in every round", cards=deals[0])
    return between.join(map(str, deals))


def _in_words(value: object, suits: Suits) -> str:
    match value:
        case Contract():
            return value.name if value.is_short else _contract(value)
        case LargerTable():
            return _larger_table(value)
        case PointTable():
            return _points(value, suits)
        case OpeningValues():
            return _opening_values(value, suits)
    return str(value)


def _contract(contract: Contract) -> str:
    if contract.opens_with_points:
        return _("%(points)s points", points=contract.points)
    return sized_melds(contract)


def _larger_table(table: LargerTable) -> str:
    changes = []
    if table.packs:
        changes.append(ngettext("%(num)s pack", "%(num)s packs", table.packs))
    if table.jokers is not None:
        changes.append(ngettext("%(num)s joker", "%(num)s jokers", table.jokers))
    if table.deals:
        changes.append(_("deal %(cards)s", cards=_deals(table.deals, " ")))
    listed = ", ".join(changes) or _("nothing")
    return _("with %(players)s or more: %(changes)s", players=table.players, changes=listed)


def _points(points: PointTable, suits: Suits) -> str:
    """Return card values: the aces, the ranks, those of equal value grouped, then the joker."""
    parts = [*_aces(points, suits), *_ranks(points, suits)]
    return ", ".join([*parts, _("joker %(points)s", points=points.joker)])


def _opening_values(values: OpeningValues, suits: Suits) -> str:
    """Return what cards count toward an opening: the aces, one used low, and the ranks."""
    low = values.low_ace
    lows = [] if low is None else [_("an ace under the 2 %(points)s", points=low)]
    return ", ".join([*_aces(values, suits), *lows, *_ranks(values, suits)])


def _aces(points: PointTable | OpeningValues, suits: Suits) -> list[str]:
    spades, hearts, diamonds, clubs = points.aces
    if len(set(points.aces)) == 1:
        return [_("ace %(points)s", points=spades)]
    if suits == STANDARD_SUITS and (spades, hearts) == (clubs, diamonds):
        black = _("black ace %(points)s", points=spades)
        return [black, _("red ace %(points)s", points=hearts)]
    return [
        _("ace of %(suit)s %(points)s", suit=suit_word(suit), points=worth)
        for suit, worth in zip(suits, points.aces, strict=True)
    ]


def _ranks(points: PointTable | OpeningValues, suits: Suits) -> list[str]:
    """Return the ranks from 2 on; consecutive ranks with the same rule are combined."""
    parts: list[list[int]] = []
    worth = dict(zip(RANKS[1:], points.ranks, strict=True))
    for rank in worth:
        if parts and _goes_with(parts[-1], rank, worth):
            parts[-1].append(rank)
        else:
            parts.append([rank])
    return [_part(part, worth, suits) for part in parts]


def _goes_with(part: list[int], rank: int, worth: dict[int, int]) -> bool:
    """Whether a rank continues a group: all count their rank, or all count the same."""
    is_number = all(worth[other] == other for other in (*part, rank))
    return is_number or all(worth[other] == worth[rank] for other in part)


def _part(part: list[int], worth: dict[int, int], suits: Suits) -> str:
    names = [rank_name(rank, suits[0]) for rank in part]
    if len(part) == 1:
        return _("%(rank)s %(points)s", rank=names[0], points=worth[part[0]])
    span = _("%(first)s to %(last)s", first=names[0], last=names[-1])
    if worth[part[0]] != worth[part[-1]]:
        return _("%(ranks)s their number", ranks=span)
    return _("%(rank)s %(points)s", rank=span, points=worth[part[0]])
