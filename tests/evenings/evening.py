"""A random evening: two phones play one game by the forms and links that its pages offer.

An evening is a name of a game, an opening, and a list of steps, each of which draws its choices
from a seed of its own, so that an evening without some of its steps is still one.
"""

import json
import re
from random import Random
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import TestResponse

from tests.evenings.board import added, laid
from tests.evenings.checked_game import SEE_OTHER, Broken, CheckedGame
from tests.evenings.filling import NAMES, Pairs, filled, round_filled
from tests.evenings.ledger import Came, Corrected, Ledger, Said, Saved, Went
from tests.evenings.page import Form, Page
from tests.evenings.sheets import SHEETS, points
from tests.evenings.step import Step

# Links that lead to the page of a step.
LINKS = {
    "round": r"/round\?", "lay": r"/check$", "tack": r"/check\?add=1(?!.*joker)",
    "joker": r"/check\?add=1.*joker",
    "count": r"/counts", "stock": r"/stock", "players": r"/players$", "join": r"/players$",
    "leave": r"/players/\d+/leave", "return": r"/players/\d+/return", "history": r"/history",
    "correct": r"/rounds/\d+/amend", "end": r"/end",
}  # fmt: skip
# Pages with those links; without an entry it is the table's.
LINKING = {
    "lay": "/board", "tack": "/board", "joker": "/board", "return": "/players",
    "correct": "/standings",
}  # fmt: skip
# Paths of forms that save what can be undone.
SAVED = {
    "join": r"/players", "leave": r"/players/\d+/leave", "return": r"/players/\d+/return",
    "lay": r"/check", "round": r"/round", "correct": r"/rounds/\d+/amend",
}  # fmt: skip
# Forms that are about phones or other games.
NOT_PLAYED = re.compile(r"/(phones|rematch|delete|restore|copy|history/writer|first-game)$")
HOUSES = {
    "Sunday": {"base": "jamaican", "overcall": "100", "false_lay": "50", "not_down": "25"},
    "Penny": {"base": "standard", "overcall": "50", "bend": "plus25"},
}
MOST_TRIES = 12


