"""What an amendment changed, from what to what: "Ben's count 42 → 24"."""

from flask_babel import gettext as _

from kalooki_ref.game.events import EntryAmended, Event, GameStarted, HandLeft, RoundEnded
from kalooki_ref.game.fold import hand_of
from kalooki_ref.web.access.open_game import Table
from kalooki_ref.web.table.coaching import coaching_word


def changes(table: Table, amendment: EntryAmended) -> str:
    """Return the differences between how the entry read before and how the amendment reads."""
    old, new = _before(table, amendment), amendment.event
    if isinstance(new, GameStarted) and isinstance(old, GameStarted):
        was, now = coaching_word(old.advice), coaching_word(new.advice)
        return _("Advice on hands: %(old)s → %(new)s.", old=was, new=now)
    if not isinstance(new, RoundEnded) or not isinstance(old, RoundEnded):
        return _("entry %(number)s", number=amendment.seq)
    said = _round_changes(table, old, new)
    return "; ".join(said) if said else _("nothing that counts")


def holdings(table: Table, end: RoundEnded) -> str:
    """Return what everybody was left with: "Ben 42, Cleo 17"."""
    held = [hand for hand in end.hands if hand.player != end.winner]
    return ", ".join(f"{_name(table, hand.player)} {_held(hand)}" for hand in held)


def _before(table: Table, amendment: EntryAmended) -> Event | None:
    read: Event | None = None
    for entry in table.entries:
        if entry.event is amendment:
            break
        if entry.seq == amendment.seq:
            read = entry.event
        elif isinstance(entry.event, EntryAmended) and entry.event.seq == amendment.seq:
            read = entry.event.event or read
    return read


def _round_changes(table: Table, old: RoundEnded, new: RoundEnded) -> list[str]:
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
        said.append(_("%(name)s's count %(old)s → %(new)s",
                      name=name, old=_held(old), new=_held(new)))  # fmt: skip
    if _penalties(old) != _penalties(new):
        said.append(_("%(name)s's penalties", name=name))
    if old.is_down != new.is_down:
        said.append(_("whether %(name)s had come down", name=name))
    return said


def _penalties(hand: HandLeft) -> tuple[object, ...]:
    return hand.overcalls, hand.false_lays, hand.fine, hand.barred


def _held(hand: HandLeft) -> str:
    if hand.cards is not None:
        return " ".join(str(card) for card in hand.cards)
    return "–" if hand.count is None else str(hand.count)


def _winner(table: Table, end: RoundEnded) -> str:
    return _("nobody") if end.winner is None else _name(table, end.winner)


def _name(table: Table, number: int) -> str:
    try:
        return table.game.player(number).name
    except KeyError:
        return _("Somebody")
