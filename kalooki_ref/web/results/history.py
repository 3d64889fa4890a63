"""History: lists the entries of a game, newest first; and the 409 notice."""

from dataclasses import dataclass

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game import events
from kalooki_ref.game.names import LONGEST_NAME
from kalooki_ref.game.record import Entry, readings
from kalooki_ref.game.state import Game, Player
from kalooki_ref.game.undo import Amendments, amendments
from kalooki_ref.server.middleware.errors import Replacing, StaleNotice
from kalooki_ref.web.results.history_filter import HistoryFilter, filter_options, filter_sent
from kalooki_ref.web.shared.device import remember, see_other, this_device
from kalooki_ref.web.shared.names import fault_of, tidy
from kalooki_ref.web.shared.open_game import OpenGame, open_game
from kalooki_ref.web.shared.query import MOST_ENTRIES, whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.card_words import Message, in_signs
from kalooki_ref.words.entry_words import hands_held, round_names, round_numbers, words_of
from kalooki_ref.words.fit_words import mark_words
from kalooki_ref.words.game_words import round_name, short_round_name
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import clock_words, day_words

blueprint = Blueprint("history", __name__)

MOST_UNSEEN = 8
PAGE_ENTRIES = 200
ROUND_FORM, CORRECTION = "rounds.write_down", "rounds.save_correction"
EVERYTHING = HistoryFilter()


@blueprint.get("/g/<game_id>/history")
def show(opened: OpenGame) -> str:
    """Show the newest entries that pass the filter, or those before ``?before=``."""
    return page_of(opened)


