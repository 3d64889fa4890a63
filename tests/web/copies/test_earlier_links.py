"""Links written by earlier versions."""

import base64
import hashlib
import json
import zlib

import pytest

from kalooki_ref.rules.link_text import data_of_link
from kalooki_ref.web.copies.earlier_links import KNOWN
from kalooki_ref.web.copies.game_links import MOST_BYTES, VERSION, packed, unpacked
from tests.web.phone import SAME_SITE, Phone

FIRST_LINK = "1G11BO7qCdrSxPrr8ZXQF7egK2tEVtKMraMlcIBNNZBM6JzUfpd0MbSADhTAbG4bmlqbGJuZGJgaxAA"
# Standard Kalooki with four calls as "Sunday rules", written by 0.3.0: three calls and a hand.
SECOND_LINK = (
    "27ZpLCsIwEIavIh7AJpmaGrfuBDduXIiLpk1V8FFsBVfiNbyeJ3EmtPisgoiIZpUG2j_J3zD5MsnwEby"
    "jB4jaqzWByBvBvTzujZ-y-2G3d_Tu6P2j9G5TgciF5QEeVeju1heCvX0-feM4_wc533ec_8ecj-xuiFL"
    "WZ-459i_yjsNqbu9jEMdmBtNFli_pZ_TQCCy6ywtsx_Wf3kTMyGrpxO4NsONbJnWTCS0CE8g64WDVDkP"
    "cEQBmJVhsIEiglTD-ooRIFJOyJfwwUg8lcPUYo6HkQYnpFZIQKy24ZpqHxkoSK3Zokl51qgg6aBFUikU"
    "hRCC1VgnHIaKtt8leHqimD1wAkXOep1nb84orVA2zCefpzHgUub366Ag"
    ""
    ""
    ""
)


def test_preset_dictionary_of_earlier_links_is_unchanged() -> None:
    """Changing it would break links that have been sent."""
    digest = hashlib.sha256(KNOWN.read_bytes()).hexdigest()
    assert digest == "a1a0c25ae67eba73136e69b73fcfb0a7edd85bb6d603ba080eab54a7c3db163d"


def test_link_of_the_second_version_opens_with_its_rules(table: Phone) -> None:
    page = table.client.post("/open/", data={"game": SECOND_LINK}, headers=SAME_SITE)
    assert page.status_code == 200
    game = unpacked(SECOND_LINK)
    assert (game["rules"]["name"], game["rules"]["max_calls"]) == ("Sunday rules", 4)
    assert game["home"] == "https://kalooki.example/open/"
    kinds = ["GameStarted", "CallAnswered", "CallAnswered", "CallAnswered", "HandCounted"]
    assert [entry["kind"] for entry in game["entries"]] == kinds
    assert all(entry["key"].startswith("~") for entry in game["entries"])


def test_link_of_the_first_version_opens_as_a_game_of_its_own(table: Phone) -> None:
    """Its entries have no keys, so it can't be matched with a game here."""
    page = table.client.post("/open/", data={"game": FIRST_LINK}, headers=SAME_SITE)
    assert page.status_code == 200
    assert "Nothing you have is changed" in table.words(page)


@pytest.mark.parametrize("version", ["3", "4"])
def test_link_with_the_checksum_of_zlib_opens(table: Phone, version: str) -> None:
    """Both differ only in what their entries may hold."""
    data = table.get("export.json").get_json()
    whole = data_of_link(packed(data).removeprefix(VERSION), most=MOST_BYTES)
    link = version + base64.urlsafe_b64encode(zlib.compress(whole, 9)).decode().rstrip("=")
    page = table.client.post("/open/", data={"game": link}, headers=SAME_SITE)
    assert page.status_code == 200
    assert unpacked(link) == unpacked(packed(data))


def test_file_of_the_first_format_opens(table: Phone) -> None:
    data = table.get("export.json").get_json() | {"format": "kalooki-ref game 1"}
    page = table.client.post("/open/", data={"game": json.dumps(data)}, headers=SAME_SITE)
    assert page.status_code == 200


@pytest.mark.parametrize("number", ["3", "99"])
def test_file_of_a_later_format_needs_an_update(table: Phone, number: str) -> None:
    data = table.get("export.json").get_json() | {"format": f"kalooki-ref game {number}"}
    page = table.client.post("/open/", data={"game": json.dumps(data)}, headers=SAME_SITE)
    assert page.status_code == 422
    assert "newer version of this app" in table.words(page)
