"""Asks the questions of `kalooki-ref judge` on pages: fills in the fields, reads the answer.

Pages have no fields for some facts; ``expressible`` excludes such questions.
"""

import json
import re
from typing import Any

from kalooki_ref.web.shared.offered_rules import COOKIE
from kalooki_ref.web.shared.query import MOST_CARDS
from tests.reference.cards import JOKER, naturals, numbers_of_players, rank
from tests.reference.melds import is_meld
from tests.reference.rules import Rules, call_limit, rules_of, takes_all
from tests.reference.scores import bend_is_void
from tests.web.phone import FIVE, SAME_SITE, Phone

SLUGS = {
    "000": "jamaican",
    "001": "caribbean",
    "002": "kalooki40",
    "003": "kooky",
    "004": "standard",
}
ANSWERS = {
    "Legal": "legal",
    "Not legal": "illegal",
    "Can’t tell": "unclear",
    # The others judge a single move.
    "One at a time": "illegal",
}
OUT = {True: "yes", False: "no", None: None}
BY = {"owner": "own", "other": "other"}
# The fewest cards that a page judges as a meld.
LEAST = 3
UNPLAYABLE = "error"
NAMES = (*FIVE, "Fay", "Gus", "Hal")


def expressible(query: Rules) -> bool:
    """Whether a page has fields for all facts of the question."""
    return CAN_ASK[query["kind"]](query["input"], rules_of(query))


def answer_on_page(phone: Phone, query: Rules) -> object:
    """Return the page's answer to a question, in the form of the command's."""
    key = kept_house(phone, query) if query.get("house") else SLUGS[query["sheet"]]
    if key is None:
        return UNPLAYABLE
    return PAGES[query["kind"]](phone, key, query["input"], rules_of(query))


def kept_house(phone: Phone, query: Rules) -> str | None:
    """Save the house rules on the phone and return their form key; None if refused."""
    house = {
        name: own if isinstance(own, str) else json.dumps(own)
        for name, own in query["house"].items()
    }
    sent = {"base": SLUGS[query["sheet"]], "name": "Asked", **house}
    phone.client.delete_cookie(COOKIE)  # those of the last question have the same name
    saved = phone.client.post("/house-rules", data=sent, headers=SAME_SITE)
    doubted = re.search(r'name="doubted" value="(\w+)"', saved.text)
    if doubted:
        sent["doubted"] = doubted[1]
        saved = phone.client.post("/house-rules", data=sent, headers=SAME_SITE)
    if saved.status_code != 303:
        return None
    return re.findall(r'value="(house-[0-9a-f]+)"', phone.get("/counts").text)[0]


# --- the check page


def can_check_meld(asked: Rules, _rules: Rules) -> bool:
    return asked.get("phase") != "tack" and len(asked["cards"]) >= LEAST


def can_check_lay(asked: Rules, rules: Rules) -> bool:
    if "cards" in asked:
        return len(asked["cards"]) <= MOST_CARDS
    melds = asked["melds"]
    if "ask" in asked or asked.get("laid_before") or not all(map(is_plain, melds)):
        return False
    # The page divides a long meld where that makes the lay legal.
    if any(len(meld["cards"]) >= 2 * LEAST for meld in melds):
        return False
    is_asked = rules["going_out_opens"] == "yes" or takes_all(rules, asked.get("round"))
    if asked.get("goes_out") is not None and not is_asked:
        return False
    if asked.get("builders_value") and rules["builders_open"] == "no":
        return False
    if sum(len(meld["cards"]) for meld in melds) > MOST_CARDS:
        return False
    return len(melds) > 1 or (len(melds) == 1 and is_meld(melds[0], rules))


def is_plain(meld: Rules) -> bool:
    """Whether it is obvious if the cards are meant as a set or as a run."""
    real = naturals(meld["cards"])
    ranks, suits = {rank(card) for card in real}, {card[-1] for card in real}
    same, other = (ranks, suits) if meld["as"] == "set" else (suits, ranks)
    return len(meld["cards"]) >= LEAST and len(same) == 1 and len(other) > 1


def can_check_move(asked: Rules, _rules: Rules) -> bool:
    return asked.get("laid") is not None


def can_check_joker(asked: Rules, rules: Rules) -> bool:
    cards, index = asked["target"]["cards"], asked["index"]
    at_joker = 0 <= index < len(cards) and cards[index] == JOKER
    told = asked.get("laid") or asked.get("opens_this_turn") is not None
    return at_joker and bool(told) and can_check_move(asked, rules)


def check_meld(phone: Phone, key: str, asked: Rules, _rules: Rules) -> object:
    return check_on_page(phone, key, asked, {"as": asked["as"], "cards": asked["cards"]})


def check_lay(phone: Phone, key: str, asked: Rules, _rules: Rules) -> object:
    melds = [meld["cards"] for meld in asked.get("melds") or [asked]]
    fields = {
        "as": "lay",
        "cards": " / ".join(" ".join(cards) for cards in melds).split(),
        "round": asked.get("round"),
        "builders": asked.get("builders_value"),
        "out": OUT[asked.get("goes_out")],
    }
    return check_on_page(phone, key, asked, fields)


def check_tack(phone: Phone, key: str, asked: Rules, _rules: Rules) -> object:
    return check_on_page(
        phone, key, asked, on_board(asked) | {"cards": asked["add"], "end": asked.get("end")}
    )


