"""Authorization: what a phone may do, decided in one place for every URL of a game.

At an open table everybody who has its URL may write. At a guarded one, phones are identified by a
token in a cookie. A phone that may not view a game gets 404.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, auto

from flask import Flask, Response, flash, g, request, url_for
from werkzeug.exceptions import Forbidden, HTTPException

from kalooki_ref.game.record import event_from, is_own_entry
from kalooki_ref.server.middleware import errors
from kalooki_ref.server.middleware.security import SAFE_METHODS
from kalooki_ref.server.settings import keyed_hash
from kalooki_ref.store.event_store import entries_since
from kalooki_ref.store.links import Access, Link, Role, access_of, accesses, hashed, links_of
from kalooki_ref.store.tables import UnknownGame
from kalooki_ref.web.shared.device import keep_signed, see_other, signed, verified
from kalooki_ref.web.shared.query import MOST_ENTRIES, number_in
from kalooki_ref.words.language import gettext as _

COOKIE = "seats"
MOST_SEATS = 24
# Priority of keeping a token in the cookie, by role; see `_with_room_for_one`.
NEEDED_AS = {Role.WATCH: 1, Role.SEAT: 1, Role.SCOREKEEPER: 2}
# A phone's tokens with the games they are for, newest first.
Tokens = tuple[tuple[str, str], ...]
TOKEN_BYTES = 16
# Of the text that `new_token` returns.
TOKEN_LENGTH = 22


class Right(IntEnum):
    """What a phone may do at a table; each right includes those before it."""

    # An unknown phone at a guarded table.
    NONE = auto()
    # Wait for its request to be granted, or see that it was removed.
    ASK = auto()
    WATCH = auto()
    # Write for its own seat.
    OWN = auto()
    # Write for everybody.
    RECORD = auto()
    # Manage phones and settings, and delete the game.
    MANAGE = auto()


# Rights by endpoint; the default is WATCH for reading and RECORD for anything else.
NEEDS = {
    "advice.allow": Right.MANAGE,
    "copy.bring_back": Right.MANAGE,
    "deletion.ask": Right.MANAGE,
    "deletion.delete": Right.MANAGE,
    "deletion.restore": Right.MANAGE,
    "history.sign": Right.OWN,
    "undo.save": Right.OWN,
    "hand.send": Right.OWN,
    "hand.show": Right.OWN,
    "takeover.ask": Right.OWN,
    "takeover.finish": Right.OWN,
    "takeover.refuse": Right.OWN,
    "takeover.show": Right.OWN,
    "play.call": Right.OWN,
    "play.lay": Right.OWN,
    "players.mark": Right.OWN,
    "join.take_part": Right.WATCH,
    "join.waiting": Right.ASK,
    **dict.fromkeys(
        (
            "phones.show",
            "phones.open_page",
            "phones.renew_code",
            "phones.renew_recovery",
            "phones.allow",
            "phones.remove",
            "phones.issue",
            "phones.reissue",
            "phones.set_writers",
        ),
        Right.MANAGE,
    ),
    "drafts.show": Right.RECORD,
    # Read-only requests that are useful only for recording.
    "count.show": Right.RECORD,
    "games.ask_stake": Right.RECORD,
    "games.ending": Right.RECORD,
    "undo.ask": Right.RECORD,
    "play.stock": Right.RECORD,
    "arrivals.returning": Right.RECORD,
    "departures.ask": Right.RECORD,
    "players.show": Right.RECORD,
    "rounds.amend": Right.RECORD,
    "rounds.end": Right.RECORD,
}
# Form field naming the player a seat may act for.
NAMED_BY = {
    "play.call": "player",
    "play.lay": "player",
    "players.mark": "player",
    "undo.save": "seq",
}


@dataclass(frozen=True, slots=True)
class Viewer:
    """A phone's rights at a table, and its seat."""

    right: Right
    player: int | None = None
    is_scorekeeper: bool = False
    is_guarded: bool = False
    # Whether its request to join is pending.
    is_waiting: bool = False
    # Whether every seat may write for everybody.
    seats_record: bool = False

    @property
    def manages(self) -> bool:
        """Whether it may manage phones and settings, and delete the game."""
        return self.right >= Right.MANAGE

    @property
    def writes(self) -> bool:
        """Whether it may write at least its own entries."""
        return self.right >= Right.OWN

    @property
    def records(self) -> bool:
        """Whether it may write for everybody."""
        return self.right >= Right.RECORD

    @property
    def may_take_part(self) -> bool:
        """Whether it chose only to watch, at an open table where everybody may write."""
        return not (self.is_guarded or self.writes)

    def writes_for(self, player: int) -> bool:
        """Whether it may write entries of this player."""
        return self.records or (self.writes and self.player == player)


