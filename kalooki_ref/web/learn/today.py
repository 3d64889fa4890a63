"""Today's hand: three places to fill from a hand; the URL has all of it, also without script."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.cards import Card, CardError, Cards, beyond, cards_text, parse_cards
from kalooki_ref.practice.subjects import Lay, judge, points_left
from kalooki_ref.practice.today import MELDS, DaysHand, arranged, hand_of_day
from kalooki_ref.referee.completion import completion_of
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import system_of
from kalooki_ref.web.learn.asked import CardRow, read_row
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import capital, meld_word
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.game_words import demand_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import completion_message
from kalooki_ref.words.time_words import evening_words

blueprint = Blueprint("today", __name__, url_prefix="/today")

# Everybody has the same hand, whatever rules a phone has chosen.
SLUG = "jamaican"
PLACE = "/"
LONGEST = 200
# Points more than the least that still earn two stars.
NEARLY = 10


@dataclass(frozen=True, slots=True)
class Play:
    """A hand being laid: the day, the cards in each place, and the place that is worked on."""

    day: date
    hand: DaysHand
    places: tuple[Cards, ...]
    at: int

    @property
    def kept(self) -> Cards:
        """The cards that are in no place."""
        laid = [card for cards in self.places for card in cards]
        return beyond(self.hand.cards, laid)

    def address(self, places: tuple[Cards, ...], at: int, **asked: Any) -> str:
        cards = f" {PLACE} ".join(cards_text(cards) for cards in places).strip()
        return url_for("today.show", day=self.day.isoformat(), cards=cards, at=at, **asked)

    def with_card(self, card: Card) -> tuple[Cards, ...]:
        """Return the places with a card added to the one worked on."""
        return tuple(
            (*cards, card) if place == self.at else cards for place, cards in enumerate(self.places)
        )


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the places: its cards, whether they are a meld, and what is missing."""

    row: CardRow
    is_legal: bool
    words: Message
    href: str
    is_lit: bool


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the hand, with the URL after a tap on it; empty once it is laid."""

    card: Card
    href: str


@blueprint.get("")
def show() -> ResponseReturnValue:
    """Show the hand and the places; with ``done`` in the URL, the result of coming down."""
    system = system_of(SLUG)
    day = _day(request.args.get("day", ""))
    play = _play(day, hand_of_day(day.toordinal(), system))
    melds = tuple(
        arranged(kind, cards, system)
        for kind, cards in zip(play.hand.kinds, play.places, strict=True)
    )
    is_down = all(play.places) and judge(Lay(melds, play.hand.number), system).legal
    if request.args.get("done") and is_down:
        return _result(play, melds, system)
    return _playing(play, melds, system, is_down=is_down)


def _day(text: str) -> date:
    """Return the day in the URL, at most tomorrow: it is that already further east."""
    today = datetime.now(UTC).date()
    try:
        return min(date.fromisoformat(text), today + timedelta(days=1))
    except ValueError:
        return today


def _play(day: date, hand: DaysHand) -> Play:
    """Return the play in the URL; cards that aren't in the hand are left out."""
    texts = request.args.get("cards", "")[:LONGEST].split(PLACE)[:MELDS]
    left, places = hand.cards, []
    for text in texts + [""] * (MELDS - len(texts)):
        try:
            cards = parse_cards(text)
        except CardError:
            cards = ()
        laid = []
        for card in cards:
            if card in left:
                laid.append(card)
                left = beyond(left, (card,))
        places.append(tuple(laid))
    at = whole_number(request.args, "at", most=MELDS - 1) or 0
    return Play(day, hand, tuple(places), at)


def _playing(
    play: Play, melds: tuple[Meld, ...], system: RuleSystem, *, is_down: bool
) -> ResponseReturnValue:
    current = play.places[play.at]
    undo = play.address(
        tuple(cards[:-1] if place == play.at else cards for place, cards in enumerate(play.places)),
        play.at,
    )
    return render(
        "learn/today.html",
        date_words=evening_words(play.day),
        demand=demand_words(play.hand.number, system),
        day=play.day.isoformat(),
        system=system,
        slots=[_slot(play, place, meld, system) for place, meld in enumerate(melds)],
        hand=_hand(play),
        undo=undo if current else "",
        last=current[-1] if current else None,
        down=play.address(play.places, play.at, done=1) if is_down else "",
    )


def _slot(play: Play, at: int, meld: Meld, system: RuleSystem) -> Slot:
    word = capital(meld_word(meld.kind, system))
    is_legal = bool(meld.cards) and judge_meld(meld, system).legal
    words: Message = (word,)
    if meld.cards and not is_legal:
        completion = completion_of(meld.cards, system, kind=meld.kind)
        words = completion_message(completion, system) if completion else (_("Not a meld"),)
    row = read_row(meld, system) if is_legal else CardRow(word, meld.cards)
    return Slot(row, is_legal, words, play.address(play.places, at), at == play.at)


def _hand(play: Play) -> list[HandCard]:
    """Return every card of the hand; those laid have no URL."""
    left = play.kept
    shown = []
    for card in play.hand.cards:
        is_kept = card in left
        left = beyond(left, (card,)) if is_kept else left
        href = play.address(play.with_card(card), play.at) if is_kept else ""
        shown.append(HandCard(card, href))
    return shown


def _result(play: Play, melds: tuple[Meld, ...], system: RuleSystem) -> str:
    left = points_left(play.hand.cards, melds, system)
    is_best = left <= play.hand.best
    return render(
        "learn/today_result.html",
        date_words=evening_words(play.day),
        day=play.day.isoformat(),
        left=left,
        best=play.hand.best,
        is_best=is_best,
        rows=tuple(replace(read_row(meld, system), label="") for meld in melds),
        better=() if is_best else tuple(read_row(meld, system) for meld in play.hand.lay),
        again=url_for("today.show", day=play.day.isoformat()),
        signs="★★★" if is_best else "★★☆" if left - play.hand.best <= NEARLY else "★☆☆",
    )
