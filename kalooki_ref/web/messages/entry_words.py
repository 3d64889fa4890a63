"""What each entry of a game's history says, and what a correction changed."""

from functools import singledispatch

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.game import events
from kalooki_ref.game.events import RoundEnded
from kalooki_ref.game.fold import hand_of
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Game
from kalooki_ref.referee.calls import When
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.web.access.open_game import OpenGame
from kalooki_ref.web.messages.amounts import signed
from kalooki_ref.web.messages.card_words import Message, filled, row_of
from kalooki_ref.web.messages.game_words import coaching_word


def words_of(opened: OpenGame, entry: Entry) -> Message:
    """Return what an entry says, without round and time."""
    message = _message(entry.event, opened)
    return (message,) if isinstance(message, str) else message


def name_of(game: Game, number: int) -> str:
    """Return what a player is called now; a plain word for one nobody knows."""
    try:
        return game.player(number).name
    except KeyError:
        return _("Someone")


@singledispatch
def _message(event: events.Event, _table: OpenGame) -> str | Message:
    raise TypeError(f"no words for {type(event).__name__}")


@_message.register
def _started(event: events.GameStarted, _table: OpenGame) -> str:
    dealer = event.names[event.dealer - 1] if 0 < event.dealer <= len(event.names) else ""
    names = ", ".join(event.names)
    return _("New game: %(names)s. %(dealer)s dealt first.", names=names, dealer=dealer)


@_message.register
def _renamed(event: events.PlayerRenamed, opened: OpenGame) -> str:
    old = _name_before(event, opened)
    return _("%(old)s is now called %(name)s.", old=old, name=event.name)


def _name_before(event: events.PlayerRenamed, opened: OpenGame) -> str:
    names: list[str] = []
    for entry in opened.entries:
        if entry.event is event:
            break
        if isinstance(entry.event, events.GameStarted):
            names = list(entry.event.names)
        elif isinstance(entry.event, events.PlayerJoined):
            names.append(entry.event.name)
        elif isinstance(entry.event, events.PlayerRenamed) and 0 < entry.event.player <= len(names):
            names[entry.event.player - 1] = entry.event.name
    return names[event.player - 1] if 0 < event.player <= len(names) else _("Someone")


@_message.register
def _joined(event: events.PlayerJoined, _table: OpenGame) -> str:
    return ngettext(
        "%(name)s joined with %(points)s point.",
        "%(name)s joined with %(points)s points.",
        event.points,
        name=event.name,
        points=signed(event.points),
    )


@_message.register
def _left(event: events.PlayerLeft, opened: OpenGame) -> str:
    return _("%(name)s left the game.", name=name_of(opened.game, event.player))


@_message.register
def _reseated(event: events.SeatsChanged, opened: OpenGame) -> str:
    names = ", ".join(name_of(opened.game, seat) for seat in event.order)
    dealer = name_of(opened.game, event.dealer)
    return _("Seats: %(names)s; %(dealer)s deals.", names=names, dealer=dealer)


@_message.register
def _called(event: events.CallAnswered, opened: OpenGame) -> str:
    name = name_of(opened.game, event.player)
    if event.granted:
        return _("%(name)s called the upcard.", name=name)
    return _("%(name)s called and was refused.", name=name)


@_message.register
def _counted(event: events.HandCounted, opened: OpenGame) -> str:
    name = name_of(opened.game, event.player)
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


@_message.register
def _laid(event: events.MeldsLaid, opened: OpenGame) -> str | Message:
    name = name_of(opened.game, event.player)
    if event.returned:
        return _("%(name)s laid cards that didn’t meet the contract and took them back.", name=name)
    if not event.melds:
        return _("%(name)s came down.", name=name)
    laid = _series([row_of(meld.cards) for meld in event.melds])
    if event.later:
        return filled(_("%(name)s laid %(cards)s in a later turn."), name=name, cards=laid)
    if event.builders:
        built = _series([row_of(builder.cards) for builder in event.builders])
        sentence = _("%(name)s laid %(cards)s, and tacked %(built)s.")
        return filled(sentence, name=name, cards=laid, built=built)
    return filled(_("%(name)s laid %(cards)s."), name=name, cards=laid)


@_message.register
def _tacked(event: events.Tacked, opened: OpenGame) -> Message:
    name = name_of(opened.game, event.player)
    return filled(_("%(name)s tacked %(cards)s."), name=name, cards=row_of(event.cards))


@_message.register
def _joker_moved(event: events.JokerMoved, opened: OpenGame) -> Message:
    name, cards = name_of(opened.game, event.player), row_of(event.cards)
    sentence = _("%(name)s put %(cards)s in a joker’s place.")
    if event.to is JokerTo.REUSE_NOW:
        sentence = _("%(name)s put %(cards)s in a joker’s place, to play the joker again.")
    if event.to is JokerTo.HAND:
        sentence = _("%(name)s put %(cards)s in a joker’s place, and kept the joker.")
    return filled(sentence, name=name, cards=cards)


