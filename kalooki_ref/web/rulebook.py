"""The rulebook: choose a system, read and search its clauses, compare, and print."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for

from kalooki_ref.rules.clause_index import CHAPTERS, Chapter, by_chapter, chapter_of
from kalooki_ref.rules.house_text import text_of
from kalooki_ref.rules.model import Clause, Provenance, RuleSystem
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.web.device import this_device
from kalooki_ref.web.forms.query import whole_number
from kalooki_ref.web.offered_rules import house_from_text, offered
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.words import search_words
from kalooki_ref.words.game_words import contract_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.own_words import clause_text
from kalooki_ref.words.rule_words import ComparedRule, changes_in, compared_rules
from kalooki_ref.words.verdicts import provenance_word

blueprint = Blueprint("rulebook", __name__, url_prefix="/rules")
blueprint.add_app_template_global(provenance_word)

LONGEST_SEARCH = 80
MOST_COLUMNS = 8
USUAL_COLUMNS = 5
OPEN_ENDED_ROWS = 12


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round on paper: its number, cards dealt, and its contract by name and in words."""

    number: int
    deal: int
    name: str = ""
    words: str = ""


@blueprint.get("/")
def index() -> str:
    """Show what sets the five systems apart, the one last played on this phone first."""
    played = offered().get(this_device().rules)
    last = system_of(played.slug) if played else None
    ordered = sorted(SYSTEMS, key=lambda system: system is not last)
    return render_template("rulebook/index.html", systems=ordered, last=last)


@blueprint.get("/about")
def about() -> str:
    """Say where the rules come from, what the marks mean, and how silences were read."""
    return render_template("rulebook/about.html", systems=SYSTEMS, provenances=list(Provenance))


@blueprint.get("/compare")
def compare() -> str:
    """Show side by side where the chosen systems differ; all five unless two are chosen."""
    wanted = request.args.getlist("with")
    chosen = tuple(system for system in SYSTEMS if system.slug in wanted)
    compared = chosen if len(chosen) > 1 else SYSTEMS
    return render_template(
        "rulebook/compare.html",
        systems=SYSTEMS,
        compared=compared,
        groups=differences(compared),
        too_few=len(chosen) == 1,
    )


@blueprint.get("/<slug>")
def show(slug: str) -> str:
    """Show a system's clauses, or those that speak of what is sought."""
    return rules_page(*_rules_named(slug))


def rules_page(system: RuleSystem, text: str, opened: OpenGame | None = None) -> str:
    """Return a system's clauses as a page; one of a table leads back to it."""
    sought = " ".join(request.args.get("q", "").split())[:LONGEST_SEARCH]
    chapters = chapters_of(system, sought)
    return render_template(
        "rulebook/show.html",
        table=opened,
        game=opened and opened.game,
        system=system,
        house=text,
        sought=sought,
        chapters=chapters,
        found=sum(len(chapter.rows) for chapter in chapters),
        provenances=_provenances(system),
        other_words=search_words.synonyms(),
        fillers=search_words.fillers(),
        plural_ending=search_words.plural_ending(),
    )


@blueprint.get("/<slug>/summary")
def summary(slug: str) -> str:
    """Show the whole of a system on one sheet of paper."""
    system, text = _rules_named(slug)
    return render_template(
        "rulebook/summary.html",
        system=system,
        house=text,
        chapters=chapters_of(system),
        rounds=_rounds(system),
        provenances=_provenances(system),
    )


@blueprint.get("/<slug>/sheet")
def sheet(slug: str) -> str:
    """Show an empty score sheet for a table without power."""
    system, text = _rules_named(slug)
    most = min(system.max_players, MOST_COLUMNS)
    players = whole_number(request.args, "players") or 0
    if not system.min_players <= players <= most:
        players = min(most, USUAL_COLUMNS)
    return render_template(
        "rulebook/sheet.html",
        system=system,
        house=text,
        players=players,
        options=[(number, str(number)) for number in range(system.min_players, most + 1)],
        rounds=_rounds(system) or _open_ended_rounds(system),
        pack=system.pack_for(players),
        changes=changes_in(system),
    )


@blueprint.app_template_global("rules_address")
def rules_address(system: RuleSystem) -> str:
    """Return where the rules that a table plays by can be read, its own changes among them."""
    return url_for("rulebook.show", slug=system.slug, house=text_of(system) or None)


@blueprint.app_template_global("clause_address")
def clause_address(clause: Clause, system: RuleSystem) -> str:
    """Return where the rulebook has the clause; house rules travel in the address."""
    return f"{rules_address(system)}#{clause.number}"


def _rules_named(slug: str) -> tuple[RuleSystem, str]:
    """Return the system, as house rules play it where the address carries any, and their text."""
    try:
        system = system_of(slug)
    except KeyError:
        abort(404, _("We couldn’t find that game in the rulebook."))
    text = request.args.get("house", "")
    house = house_from_text(text) if text else None
    if house is None or house.base != system.slug or slug != system.slug:
        return system, ""
    return house.system(), text


def _rounds(system: RuleSystem) -> list[RoundRow]:
    return [
        RoundRow(
            number,
            system.deal_of(number),
            name=contract.name,
            words=contract_words(contract, system),
        )
        for number, contract in enumerate(system.contracts, 1)
    ]


def _open_ended_rounds(system: RuleSystem) -> list[RoundRow]:
    return [RoundRow(number, system.deal_of(1)) for number in range(1, OPEN_ENDED_ROWS + 1)]


def _provenances(system: RuleSystem) -> list[Provenance]:
    """Return how sure clauses of a system are, each way once and in order."""
    return [
        provenance
        for provenance in Provenance
        if any(clause.provenance is provenance for clause in system.clauses)
    ]


def chapters_of(system: RuleSystem, sought: str = "") -> tuple[Chapter[Clause], ...]:
    """Return the chapters in which something is found; all of them where nothing is sought."""
    found = _clauses_with(search_words.sought_words(sought), system) if sought else system.clauses
    return tuple(by_chapter(found, lambda clause: clause.number))


def _clauses_with(words: list[str], system: RuleSystem) -> list[Clause]:
    other_words = search_words.synonyms()
    return [clause for clause in system.clauses if _speaks_of(clause, words, other_words)]


def _speaks_of(clause: Clause, words: list[str], other_words: Callable[[str], str]) -> bool:
    title = CHAPTERS[chapter_of(clause.number) - 1]
    message = f"{clause.number} {clause_text(clause)} {_(title)}"
    text = search_words.folded(f"{message} {other_words(message)}")
    return all(re.search(rf"\b{re.escape(word)}", text) for word in words)


def differences(systems: tuple[RuleSystem, ...]) -> tuple[Chapter[ComparedRule], ...]:
    """Return the rules in which these systems differ, by chapter."""
    rows = [row for row in compared_rules(systems) if len(set(row.cells)) > 1]
    return tuple(by_chapter(rows, lambda row: row.number))
