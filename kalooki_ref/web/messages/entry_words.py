"""What each entry of a game's history says, and what a correction changed."""

from functools import singledispatch
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    GameStarted,
    HandCounted,
    HandLeft,
    JokerMoved,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RoundEnded,
    SeatsChanged,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.game.fold import hand_of
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Game
from kalooki_ref.referee.calls import When
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.web.access.open_game import OpenGame
from kalooki_ref.web.messages.game_words import coaching_word


def words_of(table: OpenGame, entry: Entry) -> str:
    """Return what an entry says, without round and time."""
    return _said(entry.event, table)


def name_of(game: Game, number: int) -> str:
    """Return what a player is called now; a plain word for one nobody knows."""
    try:
        return game.player(number).name
    except KeyError:
        return _("Someone")


@singledispatch
def _said(event: Event, _table: OpenGame) -> str:
    raise TypeError(f"no words for {type(event).__name__}")


@_said.register
def _started(event: GameStarted, _table: OpenGame) -> str:
    dealer = event.names[event.dealer - 1] if 0 < event.dealer <= len(event.names) else ""
    names = ", ".join(event.names)
    return _("New game: %(names)s. %(dealer)s dealt first.", names=names, dealer=dealer)


@_said.register
def _renamed(event: PlayerRenamed, table: OpenGame) -> str:
    old = _name_before(event, table)
    return _("%(old)s is now called %(name)s.", old=old, name=event.name)


def _name_before(event: PlayerRenamed, table: OpenGame) -> str:
    names: list[str] = []
    for entry in table.entries:
        if entry.event is event:
            break
        if isinstance(entry.event, GameStarted):
            names = list(entry.event.names)
        elif isinstance(entry.event, PlayerJoined):
            names.append(entry.event.name)
        elif isinstance(entry.event, PlayerRenamed) and 0 < entry.event.player <= len(names):
            names[entry.event.player - 1] = entry.event.name
    return names[event.player - 1] if 0 < event.player <= len(names) else _("Someone")


@_said.register
def _joined(event: PlayerJoined, _table: OpenGame) -> str:
    return ngettext(
        "%(name)s joined with %(num)s point.",
        "%(name)s joined with %(num)s points.",
        event.points,
        name=event.name,
    )


@_said.register
def _left(event: PlayerLeft, table: OpenGame) -> str:
    return _("%(name)s left the game.", name=name_of(table.game, event.player))


@_said.register
def _reseated(event: SeatsChanged, table: OpenGame) -> str:
    names = ", ".join(name_of(table.game, seat) for seat in event.order)
    dealer = name_of(table.game, event.dealer)
    return _("Seats: %(names)s; %(dealer)s deals.", names=names, dealer=dealer)


@_said.register
def _called(event: CallAnswered, table: OpenGame) -> str:
    name = name_of(table.game, event.player)
    if event.granted:
        return _("%(name)s called the upcard.", name=name)
    return _("%(name)s called and was refused.", name=name)


@_said.register
def _counted(event: HandCounted, table: OpenGame) -> str:
    name = name_of(table.game, event.player)
    if event.when is When.AFTER_DRAW:
        return ngettext(
            "%(name)s held %(num)s card after the draw.",
            "%(name)s held %(num)s cards after the draw.",
            event.cards,
            name=name,
        )
    return ngettext(
        "%(name)s held %(num)s card.", "%(name)s held %(num)s cards.", event.cards, name=name
    )


@_said.register
def _laid(event: MeldsLaid, table: OpenGame) -> str:
    name = name_of(table.game, event.player)
    if event.returned:
        return _("%(name)s laid cards that didn’t meet the contract and took them back.", name=name)
    if not event.melds:
        return _("%(name)s came down.", name=name)
    if event.later:
        shown = "; ".join(_cards(meld.cards) for meld in event.melds)
        return _("%(name)s laid %(cards)s in a later turn.", name=name, cards=shown)
    shown = "; ".join(_cards(meld.cards) for meld in event.melds)
    if event.builders:
        built = "; ".join(_cards(builder.cards) for builder in event.builders)
        return _("%(name)s laid %(cards)s, and tacked %(built)s.", name=name, cards=shown,
                 built=built)  # fmt: skip
    return _("%(name)s laid %(cards)s.", name=name, cards=shown)


@_said.register
def _tacked(event: Tacked, table: OpenGame) -> str:
    name = name_of(table.game, event.player)
    return _("%(name)s tacked %(cards)s.", name=name, cards=_cards(event.cards))


@_said.register
def _joker_moved(event: JokerMoved, table: OpenGame) -> str:
    words = {"name": name_of(table.game, event.player), "cards": _cards(event.cards)}
    if event.to is JokerTo.REUSE_NOW:
        return _("%(name)s put %(cards)s in a joker’s place, to play the joker again.", **words)
    if event.to is JokerTo.HAND:
        return _("%(name)s put %(cards)s in a joker’s place, and kept the joker.", **words)
    return _("%(name)s put %(cards)s in a joker’s place.", **words)


