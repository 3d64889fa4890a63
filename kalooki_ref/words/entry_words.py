"""The entries of the history in words, and what a correction changed."""

from dataclasses import replace
from functools import singledispatch
from itertools import groupby

from kalooki_ref.game import events
from kalooki_ref.game.events import RoundEnded
from kalooki_ref.game.record import Entry, Record, readings
from kalooki_ref.game.round_scores import hand_of
from kalooki_ref.game.undo import Act, Amended, Amendments, amendments
from kalooki_ref.referee.calls import When
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.words.amounts import signed, with_sign
from kalooki_ref.words.card_words import Message, filled, in_signs, row_of
from kalooki_ref.words.coaching_words import coaching_word
from kalooki_ref.words.game_words import short_round_name
from kalooki_ref.words.hand_changes import held, penalty_changes
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

IN_ROUND = events.InRound | events.StockReshuffled | events.RoundEnded


def entry_words(record: Record, entry: Entry) -> str:
    """Return an entry's sentence out of context: a round's end with the round's name."""
    words = in_signs(words_of(record, entry, amendments(record.entries)))
    if not isinstance(entry.event, RoundEnded):
        return words
    return f"{round_names(record, readings(record.entries))[entry.seq]}: {words}"


def round_names(record: Record, now: dict[int, events.Event | None]) -> dict[int, str]:
    """Return the names of the rounds that entries belong to, by entry number."""
    numbers = round_numbers(record, now)
    return {seq: short_round_name(number) for seq, number in numbers.items()}


def round_numbers(record: Record, now: dict[int, events.Event | None]) -> dict[int, int]:
    """Return the numbers of the rounds that entries belong to, by entry number."""
    numbers, number = {}, 1
    for entry in record.entries:
        if isinstance(entry.event, IN_ROUND):
            numbers[entry.seq] = number
        read = now.get(entry.seq, entry.event)
        number += isinstance(read, RoundEnded) and read.winner is not None
    return numbers


def words_of(record: Record, entry: Entry, amended: Amendments) -> Message:
    """Return an entry's sentence, without round and time."""
    if isinstance(entry.event, events.EntryAmended):
        return act_words(record, amended.acts[entry.seq], amended)
    message = _message(entry.event, record)
    return (message,) if isinstance(message, str) else message


def act_words(record: Record, done: tuple[Amended, ...], amended: Amendments) -> Message:
    """Return what an amendment did: "Undone: Dan joined with 0 points. Dan went out."."""
    parts = []
    for act, items in groupby(done, key=lambda change: change.act):
        if act is Act.CORRECTED:
            parts += [_corrected(record, change) for change in items]
            continue
        words = [_about(record, change, amended) for change in items]
        sentence = _("Undone: %(words)s") if act is Act.UNDONE else _("Restored: %(words)s")
        parts.append(filled(sentence, words=_series(words, separator=" ")))
    return _series(parts, separator=" ")


def _about(record: Record, done: Amended, amended: Amendments) -> Message:
    """Return an undone or restored entry's sentence; of a round's end with the round.

    A correction is worded by what it changes now: others may have been made or undone since.
    """
    if done.about != done.seq:
        is_undone = done.act is Act.UNDONE
        return _corrected(
            record, replace(done, before=done.after, after=done.before) if is_undone else done
        )
    entry = record.entries[done.about - 1]
    words = words_of(record, entry, amended)
    if not isinstance(entry.event, RoundEnded):
        return words
    number = short_round_name(record.round_number(entry.seq))
    if entry.event.winner is None:
        return (_("%(round)s was void.", round=number),)
    return filled(_("%(round)s, %(words)s"), round=number, words=words)


def name_of(record: Record, number: int) -> str:
    """Return a player's current name; that of the joining if it was undone."""
    for player in record.game.players:
        if player.number == number:
            return player.name
    return record.names_joined.get(number) or _("Someone")


@singledispatch
def _message(event: events.Event, _record: Record) -> str | Message:
    raise TypeError(f"no words for {type(event).__name__}")


@_message.register
def _started(event: events.GameStarted, _record: Record) -> str:
    dealer = event.names[event.dealer - 1] if 0 < event.dealer <= len(event.names) else ""
    names = ", ".join(event.names)
    return _("New game: %(names)s. %(dealer)s dealt first.", names=names, dealer=dealer)


@_message.register
def _renamed(event: events.PlayerRenamed, record: Record) -> str:
    old = record.names_before.get(id(event)) or _("Someone")
    return _("%(old)s is now called %(name)s.", old=old, name=event.name)


@_message.register
def _marked(event: events.PlayerMarked, record: Record) -> str:
    return _("%(name)s has a new mark.", name=name_of(record, event.player))


@_message.register
def _joined(event: events.PlayerJoined, _record: Record) -> str:
    values = {"name": event.name, "points": signed(event.points)}
    if event.next_round:
        return ngettext(
            "%(name)s joined with %(points)s point and plays from the next round.",
            "%(name)s joined with %(points)s points and plays from the next round.",
            event.points,
            **values,
        )
    return ngettext(
        "%(name)s joined with %(points)s point.",
        "%(name)s joined with %(points)s points.",
        event.points,
        **values,
    )


@_message.register
def _left(event: events.PlayerLeft, record: Record) -> str:
    name = name_of(record, event.player)
    if event.after_round:
        return _("%(name)s leaves after this round.", name=name)
    return _("%(name)s left the game.", name=name)


@_message.register
def _returned(event: events.PlayerReturned, record: Record) -> str:
    name = name_of(record, event.player)
    points = with_sign(event.points)
    if event.points and event.next_round:
        return _(
            "%(name)s came back and plays from the next round: %(points)s for the rounds between.",
            name=name,
            points=points,
        )
    if event.points:
        return _("%(name)s came back: %(points)s for the rounds between.", name=name, points=points)
    return back_words(name, waits=event.next_round)


