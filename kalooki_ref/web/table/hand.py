"""Players count their hand on their own phone; it is sent to the scorekeeper's form."""

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from kalooki_ref.game.round_scores import hand_of
from kalooki_ref.game.state import Round
from kalooki_ref.referee.scoring import hand_points
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.server.middleware.responses import LIVE, SENT_BY
from kalooki_ref.store.drafts import get_draft, merge_draft
from kalooki_ref.web.shared.append import no_entry
from kalooki_ref.web.shared.device import see_other, to_table
from kalooki_ref.web.shared.open_game import OpenGame, current_round, open_game
from kalooki_ref.web.shared.query import MOST_ENTRIES, picker_facts, whole_number
from kalooki_ref.web.shared.rights import scorekeeper_of, viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table.round.own_counts import (
    FIELDS,
    OWN,
    Draft,
    draft_name,
    own_counts_in_draft,
    points_in,
    sent_by,
)
from kalooki_ref.web.table.round.round_form import HandForm, hand_name
from kalooki_ref.web.table.round.round_page import worth_of_cards
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.entry_words import waits_words
from kalooki_ref.words.game_words import round_name
from kalooki_ref.words.language import gettext as _

# Of a sum of points, as its field allows.
LONGEST_SUM = 60

blueprint = Blueprint("hand", __name__, url_prefix="/g/<game_id>/hand")


@blueprint.get("")
def show(game_id: str) -> ResponseReturnValue:
    """Show the form, with the hand if it was sent already.

    ``?round=`` is the round's index from 1; once it has ended, redirects to the table. Then
    ``?typed=`` are points that were typed and never sent.
    """
    opened, wanted = open_game(game_id), whole_number(request.args, "round", most=MOST_ENTRIES)
    if wanted and wanted <= len(opened.game.past):
        # After a live update the script opens the redirect's page, which then shows the message.
        if request.headers.get(SENT_BY) != LIVE:
            _say_saved(opened, wanted)
        return to_table(game_id)
    played = current_round(opened)
    draft = get_draft(opened.id, draft_name(opened.game))
    sent = sent_by(draft, _seat(opened, played))
    return _page(opened, played, HandForm(MultiDict(zip(FIELDS, sent, strict=False))), draft)


@blueprint.post("")
def send(game_id: str) -> ResponseReturnValue:
    """Store the hand in the draft of the scorekeeper's form."""
    opened = open_game(game_id)
    played = current_round(opened)
    # The player chooses one of two counts that differ, or sends the fields.
    taken = request.form.get("take")
    hand = HandForm(MultiDict({"points": taken}) if taken else request.form)
    seat = _seat(opened, played)
    form = draft_name(opened.game)
    draft = get_draft(game_id, form)
    if request.form.get("form") != form:
        hand.points.errors = [
            _("Another round has begun. Is this your hand in it? Then send it again.")
        ]
        return _page(opened, played, hand, draft), 409
    is_fit = hand.validate() and hand.fits(opened.system)
    if is_fit and not hand.is_known:
        hand.points.errors = [_("Enter the points you have left. Type 0 if none.")]
    if not (is_fit and hand.is_known):
        return _page(opened, played, hand, draft), 422
    points, cards = hand.points.text, hand.cards.text
    at = hand_name(seat)
    fields = {f"{at}-points": [points], f"{at}-cards": [cards], f"{OWN}{seat}": [points, cards]}
    merge_draft(game_id, form, fields)
    return no_entry(see_other(_address(opened)))


def _say_saved(opened: OpenGame, index: int) -> None:
    """Flash this player's score, and a warning if it isn't what this phone sent."""
    played, player = opened.game.past[index - 1], viewer_of(opened.id).player
    score = played.score_of(player) if player else None
    if score is None or played.end is None or player is None:
        return
    typed = points_in((request.args.get("typed", "")[:LONGEST_SUM], ""), opened.system)
    name, points = round_name(played, opened.system), signed(score.points)
    message = _("%(round)s saved. You: %(points)s.", round=name, points=points)
    hand = hand_of(played.end, player)
    saved = hand.count if hand.cards is None else hand_points(hand.cards, opened.system)
    sent = points_in(sent_by(get_draft(opened.id, f"round-{index}"), player), opened.system)
    differs = sent is not None and player != played.winner and sent != saved
    if differs:
        message += " " + _(
            "The scorekeeper counted %(saved)s, you sent %(sent)s.", saved=saved or 0, sent=sent
        )
    elif typed is not None and typed != saved:
        message += " " + _not_sent(opened, typed, saved or 0)
        differs = True
    flash(message, "warn" if differs else "success")


def _not_sent(opened: OpenGame, typed: int, saved: int) -> str:
    """Return the warning that a count was typed but never sent, and whom to tell."""
    words = _(
        "You had typed %(typed)s and not sent it; the round was saved with %(saved)s.",
        typed=typed,
        saved=saved,
    )
    name = scorekeeper_of(opened.id)
    whom = _("Tell %(name)s, who keeps score.", name=name) if name else _("Tell the scorekeeper.")
    return f"{words} {whom}"


def _address(opened: OpenGame) -> str:
    index = len(opened.game.past) + 1
    return url_for("hand.show", game_id=opened.id, round=index)


def _seat(opened: OpenGame, played: Round) -> int:
    """Return the player of this phone's seat.

    Aborts with a redirect to the table if the player left or waits for the next round, with 404
    without a seat.
    """
    number = viewer_of(opened.id).player
    player = next((known for known in opened.game.players if known.number == number), None)
    if player is None:
        abort(404, _("This phone has no seat in this round. Choose one under Other phones."))
    if player.number not in played.seats:
        left = _("%(name)s left the game.", name=player.name)
        if request.headers.get(SENT_BY) != LIVE:
            flash(left if player.has_left else waits_words(player.name), "info")
        abort(no_entry(to_table(opened.id)))
    return player.number


def _points_of(shown: str, system: RuleSystem) -> int | None:
    points = points_in((shown,), system)
    return points_in(("", shown), system) if points is None else points


def _page(opened: OpenGame, played: Round, hand: HandForm, draft: Draft) -> str:
    game, seat = opened.game, _seat(opened, played)
    counts = {count.player: count for count in own_counts_in_draft(game, draft)}
    count = counts.get(seat)
    both = [_points_of(shown, opened.system) for shown in (count.sent, count.here)] if count else []
    return render(
        "table/hand.html",
        table=opened,
        game=game,
        player=game.player(seat),
        address=_address(opened),
        round_name=round_name(played, opened.system),
        form=draft_name(game),
        hand=hand,
        count=count,
        # The points sent and the scorekeeper's; nothing to choose unless both can be read.
        choice=tuple(points for points in both if points is not None) if None not in both else (),
        errors=[
            (field.short_name, str(error))
            for field in (hand.points, hand.cards)
            for error in field.errors
        ],
        picker=picker_facts(opened.system, game.pack),
        worth=worth_of_cards(opened.system),
    )