@blueprint.post("/g/<game_id>/history/writer")
def sign(opened: OpenGame) -> ResponseReturnValue:
    """Set the name that this phone signs its entries with; blank for none."""
    label = tidy(request.form.get("label", ""))
    fault = fault_of(label) if label else None
    if fault:
        return page_of(opened, label=label, fault=fault), 422
    signed = _("Entries from this phone are signed %(name)s.", name=label)
    message = signed if label else _("Entries from this phone aren’t signed.")
    flash(message, "success")
    back = url_for("history.show", game_id=opened.id)
    return remember(see_other(back), label=label[:LONGEST_NAME])


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One entry in words; it may be undone (``is_undone``) or corrected (``is_changed``).

    ``player`` is who did it; None if it isn't about one of them.
    ``held`` has everybody's cards left at the end of a round; ``undone_by`` is the number of the
    undo that can be reversed to restore the entry. ``misfit`` is why it doesn't fit the game; empty
    if it does.
    """

    seq: int
    player: Player | None
    message: Message
    held: Message
    round_name: str
    by: str
    at: str
    zone: str
    is_undone: bool
    is_changed: bool
    can_be_undone: bool
    undone_by: int | None
    overruled: str
    misfit: str

    @property
    def words(self) -> str:
        """The entry as plain text."""
        return in_signs((*self.message, " ", *self.held) if self.held else self.message)

    @property
    def day(self) -> str:
        """The day it was made: "Saturday 21 November"."""
        return day_words(self.at, self.zone)

    @property
    def clock(self) -> str:
        """The time of day it was made: "19:40"."""
        return clock_words(self.at, self.zone)


def page_of(opened: OpenGame, *, label: str | None = None, fault: str = "") -> str:
    """Render the newest entries, or those before ``?before=``."""
    before = whole_number(request.args, "before", most=MOST_ENTRIES) or opened.version + 1
    rounds = _rounds(opened)
    wanted = filter_sent(request.args, opened, rounds)
    entries = history_entries(opened, before=before, most=PAGE_ENTRIES + 1, wanted=wanted)
    shown, current = entries[:PAGE_ENTRIES], opened.game.current
    return render(
        "results/history.html",
        table=opened,
        game=opened.game,
        entries=shown,
        older=shown[-1].seq if len(entries) > len(shown) else None,
        newer=before <= opened.version,
        round=round_name(current, opened.system) if current else _("Game over"),
        wanted=wanted,
        filtered=wanted.words(opened, rounds),
        options=filter_options(opened, rounds),
        ends=ends_of(opened),
        label=this_device().label if label is None else label,
        fault=fault,
    )


def history_entries(
    opened: OpenGame,
    *,
    before: int = MOST_ENTRIES,
    most: int,
    wanted: HistoryFilter = EVERYTHING,
) -> tuple[HistoryEntry, ...]:
    """Return up to ``most`` entries before this one that pass the filter, newest first."""
    now = readings(opened.entries)
    numbers = round_numbers(opened, now)
    rounds, amended = round_names(opened, now), amendments(opened.entries)
    earlier = (entry for entry in opened.entries if entry.seq < before)
    shown = [entry for entry in earlier if wanted.shows(opened, entry, numbers)][-most:]
    return tuple(
        _history_entry(opened, entry, now, rounds.get(entry.seq, ""), amended)
        for entry in reversed(shown)
    )


def _history_entry(
    opened: OpenGame,
    entry: Entry,
    now: dict[int, events.Event | None],
    round_name: str,
    amended: Amendments,
) -> HistoryEntry:
    reading = now.get(entry.seq, entry.event)
    misfits = opened.fits.misfits.get(entry.seq, ())
    return HistoryEntry(
        seq=entry.seq,
        player=_doer(opened.game, entry.event),
        message=words_of(opened, entry, amended),
        held=hands_held(opened, entry.event) if isinstance(entry.event, events.RoundEnded) else (),
        round_name=round_name,
        by=entry.by,
        at=entry.at,
        zone=opened.zone,
        is_undone=entry.seq in amended.undone,
        is_changed=reading not in (None, entry.event),
        can_be_undone=amended.is_undoable(entry),
        undone_by=amended.undo_of(entry.seq),
        overruled=getattr(entry.event, "overruled", ""),
        misfit=mark_words(opened, misfits),
    )


def _doer(game: Game, event: events.Event) -> Player | None:
    number = getattr(event, "winner", None) or getattr(event, "player", None)
    return next((player for player in game.players if player.number == number), None)


def _rounds(opened: OpenGame) -> dict[int, str]:
    """Return the names of the rounds with entries, by number."""
    numbers = round_numbers(opened, readings(opened.entries))
    return {number: short_round_name(number) for number in sorted(set(numbers.values()))}


def ends_of(opened: OpenGame) -> dict[int, int]:
    """Return the index, from 1, of the round that each entry ended."""
    return {played.seq: index for index, played in enumerate(opened.game.past, 1)}


def unseen_by(game_id: str, base: int) -> StaleNotice:
    """Return the 409 notice: the last few entries since version ``base``, oldest first."""
    opened = open_game(game_id)
    newest = history_entries(opened, most=MOST_UNSEEN)
    unseen = [entry for entry in newest if entry.seq > base]
    rounds = [f"{entry.round_name}: " if entry.round_name else "" for entry in unseen]
    lines = [start + entry.words for start, entry in zip(rounds, unseen, strict=True)][::-1]
    message = tuple(lines + _round_now(opened, base))
    return StaleNotice(message, _amendment(opened, base), is_lost=_is_lost(opened))


def _is_lost(opened: OpenGame) -> bool:
    """Whether the round to correct was undone; for other forms, whether the game is over."""
    if request.endpoint == CORRECTION:
        return "seq" in request.form and request.form["seq"] not in map(str, ends_of(opened))
    return opened.game.current is None


def _amendment(opened: OpenGame, base: int) -> Replacing | None:
    """Return the button that sends this form as a correction of the round saved meanwhile."""
    if request.endpoint != ROUND_FORM:
        return None
    for index, past in enumerate(opened.game.past, 1):
        if past.seq > base:
            name = round_name(past, opened.system)
            address = url_for("rounds.amend", game_id=opened.id, index=index)
            return Replacing(address, _("Replace %(round)s with mine", round=name), past.seq)
    return None


def _round_now(opened: OpenGame, base: int) -> list[str]:
    """Return a note on the round an entry would belong to, if the round changed meanwhile."""
    ended = any(
        entry.seq > base and isinstance(entry.event, events.RoundEnded) for entry in opened.entries
    )
    if not ended or opened.game.current is None or request.endpoint == CORRECTION:
        return []
    name = round_name(opened.game.current, opened.system)
    return [_("You’re now in %(round)s: what you save counts there.", round=name)]
