"""Undo and restore: a page first if other entries build on it or rounds move."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game import events
from kalooki_ref.game.consequences import (
    Consequences,
    consequences,
    moved_rounds,
    with_undone,
)
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Round
from kalooki_ref.game.undo import amendments
from kalooki_ref.web.results.history import MOST_ENTRIES, ends_of
from kalooki_ref.web.shared.append import is_repeat, saved, write
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.misfits import affected_entries
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import number_in, whole_number
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.card_words import in_signs
from kalooki_ref.words.entry_words import entry_words, words_of
from kalooki_ref.words.game_words import demand_words, round_name
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("undo", __name__)

# Events that later rounds depend on.
CARRIES_ROUNDS = (
    events.RoundEnded
    | events.PlayerJoined
    | events.PlayerLeft
    | events.PlayerReturned
    | events.SeatsChanged
)


@dataclass(frozen=True, slots=True)
class Change:
    """An undo or a restore: its entry in the history, the amendment, and what it does to others."""

    entry: Entry
    act: events.EntryAmended
    is_restore: bool
    found: Consequences

    @property
    def is_impossible(self) -> bool:
        """Whether what it brings back doesn't fit."""
        return any(item.seq in self.found.lost for item in (self.act, *self.act.also))

    @property
    def whole_act(self) -> events.EntryAmended:
        """The amendment with the entries that build on it undone, too."""
        return with_undone(self.act, self.found)


@blueprint.get("/g/<game_id>/undo")
def ask(opened: OpenGame) -> ResponseReturnValue:
    """Ask for confirmation before undoing or restoring: ``?seq=`` is an entry, or its undo."""
    change = _change(opened, request.args)
    if change is None:
        return _gone(opened, request.args)
    return render(
        "results/undo.html",
        table=opened,
        seq=change.entry.seq,
        words=entry_words(opened, change.entry),
        is_restore=change.is_restore,
        is_impossible=change.is_impossible,
        since=_rounds_since(opened, change),
        moved=tuple(_moved_words(opened, change)),
        lost=affected_entries(opened, change.found.lost),
        partial=affected_entries(opened, change.found.partial),
        takes_calls=bool(change.found.within),
        came_from=request.args.get("back", ""),
        address=_back(opened, request.args),
        ends=ends_of(opened),
    )


@blueprint.post("/g/<game_id>/undo")
def save(opened: OpenGame) -> ResponseReturnValue:
    """Undo the entry in the form, or restore it if that is an undo; both stay in the history."""
    if is_repeat(opened):
        return see_other(_back(opened, request.form))
    change = _change(opened, request.form)
    if change is None:
        return _gone(opened, request.form)
    if change.found.lost and not viewer_of(opened.id).records:
        abort(403, _("Other entries build on it. Ask the scorekeeper to undo it."))
    agreed = {number_in(one) for one in request.form.getlist("also")}
    if _needs_confirmation(opened, change) and (
        change.is_impossible or agreed != set(change.found.lost) or not request.form.get("sure")
    ):
        came_from, seq = request.form.get("back"), change.entry.seq
        return see_other(url_for("undo.ask", game_id=opened.id, seq=seq, back=came_from))
    done = write(opened, change.whole_act, partial=change.found.partial)
    entries = (*opened.entries, Entry(opened.version + 1, change.whole_act))
    flash(in_signs(words_of(opened, entries[-1], amendments(entries))), "success")
    return saved(_back(opened, request.form), done)


def _change(opened: OpenGame, sent: Mapping[str, str]) -> Change | None:
    """Return the wanted change; None if it was made already. Aborts with 404 if there is none."""
    entry = opened.entry(whole_number(sent, "seq", most=MOST_ENTRIES))
    amended = amendments(opened.entries)
    if entry is None:
        abort(404, _("We couldn’t find that entry."))
    act = amended.restoring(entry.seq)
    is_restore = act is not None
    if act is None and amended.is_undoable(entry):
        act = amended.undoing(entry)
    if act is None:
        if entry.seq in amended.undone or entry.seq in amended.acts:
            return None
        abort(404, _("We couldn’t find that entry."))
    found = consequences(opened.system, opened.entries, (Entry(opened.version + 1, act),))
    return Change(entry, act, is_restore, found)


def _gone(opened: OpenGame, sent: Mapping[str, str]) -> ResponseReturnValue:
    flash(_("That was already undone or restored."), "info")
    return see_other(_back(opened, sent))


def _needs_confirmation(opened: OpenGame, change: Change) -> bool:
    """Whether the change removes a round, moves rounds, or takes away what entries build on."""
    if change.found.lost or change.found.partial or any(_moved(opened, change)):
        return True
    if change.is_restore:
        return False
    is_end = isinstance(change.entry.event, events.RoundEnded)
    carries = isinstance(change.entry.event, CARRIES_ROUNDS)
    return is_end or (carries and _rounds_since(opened, change) > 0)


def _rounds_since(opened: OpenGame, change: Change) -> int:
    return sum(played.seq > change.act.seq for played in opened.game.past)


def _moved(opened: OpenGame, change: Change) -> list[tuple[Round, Round]]:
    """Return the saved rounds that move."""
    return [pair for pair in moved_rounds(opened.game, change.found.game) if pair[0].end]


def _moved_words(opened: OpenGame, change: Change) -> list[str]:
    """Return a sentence for each saved round that gets another number, contract or dealer."""
    system = opened.system
    return [
        _(
            "%(old)s counts as %(new)s: %(contract)s, dealt by %(dealer)s.",
            old=round_name(before, system),
            new=round_name(after, system),
            contract=demand_words(after.number, system),
            dealer=opened.game.player(after.dealer).name,
        )
        if before.number != after.number
        else _(
            "%(round)s: dealt by %(dealer)s.",
            round=round_name(after, system),
            dealer=opened.game.player(after.dealer).name,
        )
        for before, after in _moved(opened, change)
    ]


def _back(opened: OpenGame, sent: Mapping[str, str]) -> str:
    if sent.get("back") == "history":
        return url_for("history.show", game_id=opened.id)
    page = "board.show" if sent.get("back") == "board" else "table.show"
    return url_for(page, game_id=opened.id)