class Evening(CheckedGame):
    """A game that is being played, on a phone of the table and on a second one."""

    def __init__(self, app: Flask, rules: str, *, says: list[str]) -> None:
        super().__init__(app)
        self.rules, self.says = rules, says
        self.their_page: Page | None = None
        # Where each entry was sent, and what the form of the present step has to say.
        self.paths: dict[int, str] = {}
        self.wishes: dict[str, str] = {}
        self.game = self._begin(Random(rules))
        self.table = self.open("")

    def play(self, steps: list[Step]) -> None:
        """Take the steps, then look at everything, and undo all from the end backwards."""
        for step in steps:
            before = len(self.paths)
            self._take(step)
            if step.has_to_save and len(self.paths) == before:
                raise Broken(f"nothing is saved by {step}")
        self.look_at_every_page()
        self.audit()
        self.export_and_open()
        self.undo_all()
        self.look_at_every_page()

    def _begin(self, random: Random) -> str:
        """Create a game by the form of a new game."""
        address = "/games/new"
        if self.rules in HOUSES:
            kept = self.send("/house-rules", [("name", self.rules), *HOUSES[self.rules].items()])
            page = Page(kept.location or "", self.send(kept.location or "").text)
            form = next(form for form in page.forms if form.action.endswith("/play"))
            address = self.send(form.action, filled(form, random)).location or ""
        page = Page(address, self.send(address).text)
        form = next(form for form in page.forms if form.action == "/games")
        chosen = [
            control.value
            for control in form.controls
            if control.name == "system" and control.is_checked
        ]
        system = self.rules if self.rules not in HOUSES else chosen[0]
        players = random.randint(3, 4)
        fields = [(n, v) for n, v in filled(form, random) if n in {"key", "base", "zone"}]
        fields += [("names", name) for name in NAMES[:players]]
        fields += [("system", system), ("dealer", str(random.randint(1, players)))]
        made = self.send("/games", fields)
        if made.status_code != SEE_OTHER:
            raise Broken(f"no game of {self.rules} could be started: {made.status_code}")
        self.ledger = Ledger(SHEETS[self.rules], players)
        self.says.append(f"{self.rules}, {', '.join(NAMES[:players])}")
        return made.location or ""

    # Steps

    def _take(self, step: Step) -> None:
        random, self.wishes = step.random, dict(step.wishes)
        if self.wishes.get("winner") == "late":
            self.wishes["winner"] = str(self.ledger.last_player())
        if self.wishes.get("start", "other") != "other":
            self.wishes["points"] = ""  # which are typed only for "Other points"
        act, _, what = step.kind.partition(" ")
        if act == "their":
            self._their(what, random)
        elif act in {"undo", "restore"}:
            self._fill_in_form(self._undoing(what), random)
        elif act == "call":
            self._fill_in(self.table, random, like="/calls" if self.wishes else "")
        else:
            page = self._page_for(act, random)
            if page is not None:
                self._fill_in(page, random, like="/players" if act == "join" else "")

    def _their(self, what: str, random: Random) -> None:
        """The second phone opens a page, or sends from the one it opened before."""
        if what != "sends":
            links = [*self._links(self.table, LINKS.get(what, "/.*"))]
            self.their_page = self.open(random.choice(links or [""]), theirs=True)
        elif self.their_page is not None:
            self._fill_in(self.their_page, random, theirs=True)

    def _undoing(self, what: str) -> Form | None:
        """Return the form that undoes the last entry of a kind, or the first one; that restores."""
        forms = {_seq(form): form for form in self.open("/history").forms if _seq(form)}
        if not what:
            return forms.get(max(self.ledger.undos & forms.keys(), default=0))
        if what == "again":  # which no page offers
            form = next(iter(forms.values()), None)
            self.wishes |= {"seq": str(max(self.ledger.undos, default=0))}
            return form
        which, _, kind = what.rpartition(" ")
        paths = {seq: self.paths[seq] for seq in forms.keys() & self.paths.keys()}
        found = [seq for seq, path in paths.items() if re.fullmatch(SAVED[kind], path)]
        return forms[min(found) if which else max(found)] if found else None

    def _links(self, page: Page, pattern: str) -> list[str]:
        """Return links of a page that lead to a page of the game; of a player who is wished for."""
        player, winner = self.wishes.get("player"), self.wishes.get("winner")
        if player and "/players/" in pattern:
            pattern = pattern.replace(r"\d+", player)
        elif winner and pattern == LINKS["round"]:
            pattern += rf"winner={winner}\b"
        wanted = re.compile(re.escape(self.game) + pattern)
        links = dict.fromkeys(page.links)
        return [link for link in links if wanted.match(link) and not NOT_PLAYED.search(link)]

    def _page_for(self, kind: str, random: Random) -> Page | None:
        """Open a page of the game that a step begins on; None if there is no link to one."""
        page = self.open(LINKING[kind]) if kind in LINKING else self.table
        links = self._links(page, LINKS[kind])
        return self.open(random.choice(links)) if links else None

    def _fill_in(self, page: Page, random: Random, *, like: str = "", theirs: bool = False) -> None:
        """Fill in a form of a page, and those it leads to, until something is saved."""
        form = self._form(page, random, like=like and self.game + like)
        self._fill_in_form(form, random, theirs=theirs)

    def _fill_in_form(self, form: Form | None, random: Random, *, theirs: bool = False) -> None:
        for _ in range(MOST_TRIES):
            if form is None:
                return
            action, method, fields = self._filled(form, random)
            if method == "get":
                page = self.open(f"{action}?{urlencode(fields)}", theirs=theirs)
            else:
                answer = self.send(action, fields, theirs=theirs)
                if answer.status_code == SEE_OTHER:
                    if self._note(action, fields, answer, theirs=theirs):
                        return
                    page = self.open(answer.location or "", theirs=theirs)
                else:
                    page = Page(action, answer.text, status=answer.status_code)
            form = self._form(page, random, like=form.action)

    def _filled(self, form: Form, random: Random) -> tuple[str, str, Pairs]:
        """Return where a form is sent with one of its buttons, the method, and its fields."""
        action, method, fields = self._filled_at_random(form, random)
        return action, method, [(name, self._wished(name, value)) for name, value in fields]

    def _wished(self, name: str, value: str) -> str:
        name = "fine" if name.endswith("-fine") else name
        return self.wishes.get(name, value)

    def _filled_at_random(self, form: Form, random: Random) -> tuple[str, str, Pairs]:
        action, method = form.action, form.method
        if "hands-0-player" in form.names and "bent_for" in form.names:
            return action, method, [*filled(form, random), ("step", "save")]
        if "hands-0-player" in form.names:
            winner = self.wishes.get("winner", "")
            return (
                action,
                method,
                [
                    *round_filled(form, random, winner=winner),
                    ("step", "review"),
                ],
            )
        is_lay = form.action.endswith("/check") and "add" not in form.names
        contract = self._contract() if is_lay else ""
        fields = filled(form, random, contract=contract)
        if "winner" in form.names:  # the review of a void round
            return action, method, [*fields, ("step", "save")]
        kept = [
            button for button in form.buttons if _is_played(button.attributes.get("formaction", ""))
        ]
        # Buttons that only look save nothing, and a question is answered where a step has to save.
        kept = [button for button in kept if button.attributes.get("formmethod") != "get"] or kept
        if kept:
            insists = [button for button in kept if button.name == "insist" and self.wishes]
            plain = [button for button in kept if not button.name and self.wishes]
            melds = [button for button in kept if button.name == "spot" and "to" in self.wishes]
            button = random.choice(insists or melds[len(melds) // 2 :][:1] or plain or kept)
            action = button.attributes.get("formaction") or action
            method = button.attributes.get("formmethod") or method
            fields += [(button.name, button.value)] if button.name else []
        return action, method, fields

    def _contract(self) -> str:
        state = json.loads(self.send(f"{self.game}.json").text)
        return str((state["round"] or {}).get("contract") or "34")

    def _form(self, page: Page, random: Random, *, like: str = "") -> Form | None:
        """Return a form of a page that plays: the one that asks again, ``like`` the one before."""
        forms = [
            form
            for form in page.forms
            if form.action.startswith(self.game)
            and _is_played(form.action)
            and (form.method == "post" or "/check" in form.action)
        ]
        again = [form for form in forms if form.action.partition("?")[0] == like.partition("?")[0]]
        chosen = again or ([] if like and page.status == 200 else forms)
        return random.choice(chosen) if chosen else None

    # What was saved

    def _note(
        self, action: str, fields: Pairs, answer: TestResponse, *, theirs: bool = False
    ) -> bool:
        """Note an entry that was saved, and look at the pages; False if nothing was saved."""
        seq = int(answer.headers.get("X-Entry", 0))
        if not seq or "Idempotency-Replayed" in answer.headers:
            return False
        path, sent = action.removeprefix(self.game).partition("?")[0], dict(fields)
        told = {
            name: value for name, value in sent.items() if name not in {"key", "base"} and value
        }
        whose = "the second phone, " if theirs else ""
        self.says.append(f"{seq}: {whose}POST {path} {urlencode(told)}")
        said = self._said(path, fields)
        if isinstance(said, Saved):
            self.check_starter()
        if isinstance(said, Saved) and not theirs:
            self._compare_hands(said)
        self.paths[seq] = path
        if said:
            self.ledger.entries[seq] = said
        if path == "/undo":
            self._note_undo(seq, fields)
        else:
            self.look(past="/amend" in path)
        return True

    def _note_undo(self, seq: int, fields: Pairs) -> None:
        about = int(dict(fields)["seq"])
        is_restore = about in self.ledger.undos
        self.ledger.undos.add(seq)
        before, was = self.ledger.undone, self.ledger.in_force()
        last = max(self.ledger.rounds(), default=0)
        self.look(past=True)
        self.compare_rounds(was)
        also = {int(value) for name, value in fields if name == "also"}
        # A restored round takes away what was recorded while it was played again.
        more = {seq for seq in self.ledger.undone - before - also if seq < last}
        if is_restore and (more or not before - self.ledger.undone):
            raise Broken(f"restoring by {about} leaves {self.ledger.undone} undone of {before}")
        if not is_restore and not {about, *also} - self.ledger.undos <= self.ledger.undone:
            raise Broken(f"of {about} and {also}, only {self.ledger.undone} are undone")

    def _compare_hands(self, saved: Saved) -> None:
        """A round's form asks for a hand of everybody who is in the round."""
        hands, dealt = saved.players, self.ledger.played().dealt
        if hands and hands != dealt:
            raise Broken(f"the form of a round asks {hands}, in the round are {dealt}")

    def _said(self, path: str, fields: Pairs) -> Said | None:
        """Return what a form says of scores and the board; None if it is about something else."""
        sent = dict(fields)
        if path == "/round":
            return Saved(sent)
        if path == "/check":
            return added(fields) if "add" in sent else laid(int(sent["player"]), fields)
        if path == "/players":
            return self._came(1 + self.ledger.last_player(), sent)
        found = re.fullmatch(r"/(?:players|rounds)/(\d+)/(return|leave|amend)", path)
        match (found[2], int(found[1])) if found else ("", 0):
            case "return", player:
                return self._came(player, sent)
            case "leave", player:
                return Went(player, after_round=sent.get("when") == "after")
            case "amend", index:
                return Corrected(self.ledger.rounds()[index - 1], sent)
        return None

    def _came(self, player: int, sent: dict[str, str]) -> Came:
        """Return a late player or one who is back, with the points that were chosen."""
        totals, seated = self.ledger.played().totals, self.ledger.seated()
        own = totals.get(player, 0)
        chosen = {
            "highest": max(totals[player] for player in seated),
            "other": points(sent["points"]),
        }
        added = chosen.get(sent["start"], own) - own
        return Came(player, added, next_round=sent.get("plays") == "next")

    def undo_all(self) -> None:
        """Undo each entry from the end backwards; the totals are always those of what is left."""
        self.is_undoing_all = True
        self.wishes = {}  # of the last step
        while True:
            forms = self.open("/history").forms
            form = next((form for form in forms if self._undoes(form)), None)
            if form is None:
                return
            before = set(self.ledger.undone)
            self._fill_in_form(form, Random(0))
            if self.ledger.undone == before:
                raise Broken(f"entry {_seq(form)} can’t be undone")

    def _undoes(self, form: Form) -> bool:
        """Whether a form of History undoes an entry, and doesn't restore one."""
        seq = _seq(form)
        return form.action.endswith("/undo") and seq not in self.ledger.undone | self.ledger.undos


def _seq(form: Form) -> int:
    return next((int(control.value) for control in form.controls if control.name == "seq"), 0)


def _is_played(action: str) -> bool:
    return NOT_PLAYED.search(action) is None
