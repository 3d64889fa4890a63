"""Which house rules a phone keeps: those of the same name, and more than its list takes."""

import re
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from tests.web.house.test_house_rules import SUNDAY, keep
from tests.web.phone import Phone

NewPhone = Callable[[], Phone]
FULL = "This phone’s list of house rules is full"
ROOM = "To make room, open rules that you no longer play, and choose “Remove from this phone”."


def listed(phone: Phone) -> list[str]:
    """Return the names of the house rules of this phone."""
    page = phone.get("/house-rules").text.partition("Rules that many tables play")[0]
    return re.findall(r'<a class="go" href="[^"]*">.*?<span>(.*?) <small>', page, re.DOTALL)


def form_fields(phone: Phone, address: str) -> dict[str, str]:
    """Return the hidden fields of the form that “Change them” opens."""
    form = phone.get(f"/house-rules/new?house={address.rpartition('/')[2]}").text
    return dict(re.findall(r'<input type="hidden" name="(base|edits)" value="([^"]*)">', form))


def changed(phone: Phone, address: str, **fields: str) -> TestResponse:
    """Save the form that “Change them” opens."""
    return keep(phone, **form_fields(phone, address), **fields)


def full_phone(phone: Phone) -> Phone:
    """Fill a phone's list of house rules; the first one is its oldest."""
    for number in range(24):
        assert keep(phone, name=f"Rules {number}").status_code == 303
    return phone


def test_edited_rules_replace_those_they_were(phone: Phone) -> None:
    assert changed(phone, keep(phone).location, max_calls="4").status_code == 303
    assert listed(phone) == ["Sunday rules"]
    assert "Calls in a round: 4" in phone.words(phone.get("/house-rules"))


def test_new_game_starts_with_the_rules_last_played_after_they_were_edited(phone: Phone) -> None:
    kept = keep(phone).location
    key = phone.post(f"{kept}/play", base="").location.rpartition("=")[2]
    phone.begin(system=key)
    changed(phone, kept, max_calls="4")
    page = phone.get("/games/new").text
    [chosen] = re.findall(r'name="system" value="([^"]*)"[^>]* checked', page)
    assert chosen.startswith("house-")
    assert chosen != key


def test_rules_of_a_friend_with_the_same_name_are_kept_beside(
    phone: Phone, new_phone: NewPhone
) -> None:
    friend = new_phone()
    link = keep(friend, max_calls="4").location
    own = keep(phone).location
    begun = phone.post(f"{link}/play", base="")
    said = "This phone has other rules called “Sunday rules”, so these are “Sunday rules 2”."
    assert said in phone.words(phone.get(begun.location))
    assert listed(phone) == ["Sunday rules 2", "Sunday rules"]
    assert "Remove from this phone" in phone.get(own).text
    assert phone.post(f"{link}/play", base="").location == begun.location
    assert len(listed(phone)) == 2
    other = keep(new_phone(), name="sunday RULES", max_calls="1").location
    again = phone.post(f"{other}/play", base="")
    assert "sunday RULES 3" in phone.words(phone.get(again.location))


def test_numbered_name_is_no_longer_than_names_can_be(phone: Phone, new_phone: NewPhone) -> None:
    longest = "Rules of the house by the sea since 1999"
    link = keep(new_phone(), name=longest, max_calls="4").location
    keep(phone, name=longest)
    phone.post(f"{link}/play", base="")
    assert listed(phone) == ["Rules of the house by the sea since 19 2", longest]


@pytest.mark.parametrize("from_link", [False, True])
def test_form_does_not_replace_other_rules_of_its_name(
    phone: Phone, new_phone: NewPhone, from_link: bool
) -> None:
    keep(phone)
    fields = form_fields(phone, keep(new_phone(), max_calls="4").location) if from_link else {}
    refused = keep(phone, **fields, max_calls="1")
    assert refused.status_code == 422
    assert "This phone has other rules of this name." in phone.words(refused)
    assert 'value="Sunday rules"' in refused.text
    assert "Calls in a round: 2" in phone.words(phone.get("/house-rules"))
    assert keep(phone, **fields, max_calls="1", name="Monday rules").status_code == 303


def test_editor_of_own_values_leads_back_to_the_rules_edited(phone: Phone) -> None:
    kept = keep(phone).location
    fields = {**SUNDAY, **form_fields(phone, kept)}
    page = phone.post("/house-rules/card-values", **fields)
    assert f'name="edits" value="{fields["edits"]}"' in page.text
    back = phone.post("/house-rules/card-values", **fields, do="save")
    assert f'name="edits" value="{fields["edits"]}"' in back.text


def test_full_list_says_which_rules_go_before_a_save(phone: Phone) -> None:
    full_phone(phone)
    assert FULL not in phone.words(phone.get("/house-rules/new?base=jamaican"))
    asked = keep(phone, name="One more")
    assert asked.status_code == 422
    assert f"{FULL} Save again to drop “Rules 0” from it and keep these. {ROOM}" in phone.words(
        asked
    )
    assert "Rules 0" in listed(phone)
    [doubted] = re.findall(r'name="doubted" value="(\w+)"', asked.text)
    assert keep(phone, name="One more", doubted=doubted).status_code == 303
    assert listed(phone)[0] == "One more"
    assert "Rules 0" not in listed(phone)


def test_full_list_says_which_rules_go_before_a_game_by_those_of_a_link(
    phone: Phone, new_phone: NewPhone
) -> None:
    link = keep(new_phone()).location
    assert FULL not in phone.words(phone.get(link))
    full_phone(phone)
    said = f"{FULL} Starting a game with these drops “Rules 0” from it. {ROOM}"
    assert said in phone.words(phone.get(link))
    assert phone.post(f"{link}/play", base="").status_code == 303
    assert listed(phone)[0] == "Sunday rules"
    assert len(listed(phone)) == 24
    assert FULL not in phone.words(phone.get(link))


def test_rules_last_played_are_not_dropped(phone: Phone, new_phone: NewPhone) -> None:
    oldest = keep(phone, name="Rules 0").location
    phone.begin(system=phone.post(f"{oldest}/play", base="").location.rpartition("=")[2])
    full_phone(phone)
    shown = phone.words(phone.get(keep(new_phone()).location))
    assert "Starting a game with these drops “Rules 1” from it." in shown


def test_edited_rules_of_a_full_list_make_none_go(phone: Phone) -> None:
    full_phone(phone)
    kept = keep(phone, name="Rules 7").location
    assert changed(phone, kept, name="Rules 7", max_calls="4").status_code == 303
    assert len(listed(phone)) == 24
