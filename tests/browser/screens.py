"""Every screen and its states, as pictures show them and tests check them.

A screen is a URL of the demo games, then what is done there, separated by " > ": a selector is
tapped, "? selector" is waited for, "selector = text" is typed, and "! key" is pressed.
"""

from playwright.sync_api import Browser, Page, expect

from kalooki_ref.rules.house_text import house_text
from tests.browser.phone import save_round, send
from tests.browser.test_paper import LARGEST
from tests.web.learn.test_today import laid

TITLES = {
    "begun": "Just begun",
    "tonight": "Round 4 tonight",
    "over": "Nine rounds, played out",
    "eight": "Eight long names",
    "board": "Melds on the board",
    "pool": "For a pool",
}
PEOPLE = (
    *("Rose", "Winston", "Mina", "Jo", "Theo", "Aunt Gwendolyn", "Cousin Ernesto"),
    *("Great-Aunt Bea", "Maximiliano", "Wilhelmina Joy", "Pearl"),
)
HAND = "7H+7D+7S+9S+9C+*+4D+5D+6D+7D+KC+2H"
LAY = "player=2&cards=4H+5H+6H+7H+/+9S+10S+*+QS+/+2D+3D+4D+5D"
EIGHT = " > ".join(f"#hands-{index}-points = {10 + 7 * index}" for index in range(8) if index != 2)
# The review of a round that the third of eight players won.
REVIEW = f"{{eight}}/round?winner=3 > {EIGHT} > ! Escape > #review > ? #save"
ELEVEN = " > ".join(
    f"#hands-{index}-points = {10 + 7 * index}" for index in range(11) if index != 1
)