def check_joker(phone: Phone, key: str, asked: Rules, _rules: Rules) -> object:
    given = asked["with"] if isinstance(asked["with"], list) else [asked["with"]]
    by = BY.get(asked.get("by", ""))
    place = asked["target"]["cards"][: asked["index"] + 1].count(JOKER)
    fields = {
        "cards": given,
        "joker": place,
        "by": by,
        "to": asked.get("to"),
    }
    return check_on_page(phone, key, asked, on_board(asked) | fields | {"move": "joker"})


def on_board(asked: Rules) -> Rules:
    target = asked["target"]
    down = "yes" if asked["laid"] else "turn" if asked.get("opens_this_turn") else "no"
    return {"on": " ".join(target["cards"]), "kind": target["as"], "move": "tack", "down": down}


def check_on_page(phone: Phone, key: str, asked: Rules, fields: Rules) -> object:
    sent: Rules = {"system": key, "players": asked.get("players")} | fields
    sent["cards"] = " ".join(sent["cards"])
    query = {name: value for name, value in sent.items() if value is not None}
    page = phone.client.get("/check/verdict", query_string=query).text
    word = re.findall(r'class="verdict-word">([^<]*)<', page)[0]
    is_amber = word == "Keep going" or word.startswith(("Move a ", "Not enough"))
    return "illegal" if is_amber else ANSWERS.get(word, word)


# --- a counted hand


def can_count(asked: Rules, rules: Rules) -> bool:
    told = asked.get("when") is not None and asked.get("laid") is not None
    if "hand" not in asked or not told or {"calls", "previous"} & asked.keys():
        return False
    # The page shows no calls left to a player who may make none.
    if asked["ask"] == "left" and asked["laid"] and rules["calls_while_down"] == "no":
        return False
    # Without calls, the page says when a hand is right, whatever was chosen.
    return call_limit(rules) != 0 if asked["ask"] == "valid" else call_limit(rules) not in (0, None)


def count_hand(phone: Phone, key: str, asked: Rules, _rules: Rules) -> object:
    """Return the page's answer about a hand: whether it is possible, or the calls it proves."""
    down = {"down": "y"} if asked["laid"] else {}
    query = {
        "system": key,
        "round": asked["round"] or 1,
        "cards": asked["hand"],
        "when": asked["when"],
    } | down
    answer = phone.client.get("/counts", query_string=query)
    state = re.findall(r'class="ruling ruling-(\w+)"', answer.text)[0]
    if asked["ask"] == "valid":
        return "legal" if state == "legal" else "illegal"
    wanted = r"(\d+) calls? made" if asked["ask"] == "made" else r"calls? made, (\d+) left"
    found = re.findall(wanted, phone.words(answer))
    if found:
        return int(found[0])
    return "unclear" if state == "legal" else "illegal"


# --- the score of a round


def can_score(asked: Rules, rules: Rules) -> bool:
    told = all(asked.get(name) is not None for name in ("winner", "laid", "bent"))
    overcalls, false_lays = asked.get("overcalls") or 0, asked.get("false_lays") or 0
    simple = not {"kalooki", "laid_while_barred", "bender_overcalled"} & asked.keys()
    return (
        "hand" in asked
        and told
        and simple
        and (not asked["bent"] or rules["bend"] != "none")
        and (asked["laid"] or not asked["winner"])
        and bool(asked["hand"]) is not asked["winner"]
        and not (asked["bent"] and bend_is_void(asked, overcalls, false_lays, rules))
    )


def score_round(phone: Phone, key: str, asked: Rules, rules: Rules) -> object:
    """Return the score of a player with these cards left, from the first round of a game."""
    names = NAMES[: numbers_of_players(rules)[0]]
    begun = phone.begin(*names, system=key)
    assert begun.status_code == 303, phone.words(begun)
    sent: dict[str, Any] = {"winner": "1", "bent": "yes" if asked["bent"] else ""}
    for seat, _ in enumerate(names):
        sent |= {f"hands-{seat}-player": str(seat + 1)}
        sent |= {f"hands-{seat}-points": "10", f"hands-{seat}-laid": "yes"} if seat else {}
    index = 0 if asked["winner"] else 1
    if asked["hand"]:
        sent |= {f"hands-{index}-cards": " ".join(asked["hand"]), f"hands-{index}-points": ""}
    if index:
        sent[f"hands-{index}-laid"] = "yes" if asked["laid"] else "no"
    if index == 0 or asked["laid"]:
        sent["everybody_down"] = "yes"
    for name in ("overcalls", "false_lays"):
        sent[f"hands-{index}-{name}"] = str(asked.get(name) or 0)
    saved = phone.post("round", **sent, insist="yes", word="asked")
    if saved.status_code != 303:
        return f"{saved.status_code}: {phone.words(saved)}"
    standings = phone.client.get(f"{phone.table}.json").get_json()["standings"]
    return next(standing["points"] for standing in standings if standing["player"] == index + 1)


CAN_ASK = {
    "meld": can_check_meld,
    "contract": can_check_lay,
    "tack": can_check_move,
    "joker_replace": can_check_joker,
    "calls": can_count,
    "score": can_score,
}
PAGES = {
    "meld": check_meld,
    "contract": check_lay,
    "tack": check_tack,
    "joker_replace": check_joker,
    "calls": count_hand,
    "score": score_round,
}
