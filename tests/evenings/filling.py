"""Fills in forms at random, the way a hurried table would."""

from random import Random

from tests.evenings.page import Control, Form

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
Pairs = list[tuple[str, str]]


def filled(form: Form, random: Random, *, contract: str = "") -> Pairs:
    """Return the fields of a form with random values; ``contract`` names melds such as "334"."""
    pairs: Pairs = []
    groups: dict[str, list[Control]] = {}
    lay = " / ".join(_melds(form, random, contract)) if contract else ""
    for control in form.controls:
        if control.kind == "radio":
            groups.setdefault(control.name, []).append(control)
        elif control.kind == "checkbox":
            if control.name in {"insist", "anyway"} or random.random() < 0.2:
                pairs.append((control.name, control.value or "on"))
        elif control.kind == "select":
            pairs.append((control.name, random.choice(control.options)[0]))
        elif control.kind == "hidden":
            pairs.append((control.name, control.value))
        elif control.tag in {"input", "textarea"} and control.name:
            pairs.append((control.name, _text(control, random, lay)))
    pairs += [(name, random.choice(radios).value) for name, radios in groups.items()]
    return _with_points(pairs, random)


def _with_points(pairs: Pairs, random: Random) -> Pairs:
    """Type points only where "Other points" is chosen."""
    start = dict(pairs).get("start")
    if start is None:
        return pairs
    typed = str(random.randrange(200)) if start == "other" else ""
    return [(name, typed if name == "points" else value) for name, value in pairs]


def _text(control: Control, random: Random, lay: str) -> str:
    name = control.name
    if name == "name":
        return random.choice(NAMES) + random.choice(("", "", "", " B"))
    if name == "cards":
        return control.value or lay or card(control, random)
    if name.startswith(("cards-", "played-")):
        return str(random.randrange(20)) if random.random() < 0.5 else ""
    return control.value


def card(control: Control, random: Random) -> str:
    """Return a random card of the pack that a field takes, with or without a second one."""
    suits = control.attributes.get("data-suits", "SHDC")
    rank = random.choice(("A", *map(str, range(2, 11))))
    return random.choice(("*", f"{rank}{random.choice(suits)}", f"{rank}{suits[0]}"))


def _melds(form: Form, random: Random, contract: str) -> list[str]:
    field = next((control for control in form.controls if control.name == "cards"), None)
    if field is None:
        return []
    suits = field.attributes.get("data-suits", "SHDC")
    wanted = contract if random.random() < 0.8 and contract.isdigit() else "34"
    ranks = random.sample(range(2, 11), k=len(wanted))
    return [
        " ".join(f"{rank}{suits[place % 4]}" for place in range(3))
        if kind == "3"
        else " ".join(f"{low}{suits[turn % 4]}" for low in range(3, 7))
        for turn, (kind, rank) in enumerate(zip(wanted, ranks, strict=True))
    ]


def round_filled(form: Form, random: Random, *, winner: str = "") -> Pairs:
    """Return the form of a round's end with a winner and points for the others."""
    sent = dict(filled(form, random))
    winners = [control.value for control in form.controls if control.name == "winner"]
    players = [winner for winner in winners if winner != "void"]
    drawn = "void" if random.random() < 0.06 else random.choice(players or ["void"])
    winner = winner or drawn
    sent |= {"winner": winner}
    sent.pop("everybody_down", None)
    suits = "BRGE" if _is_kooky(form) else "SHDC"
    for number in sorted({name.split("-")[1] for name in form.names if name.startswith("hands-")}):
        hand = f"hands-{number}-"
        loses = sent.get(f"{hand}player") != winner
        cards = f"10{random.choice(suits)} A{random.choice(suits)} *"
        typed = random.choice(
            (str(random.randrange(120)), str(random.randrange(120)), "10+10+5", "")
        )
        sent[f"{hand}points"] = typed if loses else ""
        sent[f"{hand}cards"] = cards if loses and not typed else ""
        sent[f"{hand}fine"] = random.choice(("", "", "", "", "", str(random.randrange(-50, 51))))
        if f"{hand}overcalls" in sent and not random.randrange(8):
            sent[f"{hand}overcalls"] = str(random.randrange(3))
        sent.pop(f"{hand}laid", None)
        if f"{hand}laid" in form.names and loses and not random.randrange(4):
            sent[f"{hand}laid"] = "no"
    if "everybody_down" in form.names and "no" not in sent.values():
        sent["everybody_down"] = "yes"
    return list(sent.items())


def _is_kooky(form: Form) -> bool:
    return any("E" in control.attributes.get("data-suits", "") for control in form.controls)
