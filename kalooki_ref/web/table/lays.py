"""Recording lays with their cards: coming down, further melds, false lays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.board_changes import judge_builders
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import Builder, MeldsLaid
from kalooki_ref.referee.checking import LayFacts, check_cards
from kalooki_ref.referee.cutting import cut_melds
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import counted, judge_lay
from kalooki_ref.referee.meld import End, Meld
from kalooki_ref.referee.recognition import Taken, as_melds
from kalooki_ref.referee.verdict import Answer, Assumption, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.rulings.drawn_melds import meld_rows
from kalooki_ref.web.shared.append import is_repeat, reason_sent, written
from kalooki_ref.web.shared.open_game import OpenGame, round_at_hand
from kalooki_ref.web.shared.query import TypedCards, cards_read, choice, whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table import board
from kalooki_ref.web.table.play import player_in, taken_back
from kalooki_ref.words.amounts import melds_of
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rule_words import false_lay_words
from kalooki_ref.words.rulings import Ruling, headline_word, ruling_of, state_of
from kalooki_ref.words.verdicts import answer_word, opening_words, say_assumption

blueprint = Blueprint("lays", __name__, url_prefix="/g/<game_id>/board/lay")

USUAL_ROWS = 3
MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class BuilderField:
    """A form field for the cards to tack on a meld of the board, and their end if chosen."""

    shown: board.ShownMeld
    typed: TypedCards
    end: End | None = None
    fault: str = ""

    @property
    def name(self) -> str:
        """Name of the field with its cards."""
        return f"builder-{self.shown.name}"

    @property
    def end_name(self) -> str:
        return f"end-{self.shown.name}"


@dataclass(frozen=True, slots=True)
class LayForm:
    """A submitted lay: the player, the cards of each meld, and errors.

    ``builders`` and ``goes_out`` are asked for if they matter for opening; ``is_later`` means that
    it was a later turn than the player's previous entry.
    """

    player: int | None
    fields: tuple[TypedCards, ...]
    faults: tuple[tuple[str, str], ...] = ()
    builders: tuple[BuilderField, ...] = ()
    goes_out: bool = False
    is_later: bool = False

    @property
    def errors(self) -> list[tuple[str, str]]:
        numbered = enumerate(self.fields, 1)
        typed = [(f"meld-{at}", one.fault) for at, one in numbered if one.fault]
        built = [(one.name, one.fault) for one in self.builders if one.fault]
        return [*self.faults, *typed, *built]

    @property
    def again(self) -> tuple[tuple[str, str], ...]:
        """The turn's other fields, to be submitted again."""
        flags = (("out", self.goes_out), ("later", self.is_later))
        return sent_again(self.builders) + tuple((name, "1") for name, message in flags if message)

    @property
    def laid(self) -> list[TypedCards]:
        """The fields with cards in them."""
        return [typed for typed in self.fields if typed.cards]


def with_turn(opened: OpenGame, sent: LayForm, given: Mapping[str, str]) -> LayForm:
    """Return the lay with the other fields of its turn.

    Only a first lay has builders; for a further one, cards entered there are an error.
    """
    current = round_at_hand(opened)
    place = None if sent.player is None else current.place_of(sent.player)
    builders = builder_fields(opened, given)
    was_saved = request.method == "POST" and is_repeat(opened)
    if place is not None and place.is_down and not was_saved:
        filled_in = [one for one in builders if one.typed.text.strip()]
        fault = _("This player is already down. Record these cards as a tack.")
        return replace(sent, builders=tuple(replace(one, fault=fault) for one in filled_in))
    rules = opened.game.rules_in(current)
    is_asked = rules.going_out_opens or rules.last_contract_all_cards
    goes_out = is_asked and bool(given.get("out"))
    return replace(sent, builders=builders, goes_out=goes_out)


