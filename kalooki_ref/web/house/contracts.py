"""The editor of a table's own rounds: each button renders it again; Save and Back leave it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from kalooki_ref.rules.own_values import MOST_ROUNDS, proposed_deals
from kalooki_ref.rules.ready_made import CONTRACT_LISTS
from kalooki_ref.rules.switches import SWITCHES
from kalooki_ref.typed_numbers import whole_number
from kalooki_ref.web.house.editing import SAVE, edited
from kalooki_ref.web.house.house_form import HouseForm, SwitchField
from kalooki_ref.web.house.round_draft import (
    BOUNDS,
    RoundDraft,
    draft_of,
    drafts_of,
    label_of,
    read_draft,
    typed_draft,
)
from kalooki_ref.web.shared.query import number_in
from kalooki_ref.words.amounts import capital, melds_of
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("contracts", __name__)
# A hand-made form may send more than MOST_ROUNDS; at most this many are shown with the error.
MOST_SHOWN = 2 * MOST_ROUNDS
NOTHING_OPEN = -1
LAST_CONTRACT = next(switch for switch in SWITCHES if switch.field == "last_contract_all_cards")


@dataclass(slots=True)
class Editor:
    """A list of rounds, the index of the open one, and the list before the last change."""

    house: HouseForm
    rounds: list[RoundDraft]
    open: int = NOTHING_OPEN
    before: list[RoundDraft] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)

    @property
    def ends_with_melds(self) -> bool:
        """Whether the last round has a contract, which may be one laid with all cards."""
        return bool(self.rounds) and not self.rounds[-1].opens_with_points

    @property
    def last_contract(self) -> SwitchField:
        """The question whether the last contract is laid with all cards."""
        return self.house.question(LAST_CONTRACT)

    @property
    def own(self) -> dict[str, object]:
        """The list by field of the rules, in place of the base game's opening points."""
        contracts = tuple(draft.contract for draft in self.rounds if draft.contract)
        deals = tuple(whole_number(draft.deal) for draft in self.rounds)
        own: dict[str, object] = {"contracts": contracts, "deals": deals, "opening": 0}
        return own if self.ends_with_melds else own | {LAST_CONTRACT.field: False}

    @property
    def lists(self) -> list[tuple[int, str]]:
        """The names of the ready-made lists, with their indexes."""
        return [(number, _(listed.name)) for number, listed in enumerate(CONTRACT_LISTS)]

    @property
    def has_room(self) -> bool:
        return len(self.rounds) < MOST_ROUNDS

    def label(self, name: str) -> str:
        """Return the label of a round's field."""
        return label_of(name)

    def words(self, draft: RoundDraft) -> str:
        """Return what opens a round, in the terms of the base game."""
        if draft.contract is None:
            return _("To correct")
        return capital(melds_of(draft.contract, self.house.base))

    @property
    def may_call(self) -> bool:
        """Whether calls can bring a player more cards than the deal and one draw."""
        return bool(self.house.value_of("calling")) and self.house.value_of("max_calls") != 0

    def missing(self, draft: RoundDraft, *, is_last: bool) -> int:
        """Return how many cards fewer than the contract are dealt; 0 if one draw is enough."""
        takes_all = is_last and self.house.value_of(LAST_CONTRACT.field)
        spare = int(takes_all or not self.house.value_of("final_discard"))
        short = 0 if draft.dealt is None else draft.needed - draft.dealt
        return short if short > spare else 0

    def act(self, action: str) -> None:
        """Run a button's action: "name", or "name:index" for a round or a ready-made list."""
        name, _colon, number = action.partition(":")
        rounds, index = list(self.rounds), self.open
        if name in _MOVES:
            _MOVES[name](self, _index(number, MOST_SHOWN))
        elif index != NOTHING_OPEN and name[:-1] in BOUNDS and name[-1:] in "+-":
            self.rounds[index] = rounds[index].stepped(name[:-1], 1 if name.endswith("+") else -1)
        if self.rounds != rounds and name != "undo":
            self.before = rounds

    def validate(self) -> None:
        """Set the errors, and open the first round that has one."""
        self.errors = []
        if not 1 <= len(self.rounds) <= MOST_ROUNDS:
            sentence = _("A list has 1 to %(most)s rounds.", most=MOST_ROUNDS)
            self.errors.append(("rounds", sentence))
        for index, draft in enumerate(self.rounds):
            for name, sentence in draft.errors.items():
                self._refuse(index, name, sentence)

    def _refuse(self, index: int, name: str, sentence: str) -> None:
        if not any(anchor != "rounds" for anchor, _sentence in self.errors):
            self.open = index
        anchor = name if index == self.open else f"round-{index + 1}"
        named = _("Round %(number)s: %(sentence)s", number=index + 1, sentence=sentence)
        self.errors.append((anchor, named))

    def open_round(self, index: int) -> None:
        """Open this round, or close it if it is open."""
        is_there = 0 <= index < len(self.rounds) and index != self.open
        self.open = index if is_there else NOTHING_OPEN

    def add(self, _number: int) -> None:
        """Add a copy of the last round, and open it."""
        if self.has_room:
            self.rounds.append(self.rounds[-1] if self.rounds else RoundDraft(deal="6"))
            self.open = len(self.rounds) - 1

    def remove(self, _number: int) -> None:
        """Remove the open round."""
        if self.open != NOTHING_OPEN:
            del self.rounds[self.open]
            self.open = NOTHING_OPEN

    def switch_kind(self, _number: int) -> None:
        """Switch the round from melds to points, or back."""
        if self.open != NOTHING_OPEN:
            self.rounds[self.open] = self.rounds[self.open].other_kind()

    def take_list(self, index: int) -> None:
        """Replace the list by a ready-made one."""
        if 0 <= index < len(CONTRACT_LISTS):
            self.rounds, self.open = drafts_of(CONTRACT_LISTS[index]), NOTHING_OPEN

    def undo(self, _number: int) -> None:
        """Undo the last change; a second time, redo it."""
        if self.before:
            self.rounds, self.before = self.before, self.rounds
            self.open = self.open if self.open < len(self.rounds) else NOTHING_OPEN

    def move(self, by: int) -> None:
        """Swap the open round with the one above (-1) or below it (1)."""
        index, there = self.open, self.open + by
        if index != NOTHING_OPEN and 0 <= there < len(self.rounds):
            self.rounds[index], self.rounds[there] = self.rounds[there], self.rounds[index]
            self.open = there