def back_words(name: str, *, waits: bool) -> str:
    """Return that a player came back, and whether that is for the next round."""
    if waits:
        return _("%(name)s came back and plays from the next round.", name=name)
    return _("%(name)s came back.", name=name)


def waits_words(name: str) -> str:
    """Return that a player at the table has no cards in this round."""
    return _("%(name)s plays from the next round.", name=name)


@_message.register
def _reseated(event: events.SeatsChanged, record: Record) -> str:
    names = ", ".join(name_of(record, seat) for seat in event.order)
    dealer = name_of(record, event.dealer)
    return _("Seats: %(names)s; %(dealer)s deals.", names=names, dealer=dealer)


@_message.register
def _called(event: events.CallAnswered, record: Record) -> str:
    name = name_of(record, event.player)
    if id(event) in record.overcalls:
        if event.granted:
            return _("%(name)s called the upcard: one call too many.", name=name)
        return _("%(name)s called and was refused: one call too many.", name=name)
    if event.granted:
        return _("%(name)s called the upcard.", name=name)
    return _("%(name)s called and was refused.", name=name)


@_message.register
def _counted(event: events.HandCounted, record: Record) -> str:
    name = name_of(record, event.player)
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
def _laid(event: events.MeldsLaid, record: Record) -> str | Message:
    name = name_of(record, event.player)
    if event.returned:
        if record.opens_with_points(event):
            return _("%(name)s laid cards that weren’t enough to open and took them back.",
                     name=name)  # fmt: skip
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
def _tacked(event: events.Tacked, record: Record) -> Message:
    name = name_of(record, event.player)
    return filled(_("%(name)s tacked %(cards)s."), name=name, cards=row_of(event.cards))


@_message.register
def _joker_moved(event: events.JokerMoved, record: Record) -> Message:
    name, cards = name_of(record, event.player), row_of(event.cards)
    sentence = _("%(name)s put %(cards)s in a joker’s place.")
    if event.to is JokerTo.REUSE_NOW:
        sentence = _("%(name)s put %(cards)s in a joker’s place, to play the joker again.")
    if event.to is JokerTo.HAND:
        sentence = _("%(name)s put %(cards)s in a joker’s place, and kept the joker.")
    return filled(sentence, name=name, cards=cards)


@_message.register
def _reshuffled(_event: events.StockReshuffled, _record: Record) -> str:
    return _("The discards were shuffled into a new stock.")


@_message.register
def _round_ended(event: RoundEnded, record: Record) -> str:
    if event.winner is None:
        return _("The round was void.")
    name = name_of(record, event.winner)
    if event.bent:
        bent = _(record.game.system.words.bent)
        return _("%(name)s went out: %(bent)s.", name=name, bent=bent)
    return _("%(name)s went out.", name=name)


@_message.register
def _game_ended(_event: events.GameEnded, _record: Record) -> str:
    return _("The game was stopped here.")


def _corrected(record: Record, done: Amended) -> Message:
    what = changes(record, done)
    if isinstance(done.after, events.GameStarted):
        return what
    if not isinstance(done.after, RoundEnded):
        return filled(_("Corrected: %(changes)s"), changes=what)
    name = short_round_name(record.round_number(done.seq))
    return filled(_("Corrected: %(round)s, %(changes)s"), round=name, changes=what)


def changes(record: Record, done: Amended) -> Message:
    """Return the differences between a correction and the previous version of its entry."""
    old, new = done.before, done.after
    if isinstance(new, events.GameStarted) and isinstance(old, events.GameStarted):
        was, now = coaching_word(old.advice), coaching_word(new.advice)
        return (_("Advice on hands: %(old)s → %(new)s.", old=was, new=now),)
    if not isinstance(new, RoundEnded) or not isinstance(old, RoundEnded):
        return (_("entry %(number)s", number=done.seq),)
    return _series(_round_changes(record, old, new)) or (_("nothing that matters"),)


def hands_held(record: Record, end: RoundEnded) -> Message:
    """Return the hands left at the end of a round: "Ben 42, Cleo 17"."""
    hands = [hand for hand in end.hands if hand.player != end.winner]
    lines = [(f"{name_of(record, hand.player)} ", *held(hand)) for hand in hands]
    return _series(lines, separator=", ")


def _series(parts: list[Message], separator: str = "; ") -> Message:
    return tuple(
        piece
        for index, part in enumerate(parts)
        for piece in ((separator,) if index else ()) + part
    )


def _round_changes(record: Record, old: RoundEnded, new: RoundEnded) -> list[Message]:
    changes: list[Message] = []
    if old.winner != new.winner:
        was, now = _winner(record, old), _winner(record, new)
        changes.append((_("went out: %(old)s → %(new)s", old=was, new=now),))
    if old.bent != new.bent:
        sentence = _("%(bent)s: no → yes") if new.bent else _("%(bent)s: yes → no")
        changes.append(filled(sentence, bent=_(record.game.system.words.bent)))
    players = dict.fromkeys(hand.player for hand in (*old.hands, *new.hands))
    for player in players:
        name = name_of(record, player)
        left, left_now = held(hand_of(old, player)), held(hand_of(new, player))
        if left != left_now:
            sentence = _("%(name)s: %(old)s → %(new)s")
            changes.append(filled(sentence, name=name, old=left, new=left_now))
        changes += [
            filled(_("%(name)s, %(change)s"), name=name, change=change)
            for change in penalty_changes(old, new, player)
        ]
    return changes


def _winner(record: Record, end: RoundEnded) -> str:
    return _("nobody") if end.winner is None else name_of(record, end.winner)