# The first game that a phone opens has cards that explain it.
SCREENS = {
    "home": "/",
    "new game": "/games/new",
    "first game": "{begun}",
    "table": "{tonight}",
    "eight players": "{eight}",
    "menu": "{tonight} > header [popovertarget=menu]",
    "player": "{tonight} > .player-open",
    "who went out": "{tonight} > #round-over",
    "round over": "{tonight}/round?winner=3",
    "round": "{over}/rounds/2",
    "correction": "{tonight}/rounds/2/amend",
    "count hands": "{tonight}/counts",
    "board": "{board}/board",
    "melds": "{tonight}/check?" + LAY,
    "game over": "{over}",
    "cards": "{over}/cards",
    "pool": "{pool}",
    "standings": "{over}/standings",
    "standings of eight": "{eight}/standings",
    "scoreboard": "{tonight}/scoreboard",
    "history": "{tonight}/history",
    "tonight": "{tonight}/tonight",
    "players": "{tonight}/players",
    "phones": "{tonight}/phones",
    "send": "{tonight}/send",
    "rules of the table": "{tonight}/rules",
    "stop here": "{tonight}/end",
    "delete": "{tonight}/delete",
    "legal": "/check?system=jamaican&cards=9S+10S+*+QS",
    "not legal": "/check?system=jamaican&cards=5H+6H+6H+7H+8H",
    "keep going": "/check?system=jamaican&cards=5C+6C+7C",
    "another order": "/check?system=standard&cards=7H+8H+*+*",
    "check": "/check?system=jamaican",
    "come down": f"/advice?system=jamaican&round=2&hand={HAND}",
    "plan": f"/advice?system=jamaican&round=2&hand={HAND}&plan=1",
    "count a hand": "/counts",
    "rulebook": "/rules/",
    "rules": "/rules/jamaican",
    "search": "/rules/jamaican?q=call",
    "accidents": "/rules/jamaican/accidents",
    "compare": "/rules/compare",
    "house rules": "/house-rules",
    "new house rules": "/house-rules/new?base=jamaican",
    "join": "/join",
    "open a copy": "/open/",
    "practise": "/practise?system=jamaican",
    "is it legal": "/practise/legal?system=jamaican&seed=5",
    "answered": "/practise/legal?system=jamaican&seed=5&said=0",
    "what does it cost": "/practise/cost?system=jamaican&seed=5",
    "what would you lay": "/practise/lay?system=jamaican&seed=5&said=0",
    "ten over": "/practise/legal?system=jamaican&seed=5&was=rrwrrrrrrrr",
    "learn": "/learn/1?system=jamaican",
    "learn a contract": "/learn/4?system=jamaican&said=0",
    "learnt": "/learn/done?system=jamaican",
    "today": "/today?day=2026-11-27",
    "example": "{tonight} > .strip-contract",
    "settings": "/settings",
    "privacy": "/privacy",
    "not found": "/nowhere",
}
# What a screen becomes by a tap: open sheets, keypads, questions, errors, verdicts, undone entries.
STATES = {
    "about the round": "{tonight} > .strip-more",
    "undone": "{begun} > .call > ? .undo-what > .undo-button > ? .restore-button",
    "entry in the history": "{tonight}/history > summary.history-line",
    "void round": "{tonight}/round?winner=void",
    "another winner": "{tonight}/round?winner=3 > header .bar-word",
    "card values": "{tonight}/round?winner=3 > .keypad [data-key=cards] > ? .keys-cards button",
    "penalties": "{tonight}/round?winner=3 > .hand-left:has(.points-now) summary > ? .picker-card",
    "points missing": "{tonight}/round?winner=3 > ! Escape > #review > ? [role=alert]",
    "review": REVIEW,
    "bent round in the review": f"{REVIEW} > [name=bent][value=yes]",
    "corrected": "{bent}/amend > .points-input:enabled = 3 > ! Escape > #review > ? #save",
    "bent round": "{bent}",
    "count is odd": "{tonight}/counts > #cards-1 = 15 > ? #says-1 .hand-wait",
    "tack": "{board}/check?add=1 > [data-card='9H']:visible > ? .fit-yes",
    "full screen": "/check/full?system=jamaican&cards=9S+10S+*+QS",
    "not legal in full screen": "/check/full?system=jamaican&cards=5H+6H+6H+7H+8H",
    "why not legal": "/check?system=jamaican&cards=5H+6H+6H+7H+8H > .ruling-why",
    "plan in full screen": f"/advice?system=jamaican&round=2&hand={HAND}&plan=large",
    "cannot come down": "/advice?system=jamaican&round=2&hand=7H+9D+KS+2C",
    "names missing": "/games/new > #start > ? [role=alert]",
    "code": "{tonight}/phones > form[action$='/phones/code'] button",
    "no rule found": "/rules/jamaican?q=zebra",
    "today's result": laid(done=True),
}
LARGE_TABLE = {
    "eleven players": "{eleven}",
    "round over of eleven": "{eleven}/round?winner=2",
    "review of eleven": f"{{eleven}}/round?winner=2 > {ELEVEN} > ! Escape > #review > ? #save",
    "standings of eleven": "{eleven}/standings",
    "scoreboard of eleven": "{eleven}/scoreboard",
    "players of eleven": "{eleven}/players",
    "count of eleven": "{eleven}/counts",
}


def show(page: Page, screen: str, ids: dict[str, str]) -> None:
    """Open a screen, and do there what it says."""
    address, *steps = screen.split(" > ")
    page.goto(address.format(**ids))
    for step in steps:
        do(page, step)


def do(page: Page, step: str) -> None:
    """Tap, wait, type or press."""
    sign, _space, rest = step.partition(" ")
    if sign == "?":
        expect(page.locator(rest).first).to_be_visible()
    elif sign == "!":
        page.keyboard.press(rest)
    elif " = " in step:
        field, _equals, text = step.partition(" = ")
        page.locator(field).first.fill(text)
    else:
        page.locator(step).first.click()


def addresses(games: dict[str, str]) -> dict[str, str]:
    """Return the URLs of the demo games by their short names; ``games`` has ids by title."""
    found = {name: f"/g/{games[title]}" for name, title in TITLES.items()}
    return found | {"bent": f"{found['over']}/rounds/2"}


def large_table(browser: Browser, *, url: str) -> str:
    """Play three rounds of eleven people on a phone of their own; return the game's path."""
    context = browser.new_context(base_url=url)
    page = context.new_page()
    system = send(page, f"/house-rules/{house_text(LARGEST)}/play", []).partition("system=")[2]
    fields = [("system", system), ("dealer", "1"), *(("names", name) for name in PEOPLE)]
    game = send(page, "/games", fields)
    for base in range(1, 4):
        points = [(17 * base * (seat + 3)) % 64 for seat in range(len(PEOPLE))]
        save_round(page, game, base, points, winner=3 * base)
    context.close()
    return game
