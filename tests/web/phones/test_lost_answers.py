"""Forms of phones sent again, because the answer to the first was lost."""

import pytest

from tests.web.phone import SAME_SITE, Phone
from tests.web.phones.test_phones import (
    ASKING,
    RECOVERY,
    NewPhone,
    code_at,
    guard_table,
    join_table,
    let_in,
    send,
)


def test_lost_answer_leaves_a_phone_the_scorekeeper(table: Phone, new_phone: NewPhone) -> None:
    other, guard = new_phone(), {"access": "guarded"}
    other.table = table.table
    table.client.post(table.address("phones/access"), data=guard, headers=SAME_SITE)
    table.client.delete_cookie("seats")
    assert other.get().status_code == 200
    guard_table(table, "seats")
    before = table.client.get_cookie("seats")
    assert other.get().status_code == 404
    assert "keeps score, this phone" in table.words(table.get("phones"))
    assert send(table, "phones/access", **guard).status_code == 303
    assert table.client.get_cookie("seats") == before


def test_lost_answer_to_a_recovery_code(table: Phone, new_phone: NewPhone) -> None:
    recovery = RECOVERY.findall(guard_table(table).get("phones").text)[0]
    found = new_phone()
    answer = found.client.post("/join", data={"code": recovery}, headers=SAME_SITE)
    assert answer.status_code == 307
    kept = {name: found.client.get_cookie(name).value for name in ("seats", "device")}  # type: ignore[union-attr]
    send(found, answer.location, code=recovery)
    for name, value in kept.items():
        found.client.set_cookie(name, value)
    assert "Ann, Ben, Cleo, Dan, Eve" in found.words(found.get("/"))
    assert found.get(f"{table.table}/phones").status_code == 200


@pytest.mark.parametrize("seat", ["", "2"])
def test_recovery_code_may_be_typed_again_after_a_lost_answer(
    table: Phone, new_phone: NewPhone, seat: str
) -> None:
    recovery = RECOVERY.findall(guard_table(table).get("phones").text)[0]
    found, other = new_phone(), new_phone()
    if seat:
        join_table(found, table, seat)
        let_in(table)
    answer = found.client.post("/join", data={"code": recovery}, headers=SAME_SITE)
    kept = {cookie: found.client.get_cookie(cookie) for cookie in ("seats", "kalooki")}
    send(found, answer.location, code=recovery)
    for name, cookie in kept.items():
        found.client.set_cookie(name, cookie.value)  # type: ignore[union-attr]
    assert send(found, "/join", code=recovery).location == f"{table.table}/phones"
    assert "keeps score, this phone" in found.words(found.get(f"{table.table}/phones"))
    assert send(other, "/join", code=recovery).status_code == 422
    newer = RECOVERY.findall(found.get(f"{table.table}/phones").text)[0]
    assert send(other, "/join", code=newer).status_code == 303
    assert send(found, "/join", code=recovery).status_code == 422


def test_lost_answer_to_joining_asks_once(table: Phone, new_phone: NewPhone) -> None:
    code, ben, seat = code_at(guard_table(table)), new_phone(), {"seat": "2"}
    ben.table = table.table
    first = ben.client.post(f"/join/{code}", data=seat, headers=SAME_SITE)
    before = ben.client.get_cookie("seats")
    assert first.status_code == 307
    send(ben, first.location, **seat)
    ben.client.set_cookie("seats", before.value)  # type: ignore[union-attr]
    assert ben.client.get(ben.table).location == f"{table.table}/waiting"
    assert send(ben, f"/join/{code}", **seat).location == f"{table.table}/waiting"
    assert len(ASKING.findall(table.get("phones").text)) == 1
    let_in(table)
    assert ben.get().status_code == 200