def lay_form(opened: OpenGame) -> LayForm:
    """Return the lay of the submitted form."""
    current = round_at_hand(opened)
    player = player_in(request.form, opened.game)
    fields = lay_fields(opened, request.form.getlist("meld"))
    if player is None:
        fault = ("player", _("Choose who laid these cards."))
        return with_turn(opened, LayForm(player, fields, (fault,)), request.form)
    place = current.place_of(player)
    has_input = any(typed.text.strip() for typed in fields) or request.form.get("returned")
    if place is not None and place.is_down and not has_input and not is_repeat(opened):
        name = opened.game.player(player).name
        message = _("%(name)s is already down. Tap the cards of the next meld.", name=name)
        return LayForm(player, fields, (("meld-1", message),))
    is_later = bool(request.form.get("later"))
    return with_turn(opened, LayForm(player, fields, is_later=is_later), request.form)


def lay_fields(opened: OpenGame, texts: list[str]) -> tuple[TypedCards, ...]:
    """Return a field per meld: as many as were sent, requested, or needed for the contract."""
    contract = opened.game.contract
    usual = contract.sets + contract.runs if contract else USUAL_ROWS
    more = whole_number(request.args, "rows", most=MOST_ROWS) or 0
    rows = min(MOST_ROWS, max(usual, len(texts), more))
    texts = texts[:MOST_ROWS]
    return tuple(cards_read(text) for text in texts + [""] * (rows - len(texts)))


def builder_fields(opened: OpenGame, sent: Mapping[str, str]) -> tuple[BuilderField, ...]:
    """Return a filled-in field per meld on the board; none if builders don't count."""
    if not opened.system.builders_open:
        return ()
    fields = tuple(_field(shown, sent) for shown in board.board_melds(opened))
    given = [field for field in fields if field.typed.cards]
    unclear = judge_builders(opened.game, round_at_hand(opened), builders_in(given)).unclear
    in_doubt = {given[number].name for number in unclear}
    return tuple(
        replace(field, fault=_("Choose which end it goes to.")) if field.name in in_doubt else field
        for field in fields
    )


def builders_in(fields: Sequence[BuilderField]) -> tuple[Builder, ...]:
    return tuple(
        Builder(field.shown.number, field.typed.cards, field.end, field.shown.lay, field.shown.part)
        for field in fields
        if field.typed.cards
    )


def sent_again(fields: Sequence[BuilderField]) -> tuple[tuple[str, str], ...]:
    """Return the fields as name and value, to be submitted again."""
    given = [field for field in fields if field.typed.cards]
    cards = tuple((field.name, field.typed.text) for field in given)
    return cards + tuple((field.end_name, field.end.value) for field in given if field.end)


def _field(shown: board.ShownMeld, sent: Mapping[str, str]) -> BuilderField:
    field = BuilderField(shown, cards_read(""))
    typed = cards_read(sent.get(field.name, ""))
    return BuilderField(shown, typed, choice(sent, field.end_name, End), typed.fault)


@blueprint.get("")
def show(opened: OpenGame) -> str:
    """Show the form, prefilled from the query string."""
    player = player_in(request.args, opened.game)
    fields = lay_fields(opened, request.args.getlist("meld"))
    return _page(opened, with_turn(opened, LayForm(player, fields), request.args))


@blueprint.post("")
def lay(opened: OpenGame) -> ResponseReturnValue:
    """Save a lay; an illegal one needs confirmation, but is never refused."""
    sent = lay_form(opened)
    if sent.errors or sent.player is None:
        return _page(opened, sent), 422
    name = opened.game.player(sent.player).name
    if request.form.get("returned"):
        return taken_back(opened, sent.player, back="board.show")
    event = MeldsLaid(
        sent.player,
        _melds(opened, sent),
        builders=builders_in(sent.builders),
        goes_out=sent.goes_out,
        later=sent.is_later,
    )
    verdict = judge_event(opened.game, event)
    word = reason_sent()
    if verdict.legal or word or is_repeat(opened):
        kept = replace(event, overruled="" if verdict.legal else word)
        message = _message(opened, name, event.melds, verdict)
        return written(opened, kept, message, back="board.show")
    return _questioned(opened, sent, event.melds, verdict)