def init_app(app: Flask) -> None:
    app.before_request(guard)
    app.jinja_env.globals["viewer"] = viewer_of
    errors.hide_tables(app, is_seen)


def guard() -> Response | None:
    """Check the right for a request; raises UnknownGame, Forbidden."""
    game_id = (request.view_args or {}).get("game_id")
    if game_id is None:
        return None
    viewer, needed = viewer_of(game_id), needed_for(request.endpoint or "", request.method)
    if viewer.right is Right.ASK and needed > Right.ASK:
        return _redirect_or_forbid(viewer, game_id)
    if viewer.right < min(needed, Right.WATCH):
        raise UnknownGame(game_id)
    if viewer.right < needed or (needed is Right.OWN and not _is_own(viewer, game_id)):
        raise _forbidden(viewer, needed)
    return None


def _redirect_or_forbid(viewer: Viewer, game_id: str) -> Response:
    """Redirect a phone with a pending request to the waiting page; raises Forbidden for others."""
    if request.method in SAFE_METHODS and (viewer.is_waiting or request.endpoint == "table.show"):
        return see_other(url_for("join.waiting", game_id=game_id))
    gone = _("This phone isn’t at this table any more")
    raise errors.titled(Forbidden(return_words(game_id)), gone)


def scorekeeper_of(game_id: str) -> str:
    """Return what the phone that keeps score is called; empty if it has no name or is unknown."""
    links = phones_of(game_id)
    return next((link.label for link in links if link.role is Role.SCOREKEEPER), "")


def return_words(game_id: str) -> str:
    """Return whom a phone that was removed may ask, which may be the one that took over."""
    name = scorekeeper_of(game_id)
    if not name:
        return _("Ask the scorekeeper for a new code or link.")
    return _("%(name)s’s phone keeps score now. Ask there for a new code or link.", name=name)


def needed_for(endpoint: str, method: str) -> Right:
    """Return the right that an endpoint of a game needs."""
    return NEEDS.get(endpoint, Right.WATCH if method in SAFE_METHODS else Right.RECORD)


def viewer_of(game_id: str) -> Viewer:
    """Return the rights of the requesting phone in a game."""
    viewers: dict[str, Viewer] = g.setdefault("viewers", {})
    if game_id not in viewers:
        token = own_token(game_id)
        viewers[game_id] = _viewer(access_of(game_id, token), is_known=bool(token))
    return viewers[game_id]


def phones_of(game_id: str) -> tuple[Link, ...]:
    """Return every link of a game, including requests to join; cached per request."""
    phones: dict[str, tuple[Link, ...]] = g.setdefault("phones", {})
    if game_id not in phones:
        phones[game_id] = links_of(game_id)
    return phones[game_id]


def seen_among(game_ids: Iterable[str]) -> tuple[str, ...]:
    """Return the games among these that the requesting phone may view, in one query."""
    tokens = {game_id: own_token(game_id) for game_id in game_ids}
    viewers: dict[str, Viewer] = g.setdefault("viewers", {})
    for game_id, access in accesses(tokens).items():
        viewers[game_id] = _viewer(access, is_known=bool(tokens[game_id]))
    return tuple(game_id for game_id in tokens if is_seen(game_id))


def is_seen(game_id: str) -> bool:
    """Whether the requesting phone may view a game."""
    return viewer_of(game_id).right >= Right.WATCH


def own_token(game_id: str) -> str:
    """Return this phone's token for a game; empty if it has none."""
    return dict(_tokens_held()).get(game_id, "")


def games_held() -> tuple[str, ...]:
    """Return the games for which this phone has a token, newest first."""
    return tuple(game_id for game_id, _token in _tokens_held())


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_after(link_id: str, game_id: str) -> str:
    """Derive a phone's token for a rematch from its link in the previous game."""
    return keyed_hash(f"rematch {game_id} {link_id}")[:TOKEN_BYTES].hex()


