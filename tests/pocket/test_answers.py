"""Pyodide and the server's Python give identical pages.

A push asks a fortieth of the worked cases, selected by its commit, and some random questions.
KALOOKI_ANSWERS=1 asks everything; KALOOKI_SEED selects others.
"""

import base64
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from kalooki_ref.cards import cards_text
from kalooki_ref.pocket.bridge import Bridge
from kalooki_ref.referee.advice import run_states
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.rules.systems import system_of
from tests.commits import seed_of_this_run, share_of_this_commit
from tests.pocket.phone import ADDRESS, app_is_up
from tests.pocket.table import STORE
from tests.pocket.test_bridge import awake
from tests.properties.proven_files import SLUGS, proven
from tests.reference.questions import one_question
from tests.rulebook.test_rulings import LINES
from tests.store.test_releases import RELEASES, pages_of

SHARE = float(os.environ.get("KALOOKI_ANSWERS", "0.003"))
SEED = seed_of_this_run()
JUDGEMENTS, ADVICE = 5000, 2000
READ = """async (address) => {
  const body = await (await fetch(address)).arrayBuffer();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
}"""


def advice_pages(chance: Random) -> Iterator[str]:
    """Yield proven hands without switches, of all five systems."""
    for slug in SLUGS:
        plain = [case.question for case in proven(slug) if not case.switches]
        for question in chance.sample(plain, k=round(SHARE * ADVICE / len(SLUGS))):
            yield address_of_hand(question)


def address_of_hand(question: Question) -> str:
    fields = {"system": question.system.slug, "hand": cards_text(question.hand)}
    if question.contract in question.system.contracts:
        fields["round"] = str(question.system.contracts.index(question.contract) + 1)
    if question.down:
        fields["down"] = "1"
    for number, item in enumerate(question.table, 1):
        fields |= {f"on-{number}": cards_text(item.meld.cards), f"by-{number}": item.owner}
    return f"advice?{urlencode(fields)}"


def check_pages(chance: Random) -> Iterator[str]:
    """Yield URLs of worked cases about cards, and of random questions."""
    lines = LINES if SHARE == 1 else share_of_this_commit(LINES, of=40)
    rulings = [json.loads(line) for line in lines]
    drawn = [
        one_question(chance, ("meld", "contract", "tack"), plain=1)
        for _ in range(round(SHARE * JUDGEMENTS))
    ]
    for query in (*rulings, *drawn):
        fields = check_fields(query["kind"], query["input"])
        if fields and "house" not in query:
            yield f"check?{urlencode({'system': system_of(query['sheet']).slug, **fields})}"


def check_fields(kind: str, given: dict[str, Any]) -> dict[str, str]:
    """Return the check page's fields for a question; empty if it has no fields for it."""
    if kind == "meld":
        return {"cards": words(given["cards"])}
    if kind == "tack":
        return {"on": words(given["target"]["cards"]), "cards": words(given["add"])}
    if kind == "contract":
        if "cards" in given:
            return {"round": str(given.get("round") or ""), "cards": words(given["cards"])}
        melds = " / ".join(words(meld["cards"]) for meld in given["melds"])
        return {"round": str(given.get("round") or ""), "cards": melds}
    return {}


def words(cards: str | list[str]) -> str:
    return cards if isinstance(cards, str) else " ".join(cards)


def test_phone_and_server_give_the_same_answers(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Which of two equal plays comes first can depend on the questions before.
    monkeypatch.setattr(run_states, "_AUTOMATA", {})
    chance = Random(SEED)
    page.goto("./")
    app_is_up(page)
    with awake(ADDRESS, tmp_path) as bridge:
        for path in (*check_pages(chance), *advice_pages(chance)):
            there = page.evaluate(READ, ADDRESS + path)
            assert NOT_ALIKE.sub("", there) == NOT_ALIKE.sub("", page_of(bridge, path)), path


PAGES = (
    "", "games/new", "privacy", "changes", "rules/", "rules/standard?q=joker",
    "rules/kooky/summary", "rules/jamaican/sheet?players=5", "rules/compare?with=kooky",
    "rules/kooky/accidents",
    "house-rules", "house-rules/new",
    "check?system=standard&cards=7H+8H+*+*", "check?system=caribbean&on=7H+*+9H+10H&cards=8H",
    "check?system=standard&round=1&cards=7H+7D+7C+/+4D+*+*", "check?system=kooky&cards=7H+zz",
    "advice?system=jamaican&round=2&hand=7H+7S+7D+9C+9D+*+3H+4H+5H+6H+KS+2D+2C",
    "advice?system=kalooki40&hand=7H+7S+7D+9C+10C+JC+QC+2H+3S&on-1=3H+4H+5H+6H",
)  # fmt: skip
OF_A_GAME = (
    "", ".json", "/standings", "/history", "/print", "/rounds/1", "/round", "/round?winner=1",
    "/board", "/scoreboard", "/send", "/advice", "/export.json", "/export.csv",
)  # fmt: skip
# Form keys are random, and the pocket's assets have other digests.
NOT_ALIKE = re.compile(r'(?<=name="key" value=")[^"]+|(?<=/assets/)[^/]+')


def test_phone_and_server_show_the_same_pages(page: Page, tmp_path: Path) -> None:
    release = RELEASES[-1]
    page.goto("./")
    app_is_up(page)
    page.evaluate(STORE, base64.b64encode(release.read_bytes()).decode())
    games = [f"g/{game_id}{page}" for game_id in pages_of(release) for page in OF_A_GAME]
    with awake(ADDRESS, tmp_path, stored=release) as bridge:
        for path in (*PAGES, *games):
            there = page.evaluate(READ, ADDRESS + path)
            assert NOT_ALIKE.sub("", there) == NOT_ALIKE.sub("", page_of(bridge, path)), path


def page_of(bridge: Bridge, path: str) -> str:
    """Return the page at a path, following redirects."""
    address, _, query = path.partition("?")
    headers = {"accept": "*/*", "accept-language": "en-GB", "sec-fetch-site": "same-origin"}
    queries = {
        "method": "GET",
        "path": f"{bridge.root}/{address}",
        "query": query,
        "headers": headers,
    }
    status, sent, body = bridge.answer(json.dumps(queries), b"")
    if 300 <= status < 400:
        return page_of(bridge, dict(json.loads(sent))["Location"].removeprefix(f"{bridge.root}/"))
    return body.decode()