def _page(opened: OpenGame, sent: LayForm) -> str:
    return render(
        "table/board/lay.html",
        board.board_parts(opened),
        sent=sent,
        costs=false_lay_words(opened.system),
        draft=f"lay-{opened.id}-{len(opened.game.past) + 1}",
        is_fresh=not sent.laid and not sent.errors,
        faults=dict(sent.errors),
        takes_all=opened.game.rules_in(round_at_hand(opened)).last_contract_all_cards,
    )


def _message(opened: OpenGame, name: str, melds: tuple[Meld, ...], verdict: Verdict) -> str:
    if not melds:
        return _("%(name)s is down.", name=name)
    words = melds_of(counted(melds), opened.system)
    message = _("%(name)s lays %(melds)s.", name=name, melds=words)
    how = opening_words(verdict.opening, opened.system) if verdict.legal else ""
    unrecorded = Assumption.CALLS_UNRECORDED
    proves = say_assumption(unrecorded, opened.system) if unrecorded in verdict.assumes else ""
    return " ".join(words for words in (message, how, proves) if words)


def _questioned(
    opened: OpenGame, sent: LayForm, melds: tuple[Meld, ...], verdict: Verdict
) -> ResponseReturnValue:
    texts = [typed.text for typed in sent.laid]
    again: dict[str, Any] = dict(sent.again)
    is_turn_asked = Code.MELD_AFTER_TACK in verdict.codes
    ruling = _ruling(opened, sent, melds, verdict)
    question = board.BoardQuestion(
        title=_("Was it one turn?") if is_turn_asked else _("Can this be laid?"),
        ruling=ruling,
        fields=(
            ("player", str(sent.player)),
            *(("meld", text) for text in texts),
            *sent.again,
        ),
        back=url_for(
            "lays.show",
            game_id=opened.id,
            player=sent.player,
            meld=texts,
            **again,
        ),
        rows=meld_rows(melds, ruling, opened.system),
        returned=_("False lay: cards back"),
        returned_costs=false_lay_words(opened.system),
        later=_later_words(opened, sent) if is_turn_asked else "",
        draft=f"lay-{opened.id}-{len(opened.game.past) + 1}",
    )
    return board.questioned(opened, question)


def _melds(opened: OpenGame, sent: LayForm) -> tuple[Meld, ...]:
    """Return the melds of the form; cards of one field that make several melds are those."""
    parts, current = [typed.cards for typed in sent.laid], round_at_hand(opened)
    rules = opened.game.rules_in(current)
    place = None if sent.player is None else current.place_of(sent.player)
    if parts and not (place and place.is_down):
        cut = cut_melds(parts, rules, number=_number(opened), pack=opened.game.pack)
        if not cut.rest and not cut.is_sorted:
            return cut.melds
    return as_melds(parts, rules, opened.game.contract)


def _number(opened: OpenGame) -> int | None:
    return round_at_hand(opened).number if opened.system.contracts else None


def _ruling(opened: OpenGame, sent: LayForm, melds: tuple[Meld, ...], verdict: Verdict) -> Ruling:
    """Return the ruling, headed as on the check page where the cards alone decide."""
    ruling, system = ruling_of(verdict, opened.system), opened.system
    if verdict.codes == (Code.MELD_AFTER_TACK,):
        # The entries don't prove that it was one turn.
        return replace(ruling, answer=Answer.UNCLEAR.value, word=answer_word(Verdict(unclear=True)))
    facts = LayFacts(_number(opened), opened.game.pack)
    alone = judge_lay(melds, system, number=facts.number, supply=Supply(facts.pack))
    if not melds or alone.codes != verdict.codes:
        return ruling
    parts = [typed.cards for typed in sent.laid]
    outlook = check_cards(parts, system, taken=Taken.LAY, facts=facts).outlook
    return replace(ruling, answer=state_of(outlook.headline), word=headline_word(outlook, system))


def _later_words(opened: OpenGame, sent: LayForm) -> str:
    name = opened.game.player(sent.player).name if sent.player else ""
    return _(
        "History says %(name)s tacked, and nobody else has done anything since. If %(name)s laid "
        "this in a later turn, record it anyway.",
        name=name,
    )