@_said.register
def _reshuffled(_event: StockReshuffled, _table: OpenGame) -> str:
    return _("The discards were shuffled into a new stock.")


@_said.register
def _round_ended(event: RoundEnded, table: OpenGame) -> str:
    if event.winner is None:
        return _("The round was void.")
    name = name_of(table.game, event.winner)
    if event.bent:
        bent = _(table.system.words.bent)
        return _("%(name)s went out: %(bent)s.", name=name, bent=bent)
    return _("%(name)s went out.", name=name)


@_said.register
def _game_ended(_event: GameEnded, _table: OpenGame) -> str:
    return _("The game was stopped here.")


@_said.register
def _amended(event: EntryAmended, table: OpenGame) -> str:
    target = next((entry for entry in table.entries if entry.seq == event.seq), None)
    if target is None:
        return _("An entry was changed.")
    if isinstance(event.event, GameStarted):
        return changes(table, event)
    if event.event is not None:
        return _("Corrected: %(changes)s", changes=changes(table, event))
    undone = target.event
    if isinstance(undone, EntryAmended) and undone.event is None:
        first = next(entry for entry in table.entries if entry.seq == undone.seq)
        return _("Restored: %(words)s", words=words_of(table, first))
    return _("Undone: %(words)s", words=words_of(table, target))


def _cards(cards: tuple[Any, ...]) -> str:
    return " ".join(str(card) for card in cards)


def changes(table: OpenGame, amendment: EntryAmended) -> str:
    """Return the differences between how the entry read before and how the amendment reads."""
    old, new = _before(table, amendment), amendment.event
    if isinstance(new, GameStarted) and isinstance(old, GameStarted):
        was, now = coaching_word(old.advice), coaching_word(new.advice)
        return _("Advice on hands: %(old)s → %(new)s.", old=was, new=now)
    if not isinstance(new, RoundEnded) or not isinstance(old, RoundEnded):
        return _("entry %(number)s", number=amendment.seq)
    said = _round_changes(table, old, new)
    return "; ".join(said) if said else _("nothing that matters")


def holdings(table: OpenGame, end: RoundEnded) -> str:
    """Return what everybody was left with: "Ben 42, Cleo 17"."""
    held = [hand for hand in end.hands if hand.player != end.winner]
    return ", ".join(f"{_name(table, hand.player)} {_held(hand)}" for hand in held)


def _before(table: OpenGame, amendment: EntryAmended) -> Event | None:
    read: Event | None = None
    for entry in table.entries:
        if entry.event is amendment:
            break
        if entry.seq == amendment.seq:
            read = entry.event
        elif isinstance(entry.event, EntryAmended) and entry.event.seq == amendment.seq:
            read = entry.event.event or read
    return read


def _round_changes(table: OpenGame, old: RoundEnded, new: RoundEnded) -> list[str]:
    said = []
    if old.winner != new.winner:
        said.append(_("went out: %(old)s → %(new)s",
                      old=_winner(table, old), new=_winner(table, new)))  # fmt: skip
    if old.bent != new.bent:
        word = _(table.system.words.bent)
        said.append(
            _("%(bent)s: no → yes", bent=word) if new.bent else _("%(bent)s: yes → no", bent=word)
        )
    players = dict.fromkeys(hand.player for hand in (*old.hands, *new.hands))
    for player in players:
        said += _hand_changes(_name(table, player), hand_of(old, player), hand_of(new, player))
    return said


def _hand_changes(name: str, old: HandLeft, new: HandLeft) -> list[str]:
    said = []
    if _held(old) != _held(new):
        said.append(_("%(name)s’s count %(old)s → %(new)s",
                      name=name, old=_held(old), new=_held(new)))  # fmt: skip
    if _penalties(old) != _penalties(new):
        said.append(_("%(name)s’s penalties", name=name))
    if old.is_down != new.is_down:
        said.append(_("whether %(name)s came down", name=name))
    return said


def _penalties(hand: HandLeft) -> tuple[object, ...]:
    return hand.overcalls, hand.false_lays, hand.fine, hand.barred


def _held(hand: HandLeft) -> str:
    if hand.cards is not None:
        return " ".join(str(card) for card in hand.cards)
    return "–" if hand.count is None else str(hand.count)


def _winner(table: OpenGame, end: RoundEnded) -> str:
    return _("nobody") if end.winner is None else _name(table, end.winner)


def _name(table: OpenGame, number: int) -> str:
    try:
        return table.game.player(number).name
    except KeyError:
        return _("Someone")
