"""Undo or restore an entry; asks first if other entries build on it or rounds would move."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game import events
from kalooki_ref.game.consequences import Consequences, consequences, with_undone
from kalooki_ref.game.record import Entry
from kalooki_ref.game.undo import amendments
from kalooki_ref.web.results.history import ends_of
from kalooki_ref.web.results.kept_counts import kept_words
from kalooki_ref.web.results.later_rounds import ending_words, moved, moved_words
from kalooki_ref.web.shared.append import is_repeat, saved, write
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.misfits import affected_entries
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import MOST_ENTRIES, number_in, whole_number
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.card_words import filled, in_signs
from kalooki_ref.words.entry_words import changes, entry_words, words_of
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
        """Whether an entry that it brings back doesn't fit the game any more."""
        return any(item.seq in self.found.lost for item in (self.act, *self.act.also))

    @property
    def whole_act(self) -> events.EntryAmended:
        """The amendment, together with an undo of every entry that builds on it."""
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
        effect=_effect_words(opened, change),
        is_impossible=change.is_impossible,
        since=_rounds_since(opened, change),
        moved=moved_words(opened, change.found),
        ending=ending_words(opened, change.found),
        removal="" if change.is_restore else _removal_words(change),
        lost=affected_entries(opened, change.found.lost),
        partial=affected_entries(opened, change.found.partial),
        within=_within_words(opened, change),
        kept=kept_words(opened, change.found),
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
    agreed = {number_in(text, most=MOST_ENTRIES) for text in request.form.getlist("also")}
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
    """Say why there is nothing to undo or restore."""
    entry = opened.entry(whole_number(sent, "seq", most=MOST_ENTRIES))
    if entry and amendments(opened.entries).is_corrected_since(entry):
        flash(_("It was corrected again since. Undo the later correction first."), "info")
    else:
        flash(_("That was already undone or restored."), "info")
    return see_other(_back(opened, sent))


def _needs_confirmation(opened: OpenGame, change: Change) -> bool:
    """Whether the change removes or moves rounds, takes away other entries, or leaves penalties."""
    moves = any(before.end for before, _after in moved(opened, change.found))
    if change.found.lost or change.found.partial or moves or kept_words(opened, change.found):
        return True
    if _effect_words(opened, change):
        return True
    if change.is_restore:
        return bool(change.found.within)
    is_end = isinstance(change.entry.event, events.RoundEnded)
    carries = isinstance(change.entry.event, CARRIES_ROUNDS)
    return is_end or (carries and _rounds_since(opened, change) > 0)


def _effect_words(opened: OpenGame, change: Change) -> str:
    """Return what a restored correction changes now, if that isn't what it changed at first."""
    if not change.is_restore:
        return ""
    entries = (*opened.entries, Entry(opened.version + 1, change.act))
    acts = amendments(entries).acts
    restored = acts[entries[-1].seq][0]
    first = acts[restored.about][0] if restored.about in acts else restored
    if restored.before == first.before:
        return ""
    sentence = _("Restoring it changes: %(changes)s")
    return in_signs(filled(sentence, changes=changes(opened, restored)))


def _within_words(opened: OpenGame, change: Change) -> list[str]:
    """Return whether calls and melds of an undone round, or of the current one, are undone."""
    last = max((played.seq for played in opened.game.past), default=0)
    within = change.found.within
    words = []
    if any(seq < last for seq in within):
        words.append(_("Its calls and melds are undone as well."))
    if any(seq > last for seq in within):
        words.append(
            _("Calls and melds recorded since then are undone.")
            if change.is_restore
            else _("Calls and melds recorded after it are undone as well.")
        )
    return words


def _rounds_since(opened: OpenGame, change: Change) -> int:
    return sum(played.seq > change.act.seq for played in opened.game.past)


def _removal_words(change: Change) -> str:
    """Return what becomes of a round whose end is undone."""
    end, goes_on = change.entry.event, change.found.game.current is not None
    if not isinstance(end, events.RoundEnded):
        return ""
    if end.winner is None:
        return _("It isn’t void any more, and you play on.") if goes_on else ""
    if goes_on:
        return _("Its points are removed, and you play it again.")
    return _("Its points are removed. The game stays over.")


def _back(opened: OpenGame, sent: Mapping[str, str]) -> str:
    if sent.get("back") == "history":
        return url_for("history.show", game_id=opened.id)
    page = "board.show" if sent.get("back") == "board" else "table.show"
    return url_for(page, game_id=opened.id)
