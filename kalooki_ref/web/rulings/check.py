"""The check page: a verdict on entered cards, with or without a game; nothing is saved."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import groupby
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from kalooki_ref.game.state import Player
from kalooki_ref.referee.meld_moves import joker_goals
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.rulings.cards_verdict import answer_of, under_all_rules
from kalooki_ref.web.rulings.check_answer import CheckAnswer
from kalooki_ref.web.rulings.check_query import (
    CheckQuery,
    RulesInForce,
    cards_named_for,
    check_query,
    rules_in_force,
)
from kalooki_ref.web.rulings.spots import BoardRow
from kalooki_ref.web.shared.device import remember, see_other, this_device
from kalooki_ref.web.shared.offered_rules import offered
from kalooki_ref.web.shared.open_game import OpenGame, open_game
from kalooki_ref.web.shared.query import NEXT_MELD, has_colours, picker_facts
from kalooki_ref.web.shared.settings import is_coached, page_here
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import melds_of
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rule_words import RuleTile, rule_tile
from kalooki_ref.words.rulings import END_WORDS, GOAL_WORDS, Ruling

blueprint = Blueprint("check", __name__, url_prefix="/check")

# URLs of earlier versions, which had a page per kind of question: old to new field names.
FORMER = {"lay": {}, "tack": {"as": "kind"}, "joker": {"as": "kind"}}
# Fields of the check and advice pages with cards, also numbered ones: their suits follow the rules.
CARD_FIELDS = ("cards", "on", "hand")


@blueprint.get("")
def show() -> ResponseReturnValue:
    """Show the cards and their verdict; ask for the rules if none are chosen."""
    if request.args.get("game"):
        return in_game()
    rules = rules_in_force()
    if rules.system is None:
        return chooser(rules, title=_("Is it legal?"), template="rulings/check/choose.html")
    if "add" in request.args:
        return see_other(rules.address(on=request.args.get("cards", "")))
    query = check_query(request.args, rules, rules.system)
    page = _page("rulings/check/show.html", query, rules, rules.system)
    answer = make_response(page, 422 if any(query.faults.values()) else 200)
    return remember(answer, rules=this_device().rules or rules.key)


@blueprint.get("/verdict")
def verdict() -> ResponseReturnValue:
    """Return the verdict as a fragment; scripts fetch it when the cards change."""
    return in_game("verdict") if request.args.get("game") else _alone("rulings/check/piece.html")


@blueprint.get("/full")
def full() -> ResponseReturnValue:
    """Show the verdict full-screen, upside down on request for the other side of the table."""
    if request.args.get("game"):
        return in_game("full")
    if not request.args.get("cards"):
        return show()
    return _alone("rulings/check/full.html")


def in_game(page: str = "show") -> Response:
    """Redirect an address of earlier versions to the check in a game, with everything else in it.

    Aborts with 404 if there is no such game.
    """
    opened = open_game(request.args["game"])
    kept = [pair for pair in request.args.items(multi=True) if pair[0] != "game"]
    query = f"?{urlencode(kept)}" if kept else ""
    return see_other(url_for(f"record.{page}", game_id=opened.id) + query)


@blueprint.get("/<any(lay, tack, joker):page>")
@blueprint.get("/<any(lay, tack, joker):page>/verdict")
def former(page: str) -> ResponseReturnValue:
    """Redirect the URLs of earlier versions to this page."""
    names = FORMER[page]
    wanted = [(names.get(name, name), text) for name, text in request.args.items(multi=True)]
    if page == "lay":
        melds = f" {NEXT_MELD} ".join(filter(None, request.args.getlist("meld")))
        wanted = [pair for pair in wanted if pair[0] != "meld"] + [("cards", melds), ("as", "lay")]
    else:
        wanted += [] if "on" in request.args else [("on", "")]
        wanted.append(("move", page))
    return redirect(f"{url_for('check.show')}?{urlencode(wanted)}", 301)


@blueprint.post("/system")
def choose() -> Response:
    """Remember the chosen rules on this phone, and go back to the cards."""
    key, rules = request.form.get("system", ""), offered()
    if key not in rules:
        abort(422)
    parts = urlsplit(page_here(request.form.get("back", "")))
    kept = [
        (name, cards_named_for(text, rules[key]) if name.partition("-")[0] in CARD_FIELDS else text)
        for name, text in parse_qsl(parts.query, True)
        if name not in ("system", "game")
    ]
    back = parts.path + (f"?{urlencode(kept)}" if kept else "")
    return remember(see_other(back), rules=key)


def chooser(rules: RulesInForce, *, title: str, template: str) -> ResponseReturnValue:
    """Ask for the rules; the entered cards stay in the URL to return to."""
    page = render(template, page_title=title, tiles=tiles(rules), fault=rules.fault, here=here())
    return page, 422 if rules.fault else 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the table is asked before a move is saved that the rules don't allow, or not alone.

    ``ends`` are the ends to choose from, as values of ``spot``; ``later`` is why it may have been a
    later turn.
    """

    ruling: Ruling
    ends: tuple[tuple[str, str], ...] = ()
    later: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordParts:
    """The part of the check that only a game has: whose cards, its board, and saving.

    ``records`` is whether this phone may save; ``faults`` are by field; ``rows`` are the melds of
    the board, while cards are added to one; ``out_words`` ask whether the player goes out.
    """

    records: bool = False
    players: tuple[Player, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    faults: dict[str, str]
    question: Question | None = None
    joker_goals: list[tuple[str, str]] = field(default_factory=list)
    costs: str = ""
    draft: str = ""
    round_words: str = ""
    out_words: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesParts:
    """The part shared by the check and advice pages: the rules in force, and those to choose.

    ``withheld`` hides reasons and repairs.
    """

    rules: RulesInForce
    table: OpenGame | None
    system: RuleSystem | None
    has_colours: bool
    packs: list[tuple[str, str]]
    tiles: list[RuleTile]
    withheld: bool
    here: str


def rules_parts(rules: RulesInForce) -> RulesParts:
    """Return the part shared by the check and advice pages."""
    return RulesParts(
        rules=rules,
        table=rules.opened,
        system=rules.system,
        has_colours=rules.system is not None and has_colours(rules.system),
        packs=_pack_choices(rules),
        tiles=tiles(rules),
        withheld=not is_coached(),
        here=here(),
    )


def tiles(rules: RulesInForce) -> list[RuleTile]:
    """Return the rules to choose from, with the current ones marked."""
    return [rule_tile(key, system, is_here=key == rules.key) for key, system in offered().items()]


def here() -> str:
    """Return the URL of this page with its cards; for a fragment, that of its whole page."""
    path = request.script_root + request.path.removesuffix("/verdict").removesuffix("/full")
    query = request.query_string.decode("ascii", errors="ignore")
    return f"{path}?{query}" if query else path


def _alone(template: str) -> str:
    rules = rules_in_force()
    if rules.system is None:
        abort(404)
    query = check_query(request.args, rules, rules.system)
    return _page(template, query, rules, rules.system)


def _page(template: str, query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> str:
    answer = answer_of(query, rules, system)
    return page_of(template, query, rules, system, answer, RecordParts(faults=query.faults))


def page_of(
    template: str,
    query: CheckQuery,
    rules: RulesInForce,
    system: RuleSystem,
    answer: CheckAnswer,
    recorded: RecordParts,
) -> str:
    """Return a page or fragment with this answer; without coaching it has no hints."""
    others = () if query.adds else under_all_rules(query, rules, system)
    if not is_coached():
        answer = answer.alone
        others = tuple(replace(other, answer=other.answer.alone) for other in others)
    jokers = [str(place) for place in range(1, answer.jokers + 1)]
    return render(
        template,
        rules_parts(rules),
        recorded,
        game=rules.opened.game if rules.opened else None,
        query=query,
        answer=answer,
        joker_choices=[("", _("The one that fits")), *zip(jokers, jokers, strict=True)],
        other_rules=others,
        rounds=_rounds(system),
        goals=_goals(system),
        picker=picker_facts(system, rules.pack),
    )


def _rounds(system: RuleSystem) -> list[tuple[str, str]]:
    named = [
        (
            str(number),
            _("Round %(number)s: %(melds)s", number=number, melds=melds_of(contract, system)),
        )
        for number, contract in enumerate(system.contracts, 1)
    ]
    return [("", _("Which round?")), *named] if named else []


def _goals(system: RuleSystem) -> list[tuple[str, str]]:
    """Return the choices for where the replaced joker goes."""
    named = [(goal.value, str(GOAL_WORDS[goal])) for goal in joker_goals(system)]
    if system.joker_goes is JokerGoes.CHOSEN_END:
        named = [(end.value, str(words)) for end, words in END_WORDS.items()]
    return [("", _("Not sure")), *named]


def _pack_choices(rules: RulesInForce) -> list[tuple[str, str]]:
    """Return the choices of player counts by pack; empty if the pack is always the same."""
    system = rules.system
    if system is None or rules.opened:
        return []
    tables = tables_alike(system, system.pack_for)
    return [("", _("Not sure")), *tables] if len(tables) > 1 else []


def tables_alike(system: RuleSystem, by: Callable[[int], object]) -> list[tuple[str, str]]:
    """Return choices of the number of players, with those together that are alike ``by`` it."""
    numbers = range(system.min_players, system.max_players + 1)
    alike = [list(group) for _key, group in groupby(numbers, key=by)]
    return [(str(some[-1]), _span(some)) for some in alike]


def _span(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return _("%(least)s to %(most)s", least=numbers[0], most=numbers[-1])
