"""Games with own contracts, deals, card values and packs: every page uses them."""

import json
import re
from html import unescape
from urllib.parse import urlencode

import pytest

from kalooki_ref.rules.house_text import house_key, house_of_text, house_text
from kalooki_ref.rules.overrides import HouseRules
from tests.web.phone import Phone

CONTRACTS = [
    {"is": "Contract", "sets": 1, "runs": 1, "set_size": 4, "run_size": 5},
    {"is": "Contract", "sets": 0, "runs": 0, "points": 51},
    {"is": "Contract", "sets": 2, "runs": 0},
]
RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
CHANGES = {
    "contracts": CONTRACTS,
    "deals": [10, 13, 8],
    "points": {"is": "PointTable", "ranks": RANKS, "aces": [15, 1, 1, 15], "joker": 25},
    "max_players": 11,
    "larger_tables": [{"is": "LargerTable", "players": 9, "packs": 5, "jokers": 15,
                       "deals": [10, 12, 8]}],
}  # fmt: skip
PEARL = HouseRules(
    "Grandma Pearl’s", "jamaican", tuple((name, json.dumps(own)) for name, own in CHANGES.items())
)
ELEVEN = tuple(f"Player {number}" for number in range(1, 12))


@pytest.fixture
def pearls(phone: Phone) -> Phone:
    """A phone at a table of eleven with own rules."""
    key = phone.post(f"/house-rules/{house_text(PEARL)}/play", base="").location.rpartition("=")[2]
    assert phone.begin(*ELEVEN, system=key).status_code == 303
    return phone


def test_table_page_shows_contract_sizes_and_deal(pearls: Phone) -> None:
    shown = pearls.words(pearls.get())
    assert "1 set of 4 and 1 run of 5" in shown
    assert "deals 10 each" in shown


@pytest.mark.parametrize(
    "page",
    [
        "", "advice", "advice?hand=7H+7S+7D+7C+2H+3H+4H+5H+6H+KC", "board", "check", "counts",
        "end", "export.csv", "export.json", "history", "print", "round", "rules", "scoreboard",
        "standings",
    ],
)  # fmt: skip
def test_every_page_of_the_table_opens(pearls: Phone, page: str) -> None:
    assert pearls.get(page).status_code == 200


def test_advice_uses_the_meld_sizes_of_the_contract(pearls: Phone) -> None:
    key = house_key(PEARL)
    hands = {"7H 7S 7D 7C 2H 3H 4H 5H 6H KC": True, "7H 7S 7D 8C 2H 3H 4H 5H 6H KC": False}
    for hand, comes_down in hands.items():
        asked = urlencode({"system": key, "round": 1, "hand": hand})
        assert ("Down and out" in pearls.words(pearls.get(f"/advice?{asked}"))) is comes_down


def test_rounds_with_points_open_with_them_and_cards_have_own_values(
    pearls: Phone,
) -> None:
    sent = {f"hands-{index}-player": str(index + 1) for index in range(11)}
    sent |= {f"hands-{index}-points": "7" for index in range(2, 11)} | {"hands-0-cards": "* 7H"}
    assert pearls.post("round", winner="2", **sent).status_code == 303
    shown = pearls.words(pearls.get())
    assert "Open with 51 points" in shown
    assert "deals 12 each" in shown
    # A joker counts 25.
    assert "Player 1 32" in pearls.words(pearls.get("standings"))
    assert pearls.post("round", winner="2", **sent).status_code == 303
    assert "Open with 51 points" in pearls.words(pearls.get("rounds/2"))


@pytest.mark.parametrize("page", ["", "/summary", "/sheet"])
def test_rulebook_shows_own_rules(phone: Phone, page: str) -> None:
    shown = phone.words(phone.get(f"/rules/jamaican{page}?house={house_text(PEARL)}"))
    assert "1 set of 4 and 1 run of 5" in shown
    assert re.search("joker 25", shown, re.IGNORECASE)


def test_hand_is_checked_and_advised_by_own_rules(phone: Phone) -> None:
    address = f"/house-rules/{house_text(PEARL)}"
    phone.post(f"{address}/play", base="")
    for page in (address, "/house-rules", f"/house-rules/new?house={house_text(PEARL)}", "/counts"):
        assert phone.get(page).status_code == 200


def test_saving_the_form_keeps_own_values(phone: Phone) -> None:
    page = phone.get(f"/house-rules/new?house={house_text(PEARL)}").text
    chosen = re.findall(
        r'<select[^>]* name="(\w+)".*?<option value="([^"]*)" selected', page, re.DOTALL
    )
    sent = {name: unescape(key) for name, key in chosen}
    saved = phone.post("/house-rules", base="jamaican", name=PEARL.name, **sent)
    house = house_of_text(saved.location.rpartition("/")[2])
    assert house is not None
    assert house.system() == PEARL.system()
