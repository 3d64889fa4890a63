"""Links of phones, access rules, and codes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from kalooki_ref.store import links
from kalooki_ref.store.deletion import delete_game, purge_deleted
from kalooki_ref.store.event_store import changes_of, create_game, now
from kalooki_ref.store.join_codes import CodeKind, KeptCode, game_by, keep_code, kept_codes
from kalooki_ref.store.links import NewLink, Role, TooManyLinks, access_of, add_link, links_of
from kalooki_ref.store.tables import NewEntry, UnknownGame, access, db, link
from tests.store.test_deletion import a_day_passes

BEN = 2
NOBODY = "x" * 22
New = Callable[..., NewEntry]


def test_token_opens_its_game_alone(game_id: str) -> None:
    add_link(game_id, NewLink("secret", Role.SEAT, BEN, "Ben"), granted=True)
    links.set_access(game_id, guarded=True)
    known = access_of(game_id, "secret").link
    assert known is not None
    assert (known.role, known.player, known.is_granted) == (Role.SEAT, BEN, True)
    assert access_of(game_id, "secret").is_guarded
    assert access_of(game_id, "another").link is None
    assert access_of(NOBODY, "secret") == links.Access()
    assert links.accesses({game_id: "secret", NOBODY: ""})[game_id].link == known


def test_concurrent_claims_on_a_seat_leave_one_link(app: Flask, game_id: str) -> None:
    def claim(number: int) -> None:
        with app.app_context():
            add_link(game_id, NewLink(f"phone {number}", Role.SEAT, BEN), granted=True)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(claim, range(24)))
    assert [link.player for link in links_of(game_id)] == [BEN]


def test_phone_has_one_link_to_a_game(game_id: str) -> None:
    add_link(game_id, NewLink("first", Role.SEAT, BEN), granted=True)
    add_link(game_id, NewLink("second", Role.WATCH, instead_of="first"), granted=True)
    assert [link.role for link in links_of(game_id)] == [Role.WATCH]


def test_scorekeeper_who_loses_a_seat_keeps_the_score(game_id: str) -> None:
    add_link(game_id, NewLink("keeper", Role.SCOREKEEPER, BEN), granted=True)
    add_link(game_id, NewLink("ben", Role.SEAT, BEN), granted=True)
    seats = {link.id: (link.role, link.player) for link in links_of(game_id)}
    assert seats == {
        links.hashed("keeper"): (Role.SCOREKEEPER, None),
        links.hashed("ben"): (Role.SEAT, BEN),
    }


def test_phone_of_another_game_cannot_be_removed(game_id: str, new: New) -> None:
    other = create_game(new("another-key"), title="", rules="{}").id
    add_link(game_id, NewLink("ben", Role.SEAT, BEN), granted=True)
    links.drop_link(other, links.hashed("ben"))
    assert [link.player for link in links_of(game_id)] == [BEN]


def test_number_of_links_is_limited(game_id: str) -> None:
    for number in range(links.MOST_LINKS):
        add_link(game_id, NewLink(f"phone {number}", Role.WATCH), granted=False)
    with pytest.raises(TooManyLinks):
        add_link(game_id, NewLink("one more", Role.WATCH), granted=False)


def test_request_is_granted_once(game_id: str) -> None:
    add_link(game_id, NewLink("asks", Role.SEAT, BEN), granted=False)
    links.allow_link(game_id, links.hashed("asks"))
    links.allow_link(game_id, links.hashed("asks"))
    links.allow_link(game_id, links.hashed("nobody"))
    assert [link.is_granted for link in links_of(game_id)] == [True]


def test_link_to_an_unknown_game_raises(app: Flask) -> None:
    assert app
    for change in (
        lambda: add_link(NOBODY, NewLink("token", Role.WATCH), granted=True),
        lambda: links.drop_link(NOBODY, "id"),
        lambda: links.guard_game(NOBODY, NewLink("token", Role.SCOREKEEPER)),
        lambda: keep_code(NOBODY, CodeKind.JOIN, "ABCDEF", KeptCode("n", now())),
    ):
        with pytest.raises(UnknownGame):
            change()


def test_guarding_leaves_one_scorekeeper(game_id: str) -> None:
    links.guard_game(game_id, NewLink("ann", Role.SCOREKEEPER, 1))
    links.guard_game(game_id, NewLink("ben", Role.SCOREKEEPER, BEN))
    assert {link.player: link.role for link in links_of(game_id)} == {
        1: Role.SEAT,
        BEN: Role.SCOREKEEPER,
    }


def test_every_change_is_counted(game_id: str) -> None:
    before = changes_of(game_id)
    add_link(game_id, NewLink("token", Role.WATCH), granted=True)
    links.drop_link(game_id, links.hashed("token"))
    assert changes_of(game_id) == before + 2


def test_code_opens_one_game(game_id: str, new: Callable[..., NewEntry]) -> None:
    other = create_game(new("another-game-key"), title="t", rules="{}").id
    code = KeptCode("n", now(ago=-timedelta(hours=1)))
    assert keep_code(game_id, CodeKind.JOIN, "ABCDEF", code)
    assert not keep_code(other, CodeKind.JOIN, "ABCDEF", code)
    assert game_by(CodeKind.JOIN, "ABCDEF") == game_id
    assert game_by(CodeKind.RECOVERY, "ABCDEF") is None
    assert keep_code(game_id, CodeKind.JOIN, "GHJKMN", code)
    assert game_by(CodeKind.JOIN, "ABCDEF") is None
    delete_game(game_id)
    assert game_by(CodeKind.JOIN, "GHJKMN") is None


def test_recovery_code_works_once(game_id: str) -> None:
    links.guard_game(game_id, NewLink("lost", Role.SCOREKEEPER, BEN, "Ben"))
    keep_code(game_id, CodeKind.RECOVERY, "ABCD", KeptCode("number"))
    assert kept_codes(game_id) == {CodeKind.RECOVERY: KeptCode("number")}
    assert game_by(CodeKind.RECOVERY, "ABCD") == game_id
    links.recover(game_id, NewLink("found", Role.SCOREKEEPER))
    assert [(link.id, link.player) for link in links_of(game_id)] == [(links.hashed("found"), BEN)]
    assert kept_codes(game_id) == {}
    assert game_by(CodeKind.RECOVERY, "ABCD") is None


def test_join_code_expires(game_id: str) -> None:
    over, still = (now(ago=timedelta(minutes=minutes)) for minutes in (1, -1))
    assert kept_codes(game_id) == {}
    keep_code(game_id, CodeKind.JOIN, "GHJK", KeptCode("number", over))
    assert kept_codes(game_id) == {}
    assert game_by(CodeKind.JOIN, "GHJK") is None
    keep_code(game_id, CodeKind.JOIN, "GHJK", KeptCode("number", still))
    assert kept_codes(game_id) == {CodeKind.JOIN: KeptCode("number", still)}
    assert game_by(CodeKind.JOIN, "GHJK") == game_id


def test_links_go_with_their_game(game_id: str) -> None:
    links.guard_game(game_id, NewLink("ann", Role.SCOREKEEPER))
    add_link(game_id, NewLink("ben", Role.SEAT, BEN), granted=True)
    assert links.link_by("ann") is None
    assert links.link_by("ben") is not None
    delete_game(game_id)
    assert links.link_by("ben") is None
    a_day_passes(game_id)
    purge_deleted()
    with db.engine.connect() as connection:
        counts = [
            connection.execute(select(func.count()).select_from(table)).scalar()
            for table in (access, link)
        ]
    assert counts == [0, 0]
