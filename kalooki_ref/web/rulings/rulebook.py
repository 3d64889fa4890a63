"""The rulebook: choose a system, read and search its clauses, compare, and print."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import Blueprint, abort, render_template, request, url_for

from kalooki_ref.cards import STANDARD_SUITS
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.clause import Clause, Provenance
from kalooki_ref.rules.clause_index import Chapter, by_chapter, title_of
from kalooki_ref.rules.conditions import has_any_jokers
from kalooki_ref.rules.house_text import text_of
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.web.rulings.rule_search import RuleSearch, highlighted
from kalooki_ref.web.shared.device import this_device
from kalooki_ref.web.shared.offered_rules import house_or_404, key_of, offered
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.accident_words import ACCIDENTS
from kalooki_ref.words.card_words import suit_word
from kalooki_ref.words.deal_words import pack_words, packs_by_players
from kalooki_ref.words.game_words import demand_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.own_words import count_their_number, rank_groups
from kalooki_ref.words.rule_words import (
    ComparedRule,
    changes_in,
    compared_rules,
    no_effect,
    tagline_of,
)
from kalooki_ref.words.verdicts import provenance_word

blueprint = Blueprint("rulebook", __name__, url_prefix="/rules")
blueprint.add_app_template_global(provenance_word)
blueprint.add_app_template_global(highlighted)

LONGEST_SEARCH = 80
MOST_COLUMNS = 11
USUAL_COLUMNS = 5
OPEN_ENDED_ROWS = 12
# Jokers, calls, going out, scoring and penalties: the chapters of the rules card.
ON_THE_CARD = (4, 7, 8, 9, 10, 11)
# The clauses on deals for more players, and on points that open a round.
LARGER_TABLES, OPENING = NUMBERS["larger_tables"], NUMBERS["opening"]


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round on paper: its number, the deal, and the contract, also in words."""

    number: int
    deal: int
    contract: Contract | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class CardValue:
    """Cards of equal value: ranks, suits (empty if all), and points (None if as printed)."""

    ranks: str
    points: int | None
    suits: str = ""


@blueprint.get("/")
def index() -> str:
    """List the systems, the last played one first, with a search over all of them."""
    played = offered().get(this_device().rules)
    last = system_of(played.slug) if played else None
    ordered = sorted(SYSTEMS, key=lambda system: system is not last)
    sought = _sought()
    search = RuleSearch(sought)
    return render(
        "rulings/rulebook/index.html",
        systems=ordered,
        last=last,
        sought=sought,
        words=search.words,
        found=search.everywhere() if sought else (),
        accidents=search.accidents() if sought else [],
    )


@blueprint.get("/about")
def about() -> str:
    """Show where the rules come from, and how gaps in them were interpreted."""
    return render_template(
        "rulings/rulebook/about.html", systems=SYSTEMS, provenances=list(Provenance)
    )


@blueprint.get("/compare")
def compare() -> str:
    """Show in what two games differ; more than two in a table, in which a cell opens its rule."""
    by_slug = {system.slug: system for system in SYSTEMS}
    wanted = dict.fromkeys(request.args.getlist("with"))
    chosen = tuple(by_slug[slug] for slug in wanted if slug in by_slug)
    if len(chosen) > 2:
        return render(
            "rulings/rulebook/compare_all.html",
            systems=SYSTEMS,
            compared=chosen,
            groups=differences(chosen),
        )
    # Where games to compare lack, the one played last and the next in the list take their place.
    played = offered().get(this_device().rules)
    usual = (*((system_of(played.slug),) if played else ()), *SYSTEMS)
    one, other, *_further = dict.fromkeys((*chosen, *usual))
    rows = [row for chapter in differences((one, other)) for row in chapter.rows]
    return render("rulings/rulebook/compare.html", systems=SYSTEMS, one=one, other=other, rows=rows)


@blueprint.get("/<slug>")
def show(slug: str) -> str:
    """Show a system's clauses, or those that match a search."""
    return rules_page(*_rules_named(slug))


def rules_page(system: RuleSystem, text: str, opened: OpenGame | None = None) -> str:
    """Return the page of a system's clauses, with a link back to the game if it is opened there."""
    sought = _sought()
    search = RuleSearch(sought)
    return render(
        "rulings/rulebook/show.html",
        table=opened,
        game=opened.game if opened else None,
        system=system,
        house=text,
        tagline=tagline_of(text or system.slug, system),
        taught=_taught(system, opened),
        sought=sought,
        words=search.words,
        chapters=chapters_of(system),
        found=search.in_system(system) if sought else [],
        # Without a search all of them, because they are printed with the rulebook.
        accidents=search.accidents() if sought else ACCIDENTS,
        provenances=_provenances(system),
    )


@blueprint.get("/<slug>/accidents")
def accidents(slug: str) -> str:
    """Show what tables do about accidents that the rules don't mention."""
    system, text = _rules_named(slug)
    return render("rulings/rulebook/accidents.html", system=system, house=text, accidents=ACCIDENTS)


@blueprint.get("/<slug>/summary")
def summary(slug: str) -> str:
    """Show the rules on one sheet: values, contracts, jokers, calls, penalties."""
    system, text = _rules_named(slug)
    return render(
        "rulings/rulebook/summary.html",
        system=system,
        house=text,
        tagline=tagline_of(text or slug, system),
        chapters=list(_on_the_card(system)),
        rounds=_rounds(system),
        values=card_values(system),
        suits="".join(system.suits).lower(),
        packs=packs_by_players(system),
        colours=_colours(system),
    )


