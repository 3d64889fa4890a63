"""The page for the end of a round or its correction, prefilled from the draft."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import request, url_for
from werkzeug.datastructures import MultiDict

from kalooki_ref.cards import RANKS, rank_name
from kalooki_ref.game.events import RoundEnded
from kalooki_ref.game.fold import fold_step
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Game, Round
from kalooki_ref.game.undo import undone_end
from kalooki_ref.rules.choices import Fine
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS
from kalooki_ref.store.drafts import get_draft
from kalooki_ref.web.shared.fields import TypedField
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import MOST_PLAYERS, number_in
from kalooki_ref.web.shared.rights import phones_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table.round.own_counts import OwnCount, as_args, draft_name, own_counts
from kalooki_ref.web.table.round.round_form import (
    VOID,
    HandForm,
    RoundForm,
    is_away,
    prefilled,
    prefilled_again,
)
from kalooki_ref.words.entry_words import name_of
from kalooki_ref.words.game_words import add_on_words, demand_words, round_name
from kalooki_ref.words.language import gettext as _

# The clause on cards laid despite an overcall.
BARRED_LAY = NUMBERS["barred_lay_counts"]
# A field of a hand: the hand's prefix, as in `hand_name`, and its number.
HAND_FIELD = re.compile(r"(hands-(\d+))-\w+", re.ASCII)
# The clause on cards added after somebody went out.
ADD_ON = NUMBERS["add_on_after_out"]


@dataclass(frozen=True, slots=True)
class AddOn:
    """Who may still add cards after somebody went out, and the clause."""

    words: str
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round to be saved, or corrected if it has ended already."""

    opened: OpenGame
    played: Round
    form: RoundForm
    # Hands sent from players' own phones, compared with the form.
    own_counts: tuple[OwnCount, ...] = ()

    @property
    def name(self) -> str:
        return round_name(self.played, self.opened.system)

    @property
    def is_correction(self) -> bool:
        return self.played.end is not None

    @property
    def is_last(self) -> bool:
        """Whether it is the last round of the game, yet to be saved."""
        return not self.is_correction and self.played.number == len(self.opened.system.contracts)

    @property
    def correction_title(self) -> str:
        """The title of its correction: "Correct round 3"."""
        return _("Correct round %(number)s", number=self.played.number)

    @property
    def index(self) -> int:
        """The index of a saved round among all rounds played, from 1."""
        return self.opened.game.past.index(self.played) + 1

    @property
    def draft_name(self) -> str:
        """The name of the draft on the phone, which is another one for each correction."""
        if self.is_correction:
            return f"correction-{self.played.seq}"
        return draft_name(self.opened.game)

    @property
    def dealer_if_void(self) -> str:
        """Who deals again if this round, not saved yet, is void: the dealer may be leaving."""
        game, void = self.opened.game, Entry(self.opened.version + 1, RoundEnded(None))
        return game.player((fold_step(game, void).current or self.played).dealer).name

    @property
    def left_out(self) -> list[str]:
        """A sentence for each player entered who isn't in the round any more.

        The form has no fields for them, so it can be sent again without.
        """
        return [_left_out(self.opened, hand) for hand in self.form.unseated]

    @property
    def news_address(self) -> str:
        """URL that the page polls for differing hands from players' own phones."""
        return url_for("news.show", game_id=self.opened.id, **as_args(hands_in(self.form)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundParts:
    """The part shared by the form and its review; ``base`` and ``key`` stamp what is sent."""

    page: RoundPage
    table: OpenGame
    game: Game
    form: RoundForm
    contract: str
    base: str | int
    key: str | None
    draft_key: str


def parts_of(page: RoundPage) -> RoundParts:
    """Return the part shared by the form and its review."""
    game = page.opened.game
    system = game.rules_in(page.played)
    return RoundParts(
        page=page,
        table=page.opened,
        game=game,
        form=page.form,
        contract=demand_words(page.played.number, system),
        base=request.form.get("base", page.opened.version),
        key=request.form.get("key"),
        draft_key=f"{page.opened.id}-{page.draft_name}",
    )


def end_page(opened: OpenGame, played: Round, *, sent: Any = None) -> RoundPage:
    """Return the page for the current round: as submitted, from the draft, or empty.

    A round that was undone is filled in as it was.
    """
    wanted = request.args.get("winner", "")
    undone, out = undone_end(opened.entries, opened.game.past), number_in(wanted, most=MOST_PLAYERS)
    known = (
        prefilled_again(played, opened.game, undone, winner=out)
        if undone
        else prefilled(played, opened.game, winner=out)
    )
    typed = get_draft(opened.id, draft_name(opened.game))
    form = RoundForm(sent, game=opened.game, played=played, **known)
    if sent is None and typed:
        over = _typed_over(form, typed)
        form = RoundForm(over, game=opened.game, played=played, **known)
    if sent is None and wanted:
        form.winner.data = wanted
    winner = str(form.winner.data or "")
    hands = hands_in(form)
    return RoundPage(opened, played, form, own_counts(opened.game, typed, hands, winner=winner))


def hands_in(form: RoundForm) -> dict[int, tuple[str, ...]]:
    """Return the points and cards in a form, as typed, by player."""
    return {place.player: (hand.points.text, hand.cards.text) for place, hand in form.hand_forms()}


def correction_page(opened: OpenGame, played: Round, *, sent: Any = None) -> RoundPage:
    """Return the page for correcting a saved round: as submitted, or as saved."""
    known = prefilled(played, opened.game, winner=played.winner)
    return RoundPage(opened, played, RoundForm(sent, game=opened.game, played=played, **known))


def form_shown(page: RoundPage) -> str:
    """Render the form."""
    opened, system = page.opened, page.opened.system
    # The players who may send a hand from a phone of their own.
    phones = () if page.is_correction else phones_of(opened.id)
    seated = {phone.player for phone in phones if phone.is_granted and phone.player}
    return render(
        "table/round/end.html",
        parts_of(page),
        options=_options(page),
        barred_rule=next((rule for rule in system.clauses if rule.number == BARRED_LAY), None),
        not_down=sum(points for points, _is_each in fines_of(system)["laid"]),
        fines=fines_of(system),
        errors=list(_errors(page.form)),
        add_on=_add_on(page),
        suits="".join(suit.value for suit in system.suits),
        pack=system.pack_for(page.played.dealt_to),
        worth=worth_of_cards(system),
        totals=_totals_before(page),
        is_fresh=request.method == "POST",
        seated=seated,
        away={place.player for place in page.played.places if is_away(place, page.played)},
        missing=_still_counting(page, seated),
        draft_url=url_for("drafts.keep", game_id=opened.id, form=draft_name(opened.game)),
    )


def _left_out(opened: OpenGame, hand: HandForm) -> str:
    name = name_of(opened, number_in(hand.player.data or "", most=MOST_PLAYERS) or 0)
    typed = hand.points.text or hand.cards.text
    if not hand.is_typed:
        return _("%(name)s isn’t in this round any more.", name=name)
    if typed:
        return _("%(name)s isn’t in this round any more. Not counted: %(typed)s.",
                 name=name, typed=typed)  # fmt: skip
    return _("%(name)s isn’t in this round any more. What was entered isn’t counted.", name=name)


def _totals_before(page: RoundPage) -> dict[int, int]:
    """Return each player's total before this round."""
    game, played = page.opened.game, page.played
    scores = {score.player: score.points for score in played.scores}
    return {seat: game.points_of(seat) - scores.get(seat, 0) for seat in played.seats}


def _add_on(page: RoundPage) -> AddOn | None:
    """Return who may still add cards before the count; None if nobody may."""
    system, game = page.opened.system, page.opened.game
    if not system.add_on_after_out or page.is_correction:
        return None
    down = [place.player for place in page.played.places if place.is_down]
    names = [game.player(seat).name for seat in down if seat != page.form.winner_number]
    clause = next((rule for rule in system.clauses if rule.number == ADD_ON), None)
    return AddOn(add_on_words(names), clause)


def _still_counting(page: RoundPage, seated: set[int]) -> dict[int, str]:
    """Return the names of those without a hand in the form yet, by player."""
    known = {place.player for place, hand in page.form.hand_forms() if hand.is_known}
    missing = seated - known - {page.form.winner_number}
    names = {player.number: player.name for player in page.opened.game.players}
    return {seat: names[seat] for seat in page.played.seats if seat in missing}


def _options(page: RoundPage) -> list[dict[str, Any]]:
    players = [page.opened.game.player(seat) for seat in page.played.seats]
    seats = [
        {"value": str(player.number), "label": player.name, "player": player} for player in players
    ]
    return [*seats, {"value": VOID, "label": _("Nobody"), "note": void_words(page)}]


def void_words(page: RoundPage) -> str:
    """Return what it means if the round is void."""
    if page.is_correction:
        return _("The round is void: no points.")
    dealer = page.dealer_if_void
    return _("The round is void: no points, and %(name)s deals again.", name=dealer)


def worth_of_cards(system: RuleSystem) -> dict[str, int]:
    """Return the points of each rank, of the aces and of the joker, by card text."""
    suits, points = system.suits, system.points
    aces = {f"A{suit.value}": worth for suit, worth in zip(suits, points.aces, strict=True)}
    names = [rank_name(rank, suits[0]) for rank in RANKS[1:]]
    return {"*": points.joker, **aces, **dict(zip(names, points.ranks, strict=True))}


def fines_of(system: RuleSystem) -> dict[str, list[tuple[int, bool]]]:
    """Return what a field of a hand costs: fines, and whether each offence costs one of them."""
    costs = {
        "laid": system.not_down,
        "overcalls": system.overcall,
        "false_lays": system.false_lay,
        "fine": (Fine(1, each=True),),
    }
    return {
        name: [(cost.points, cost.each) for cost in known if isinstance(cost, Fine)]
        for name, known in costs.items()
    }


def _errors(form: RoundForm) -> Iterator[tuple[str, str]]:
    for wanted in (form.winner, form.everybody_down):
        yield from ((wanted.short_name, str(error)) for error in wanted.errors)
    for place, hand in form.hand_forms():
        name = form.game.player(place.player).name
        for field in hand:
            where = f"{hand.field_prefix}-{field.short_name}"
            for message in map(str, field.errors):
                about = _("%(name)s: %(message)s", name=name, message=message)
                yield where, message if name in message else about


def _typed_over(form: RoundForm, typed: Mapping[str, list[str]]) -> MultiDict[str, str]:
    """Return the fields of an empty form, overridden by those of the draft."""
    values: MultiDict[str, str] = MultiDict()
    if form.winner.data:
        values["winner"] = form.winner.data
    if form.everybody_down.data:
        values["everybody_down"] = "yes"
    if form.bent.data and not typed.keys() & {"bent", "bent_for"}:
        values["bent"], values["bent_for"] = "yes", form.bent_for.data or ""
    for _place, hand in form.hand_forms():
        for field in hand:
            name = f"{hand.field_prefix}-{field.short_name}"
            values[name] = field.text if isinstance(field, TypedField) else str(field.data)
    for name in typed.keys() & form.field_names:
        values.setlist(name, typed[name])
    for found in filter(None, map(HAND_FIELD.fullmatch, typed)):
        # The hand may be of somebody who isn't in the round any more.
        values.setlist(found[0], typed[found[0]])
        values[f"{found[1]}-player"] = str(int(found[2]) + 1)
    return values