@_message.register
def _reshuffled(_event: events.StockReshuffled, _table: OpenGame) -> str:
    return _("The discards were shuffled into a new stock.")


@_message.register
def _round_ended(event: RoundEnded, opened: OpenGame) -> str:
    if event.winner is None:
        return _("The round was void.")
    name = name_of(opened.game, event.winner)
    if event.bent:
        bent = _(opened.system.words.bent)
        return _("%(name)s went out: %(bent)s.", name=name, bent=bent)
    return _("%(name)s went out.", name=name)


@_message.register
def _game_ended(_event: events.GameEnded, _table: OpenGame) -> str:
    return _("The game was stopped here.")


@_message.register
def _amended(event: events.EntryAmended, opened: OpenGame) -> str | Message:
    target = opened.entry(event.seq)
    if target is None:
        return _("An entry was changed.")
    if isinstance(event.event, events.GameStarted):
        return changes(opened, event)
    if event.event is not None:
        return filled(_("Corrected: %(changes)s"), changes=changes(opened, event))
    undone = target.event
    if isinstance(undone, events.EntryAmended) and undone.event is None:
        first = opened.entry(undone.seq)
        return filled(_("Restored: %(words)s"), words=words_of(opened, first) if first else ())
    return filled(_("Undone: %(words)s"), words=words_of(opened, target))


def changes(opened: OpenGame, amendment: events.EntryAmended) -> Message:
    """Return the differences between how the entry read before and how the amendment reads."""
    old, new = _before(opened, amendment), amendment.event
    if isinstance(new, events.GameStarted) and isinstance(old, events.GameStarted):
        was, now = coaching_word(old.advice), coaching_word(new.advice)
        return (_("Advice on hands: %(old)s → %(new)s.", old=was, new=now),)
    if not isinstance(new, RoundEnded) or not isinstance(old, RoundEnded):
        return (_("entry %(number)s", number=amendment.seq),)
    return _series(_round_changes(opened, old, new)) or (_("nothing that matters"),)


def hands_held(opened: OpenGame, end: RoundEnded) -> Message:
    """Return what everybody was left with: "Ben 42, Cleo 17"."""
    held = [hand for hand in end.hands if hand.player != end.winner]
    lines = [(f"{name_of(opened.game, hand.player)} ", *_held(hand)) for hand in held]
    return _series(lines, separator=", ")


def _series(parts: list[Message], separator: str = "; ") -> Message:
    return tuple(
        piece for at, part in enumerate(parts) for piece in ((separator,) if at else ()) + part
    )


def _before(opened: OpenGame, amendment: events.EntryAmended) -> events.Event | None:
    read: events.Event | None = None
    for entry in opened.entries:
        if entry.event is amendment:
            break
        if entry.seq == amendment.seq:
            read = entry.event
        elif isinstance(entry.event, events.EntryAmended) and entry.event.seq == amendment.seq:
            read = entry.event.event or read
    return read


def _round_changes(opened: OpenGame, old: RoundEnded, new: RoundEnded) -> list[Message]:
    message: list[Message] = []
    if old.winner != new.winner:
        was, now = _winner(opened, old), _winner(opened, new)
        message.append((_("went out: %(old)s → %(new)s", old=was, new=now),))
    if old.bent != new.bent:
        sentence = _("%(bent)s: no → yes") if new.bent else _("%(bent)s: yes → no")
        message.append(filled(sentence, bent=_(opened.system.words.bent)))
    players = dict.fromkeys(hand.player for hand in (*old.hands, *new.hands))
    for player in players:
        message += _hand_changes(
            name_of(opened.game, player), hand_of(old, player), hand_of(new, player)
        )
    return message


def _hand_changes(name: str, old: events.HandLeft, new: events.HandLeft) -> list[Message]:
    message: list[Message] = []
    was, now = _held(old), _held(new)
    if was != now:
        message.append(filled(_("%(name)s’s count %(old)s → %(new)s"), name=name, old=was, new=now))
    if _penalties(old) != _penalties(new):
        message.append((_("%(name)s’s penalties", name=name),))
    if old.is_down != new.is_down:
        message.append((_("whether %(name)s came down", name=name),))
    return message


def _penalties(hand: events.HandLeft) -> tuple[object, ...]:
    return hand.overcalls, hand.false_lays, hand.fine, hand.barred


def _held(hand: events.HandLeft) -> Message:
    if hand.cards is not None:
        return row_of(hand.cards)
    return ("–" if hand.count is None else str(hand.count),)


def _winner(opened: OpenGame, end: RoundEnded) -> str:
    return _("nobody") if end.winner is None else name_of(opened.game, end.winner)