def bring_token(response: Response, before: str, game_id: str) -> Response:
    """Set the cookie with the token for a rematch, if the phone needs one and has none."""
    token = own_token(before)
    if not token or own_token(game_id):
        return response
    return keep_token(response, game_id, token_after(hashed(token), game_id))


def keep_token(response: Response, game_id: str, token: str) -> Response:
    """Set the cookie with a token for a game, replacing its previous one."""
    others = tuple(pair for pair in _tokens_held() if pair[0] != game_id)
    held = [(game_id, token), *_with_room_for_one(others)]
    return keep_signed(response, COOKIE, signed(COOKIE, held))


def _with_room_for_one(held: Tokens) -> Tokens:
    """Return the tokens without the least important one if there are too many; flash a note.

    A token for a deleted game or a revoked link is the least important, a scorekeeper's the most.
    """
    if len(held) < MOST_SEATS:
        return held
    found = {game_id: access.link for game_id, access in accesses(dict(held)).items()}
    needs = {
        game_id: 0 if link is None else NEEDED_AS[link.role] for game_id, link in found.items()
    }
    forgotten = min(reversed(held), key=lambda pair: needs[pair[0]])
    if need := needs[forgotten[0]]:
        kept_score = _(
            "This phone belongs to %(most)s tables and has forgotten the oldest one, where it kept "
            "score. To go back there, type its recovery code under “Join a table”.",
            most=MOST_SEATS,
        )
        sat = _(
            "This phone belongs to %(most)s tables and has forgotten the oldest one. To go back "
            "there, ask its scorekeeper for the code.",
            most=MOST_SEATS,
        )
        flash(kept_score if need == NEEDED_AS[Role.SCOREKEEPER] else sat, "warn")
    return tuple(pair for pair in held if pair != forgotten)


def _tokens_held() -> Tokens:
    """Return the tokens in this phone's cookie, by game, newest first; read once per request."""
    if "tokens" not in g:
        held = verified(COOKIE, request.cookies.get(COOKIE, "")) or ()
        g.tokens = tuple((game_id, token) for game_id, token in held)
    tokens: Tokens = g.tokens
    return tokens


def _viewer(access: Access, *, is_known: bool) -> Viewer:
    link = access.link
    if link is None or not link.is_granted:
        if not access.is_guarded:
            return Viewer(Right.MANAGE, seats_record=access.seats_record)
        right = Right.ASK if is_known else Right.NONE
        return Viewer(right, is_guarded=True, is_waiting=link is not None)
    return Viewer(
        _right(link.role, access),
        link.player,
        is_scorekeeper=link.role is Role.SCOREKEEPER,
        is_guarded=access.is_guarded,
        seats_record=access.seats_record,
    )


def _right(role: Role, access: Access) -> Right:
    if role is Role.WATCH:
        return Right.WATCH
    if role is Role.SCOREKEEPER or not access.is_guarded:
        return Right.MANAGE
    return Right.RECORD if access.seats_record else Right.OWN


def _is_own(viewer: Viewer, game_id: str) -> bool:
    """Whether a seat's request concerns its own player, or an entry of its own."""
    named_by = NAMED_BY.get(request.endpoint or "")
    if viewer.records or named_by is None:
        return True
    sent = request.form.getlist(named_by)
    if named_by == "player":
        return sent == [str(viewer.player)]
    kept = {row.seq: row for row in entries_since(game_id, 0)}
    events = {seq: event_from(row.kind, row.data) for seq, row in kept.items()}
    seq = number_in(sent[0], most=MOST_ENTRIES) if len(sent) == 1 else None
    return is_own_entry(events.get, seq or 0, player=viewer.player)


def _forbidden(viewer: Viewer, needed: Right) -> HTTPException:
    message = {
        Right.MANAGE: _("Only the scorekeeper’s phone can do that. Ask the scorekeeper."),
        Right.RECORD: _("At this table, only the scorekeeper records that."),
        Right.OWN: _("This phone can only record what its own player does."),
    }[needed]
    if viewer.may_take_part:
        message = _("This phone just watches. To use it for that, tap “Take part again”.")
    elif viewer.right is Right.WATCH:
        message = _("This phone just watches. Ask the scorekeeper for a seat.")
    return errors.titled(Forbidden(message), _("Not on this phone"))