_MOVES: dict[str, Callable[[Editor, int], None]] = {
    "open": Editor.open_round,
    "add": Editor.add,
    "remove": Editor.remove,
    "up": lambda editor, _number: editor.move(-1),
    "down": lambda editor, _number: editor.move(1),
    "turn": Editor.switch_kind,
    "list": Editor.take_list,
    "undo": Editor.undo,
}


@blueprint.post("/house-rules/contracts")
def edit() -> ResponseReturnValue:
    """Show the list after the pressed button, or save it to the house rules."""
    return edited("house/contracts.html", _typed_rounds)


def _typed_rounds(house: HouseForm, action: str) -> Editor:
    """Return the list after a button's action, or with its errors."""
    editor = _submitted(request.form, house)
    if action == SAVE:
        editor.validate()
    else:
        editor.act(action)
    return editor


def _submitted(form: MultiDict[str, str], house: HouseForm) -> Editor:
    """Return the submitted list; that of the house rules if none was submitted."""
    if "rounds" not in form:
        return Editor(house, _rounds_of(house))
    rounds = [read_draft(text) for text in form.getlist("round")[:MOST_SHOWN]]
    before = [read_draft(text) for text in form.getlist("before")[:MOST_SHOWN]]
    index = _index(form.get("open", ""), len(rounds))
    if index != NOTHING_OPEN:
        rounds[index] = typed_draft(form, rounds[index])
    return Editor(house, rounds, index, before)


def _index(text: str, length: int) -> int:
    index = number_in(text, most=length - 1)
    return NOTHING_OPEN if index is None else index


def _rounds_of(house: HouseForm) -> list[RoundDraft]:
    """Return the rounds of the house rules; without any, one that opens with points."""
    contracts = house.value_of("contracts")
    deals = house.value_of("deals")
    if not contracts:
        return [
            RoundDraft(to_open=str(house.value_of("opening")), deal=str(deals[0]), kind="points")
        ]
    # House rules refuse a list of deals that doesn't match the rounds; here it is adjusted.
    each = deals * len(contracts) if len(deals) == 1 else deals
    dealt = each if len(each) == len(contracts) else proposed_deals(contracts)
    return [draft_of(*both) for both in zip(contracts, dealt, strict=True)]