@blueprint.get("/<slug>/sheet")
def sheet(slug: str) -> str:
    """Show an empty score sheet for printing."""
    system, text = _rules_named(slug)
    most = min(system.max_players, MOST_COLUMNS)
    players = whole_number(request.args, "players", most=most) or 0
    if not system.min_players <= players <= most:
        players = min(most, USUAL_COLUMNS)
    dealt = system.at_table(players)
    open_ended = [RoundRow(row, dealt.deal_of(1)) for row in range(1, OPEN_ENDED_ROWS + 1)]
    return render(
        "rulings/rulebook/sheet.html",
        system=system,
        house=text,
        players=players,
        options=[(number, str(number)) for number in range(system.min_players, most + 1)],
        rounds=_rounds(dealt) or open_ended,
        packs=pack_words(system, players),
        changes=changes_in(system),
    )


@blueprint.app_template_global("rules_address")
def rules_address(system: RuleSystem) -> str:
    """Return the URL of a system's rules; house rules are encoded in it."""
    return url_for("rulebook.show", slug=system.slug, house=text_of(system) or None)


@blueprint.app_template_global("clause_address")
def clause_address(clause: Clause, system: RuleSystem) -> str:
    """Return the URL of a clause; house rules are encoded in it."""
    return f"{rules_address(system)}#{clause.number}"


def _taught(system: RuleSystem, opened: OpenGame | None) -> dict[str, str]:
    """Return the URL arguments with which these rules are learned and practised.

    Empty for house rules of a link that this phone hasn't kept.
    """
    if opened:
        return {"game": opened.id}
    key = key_of(system)
    return {"system": key} if key else {}


def _rules_named(slug: str) -> tuple[RuleSystem, str]:
    """Return the system in the URL, with its house rules applied if any, and their text."""
    try:
        system = system_of(slug)
    except KeyError:
        abort(404, _("We couldn’t find that game in the rulebook."))
    text = request.args.get("house", "")
    if not text:
        return system, ""
    house = house_or_404(text)
    if house.base != system.slug:
        abort(404, _("We couldn’t find that game in the rulebook."))
    return house.system(), text


def _rounds(system: RuleSystem) -> list[RoundRow]:
    return [
        RoundRow(
            number,
            system.deal_of(number),
            contract=contract,
            words=demand_words(number, system),
        )
        for number, contract in enumerate(system.contracts, 1)
    ]


def card_values(system: RuleSystem) -> list[CardValue]:
    """Return the card values, aces first and the joker last, equal values grouped."""
    jokers = [CardValue("*", system.points.joker)] if has_any_jokers(system) else []
    return [*_aces(system), *_ranks(system), *jokers]


def _aces(system: RuleSystem) -> list[CardValue]:
    suits = dict.fromkeys(system.points.aces, "")
    for suit, worth in zip(system.suits, system.points.aces, strict=True):
        suits[worth] += suit.lower()
    is_one = len(suits) == 1
    return [CardValue("A", worth, "" if is_one else signs) for worth, signs in suits.items()]


def _colours(system: RuleSystem) -> list[tuple[str, str]]:
    """Return the signs of suits that aren't the standard ones, and their names."""
    if system.suits == STANDARD_SUITS:
        return []
    return [(suit.lower(), suit_word(suit)) for suit in system.suits]


def _ranks(system: RuleSystem) -> Iterator[CardValue]:
    for group in rank_groups(system.points, system.suits):
        alike = [name for name, _worth in group]
        span = f"{alike[0]}–{alike[-1]}" if len(alike) > 3 else " ".join(alike)
        yield CardValue(span, None if count_their_number(group) else group[0][1])


def _provenances(system: RuleSystem) -> list[Provenance]:
    """Return the distinct provenances of a system's clauses, in order."""
    return [
        provenance
        for provenance in Provenance
        if any(clause.provenance is provenance for clause in system.clauses)
    ]


def chapters_of(system: RuleSystem) -> tuple[Chapter[Clause], ...]:
    """Return the chapters of a system with their clauses."""
    chapters = by_chapter(system.clauses, lambda clause: clause.number)
    return tuple(replace(chapter, title=title_of(chapter.number, system)) for chapter in chapters)


def _on_the_card(system: RuleSystem) -> Iterator[Chapter[Clause]]:
    """Yield the chapters of the rules card, some of them with only one clause."""
    single = {LARGER_TABLES, OPENING} if system.opens_with_points else {LARGER_TABLES}
    for chapter in chapters_of(system):
        is_whole = chapter.number in ON_THE_CARD
        rows = [clause for clause in chapter.rows if is_whole or clause.number in single]
        if rows:
            yield replace(chapter, rows=tuple(rows))


def _sought() -> str:
    return " ".join(request.args.get("q", "").split())[:LONGEST_SEARCH]


def differences(systems: tuple[RuleSystem, ...]) -> tuple[Chapter[ComparedRule], ...]:
    """Return the rules in which these systems differ, by chapter."""
    rows = [row for row in compared_rules(systems) if len({*row.cells} - {no_effect()}) > 1]
    return tuple(by_chapter(rows, lambda row: row.number))
