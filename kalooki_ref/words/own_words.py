"""A table's own values in words: contracts, deals, card values, larger tables."""

from kalooki_ref.cards import RANKS, STANDARD_SUITS, Suit, rank_name
from kalooki_ref.rules.choices import Contract, JokerWord
from kalooki_ref.rules.clause import Clause, OwnSentence
from kalooki_ref.rules.model import LargerTable, OpeningValues, PointTable, RuleSystem
from kalooki_ref.rules.own_values import DEALS, OPENING
from kalooki_ref.rules.sentences import own_sentence
from kalooki_ref.rules.switch import Choice
from kalooki_ref.words.amounts import joker_count, points_words, sized_melds
from kalooki_ref.words.card_words import suit_word
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

Suits = tuple[Suit, ...]


def clause_text(clause: Clause) -> str:
    """Return the text of a clause in the reader's language."""
    return " ".join(_said(sentence) for sentence in clause.sentences or (clause.text,))


def choice_label(choice: Choice, system: RuleSystem) -> str:
    """Return the label of a switch's choice."""
    return _own_value(own_sentence(choice, system)) if choice.is_own else _(choice.label)


def _said(sentence: str | OwnSentence) -> str:
    if isinstance(sentence, str):
        return _(sentence)
    return _(sentence.message, value=_own_value(sentence))


def _own_value(own: OwnSentence) -> str:
    """Return the value of a sentence in words; several of a kind are listed."""
    value = own.value
    if own.message == DEALS.sentence and isinstance(value, tuple):
        return _deals(value, ", ")
    if own.message == OPENING.sentence and isinstance(value, int):
        return points_words(value)
    if not isinstance(value, tuple):
        return _in_words(value, own)
    parts = [_in_words(part, own) for part in value]
    return (", " if all(" " not in part for part in parts) else "; ").join(parts) or _("nothing")


def _deals(deals: tuple[int, ...], between: str) -> str:
    """Return the cards dealt in each round: "10, 10, 12", or "12 in every round"."""
    if len(deals) > 1 and len(set(deals)) == 1:
        return _("%(cards)s in every round", cards=deals[0])
    return between.join(map(str, deals))


def _in_words(value: object, own: OwnSentence) -> str:
    """Return the value of a sentence, or one of its values, in words."""
    suits = own.suits
    match value:
        case Contract(opens_with_points=True):
            return points_words(value.points)
        case Contract():
            return value.name if value.is_short else sized_melds(value)
        case LargerTable():
            return _larger_table(value, own)
        case PointTable():
            return ", ".join([*_aces(value, suits), *_ranks(value, suits), *_joker(value, own)])
        case OpeningValues(low_ace=low):
            lows = [] if low is None else [_("an ace under the 2 %(points)s", points=low)]
            return ", ".join([*_aces(value, suits), *lows, *_ranks(value, suits)])
    return str(value)


def _larger_table(table: LargerTable, own: OwnSentence) -> str:
    changes = []
    if table.packs:
        changes.append(ngettext("%(num)s pack", "%(num)s packs", table.packs))
    if table.jokers is not None:
        changes.append(joker_count(table.jokers, own.joker))
    if table.deals:
        changes.append(_("deal %(cards)s", cards=_deals(table.deals, " ")))
    listed = ", ".join(changes) or _("nothing")
    return _("with %(players)s or more: %(changes)s", players=table.players, changes=listed)


def _joker(points: PointTable, own: OwnSentence) -> list[str]:
    if not own.has_jokers:
        return []
    if own.joker is JokerWord.KOOKY_KARD:
        return [_("Kooky Kard %(points)s", points=points.joker)]
    return [_("joker %(points)s", points=points.joker)]


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


def rank_groups(points: PointTable | OpeningValues, suits: Suits) -> list[list[tuple[str, int]]]:
    """Return the names and values of the ranks from 2 on, consecutive ones of one rule together."""
    groups: list[list[tuple[str, int]]] = []
    for rank, worth in zip(RANKS[1:], points.ranks, strict=True):
        card = (rank_name(rank, suits[0]), worth)
        if groups and _goes_with(groups[-1], card):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def count_their_number(group: list[tuple[str, int]]) -> bool:
    """Whether all cards of a group count the number on them."""
    return all(name == str(worth) for name, worth in group)


def _goes_with(group: list[tuple[str, int]], card: tuple[str, int]) -> bool:
    """Whether a card continues a group: all count the number on them, or all count the same."""
    is_number = count_their_number([*group, card])
    return is_number or all(worth == card[1] for _name, worth in group)


def _ranks(points: PointTable | OpeningValues, suits: Suits) -> list[str]:
    return [_part(group) for group in rank_groups(points, suits)]


def _part(part: list[tuple[str, int]]) -> str:
    (first, worth), (last, other) = part[0], part[-1]
    if len(part) == 1:
        return _("%(rank)s %(points)s", rank=first, points=worth)
    span = _("%(first)s to %(last)s", first=first, last=last)
    if worth != other:
        return _("%(ranks)s their number", ranks=span)
    return _("%(rank)s %(points)s", rank=span, points=worth)
