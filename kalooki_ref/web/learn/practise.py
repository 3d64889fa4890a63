"""Practise: ten questions made by the referee; the URL has the whole state."""

import re
from dataclasses import dataclass, replace
from secrets import randbelow
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.progress import (
    MOST_ANSWERS,
    MOST_MISSED,
    RIGHT,
    WRONG,
    Numbered,
    Progress,
)
from kalooki_ref.practice.questions import TEN, Place, Topic, question_at, topics_of
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.learn.answered import answered
from kalooki_ref.web.learn.asked import asked
from kalooki_ref.web.rulings.check import chooser, tiles
from kalooki_ref.web.rulings.check_query import RulesInForce, rules_in_force
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.practice_words import TOPIC_WORDS

blueprint = Blueprint("practise", __name__, url_prefix="/practise")

SEEDS = 1_000_000
# Sets of ten with one seed.
MOST_SETS = 999
# A question missed in an earlier ten, as in the URL: "17.2" is number 17 at level 2.
_MISSED = re.compile(r"([0-9]{1,4})\.([1-3])")


@dataclass(frozen=True, slots=True)
class Session:
    """A set of ten questions on a topic, and the answers so far, as in the URL."""

    topic: Topic
    rules: RulesInForce
    system: RuleSystem
    seed: int
    progress: Progress

    def address(self, **changes: Any) -> str:
        """Return the URL of this set, with changed arguments."""
        return url_for(
            "practise.show",
            topic=self.topic.value,
            **self.rules.where,
            **{
                "seed": self.seed,
                "ten": self.progress.ten,
                "level": int(self.progress.began),
                "missed": _missed_text(self.progress.missed),
                "was": self.progress.answers or None,
                **changes,
            },
        )


@blueprint.get("")
def index() -> ResponseReturnValue:
    """Choose what to practise, and by which rules."""
    rules = rules_in_force()
    system = _dealt_here(rules)
    if system is None:
        return chooser(rules, title=_("Practise"), template="rulings/check/choose.html")
    seed = randbelow(SEEDS)
    ways = [
        (
            topic,
            TOPIC_WORDS[topic],
            url_for("practise.show", topic=topic, **rules.where, seed=seed),
        )
        for topic in topics_of(system)
    ]
    return render("learn/practise.html", rules=rules, system=system, ways=ways, tiles=tiles(rules))


@blueprint.get("/<topic>")
def show(topic: str) -> ResponseReturnValue:
    """Ask a question; with ``said`` in the URL, show what is right and why."""
    rules = rules_in_force()
    if topic not in list(Topic):
        abort(404)
    system = _dealt_here(rules)
    if system is None:
        return chooser(rules, title=_("Practise"), template="rulings/check/choose.html")
    if topic not in topics_of(system):
        abort(404)
    return screen(Topic(topic), rules, system)


def _dealt_here(rules: RulesInForce) -> RuleSystem | None:
    """Return the rules to ask about: those of a game with the deals for its players."""
    if rules.system is None or rules.opened is None:
        return rules.system
    return rules.system.at_table(len(rules.opened.game.at_table))


def screen(topic: Topic, rules: RulesInForce, system: RuleSystem) -> str:
    """Render a question under these rules, or how the ten went."""
    session = _session(topic, rules, system)
    if session.progress.is_over:
        return _over(session)
    return _page(session)


def _session(topic: Topic, rules: RulesInForce, system: RuleSystem) -> Session:
    """Return the set in the URL; an invalid argument counts as missing."""
    was = request.args.get("was", "")[:MOST_ANSWERS]
    if {*was} - {RIGHT, WRONG}:
        was = ""
    level = whole_number(request.args, "level", most=Level.HARD) or Level.EASY
    progress = Progress(
        was,
        Level(level),
        ten=whole_number(request.args, "ten", most=MOST_SETS) or 0,
        missed=_missed_in(request.args.get("missed", "")),
    )
    while progress.answers and len(progress.answers) > len(progress.queue):
        progress = replace(progress, answers=progress.answers[:-1])
    return Session(
        topic,
        rules,
        system,
        seed=whole_number(request.args, "seed", most=SEEDS) or 0,
        progress=progress,
    )


def _missed_in(text: str) -> tuple[Numbered, ...]:
    found = _MISSED.findall(text)[:MOST_MISSED]
    return tuple(Numbered(int(number), Level(int(level))) for number, level in found)


def _missed_text(missed: tuple[Numbered, ...]) -> str | None:
    return "-".join(f"{numbered.number}.{numbered.level:d}" for numbered in missed) or None


def _page(session: Session) -> str:
    """Render a question with its answers to tap; after a tap, which was right and why."""
    progress, system = session.progress, session.system
    number = progress.current
    at = progress.numbered(number)
    subject = question_at(session.topic, Place(session.seed, at.number), system, at.level)
    question = asked(subject, system)
    said = whole_number(request.args, "said", most=len(question.options) - 1)
    answer = None if said is None else answered(subject, question, said, system)
    mark = RIGHT if answer and answer.is_right else WRONG
    after = session.address(was=progress.answers + mark) if answer else ""
    return render(
        "learn/question.html",
        title=str(TOPIC_WORDS[session.topic]),
        rules=session.rules,
        system=system,
        asked=question if answer is None else answer.asked,
        options=tuple(session.address(said=index) for index in range(len(question.options))),
        answered=answer,
        bars=_bars(progress, mark if answer else ""),
        number=number + 1,
        is_back=progress.is_back,
        right=(progress.answers + (mark if answer else "")).count(RIGHT),
        next=after,
        streak_key=f"{session.topic}.{session.seed}.{progress.ten}.{len(progress.answers)}",
    )


def _bars(progress: Progress, mark: str) -> tuple[str, ...]:
    """Return the state of each of the ten, with the mark just given."""
    current = progress.current
    states = {None: "", True: "right", False: "wrong"}
    bars = [states[progress.is_made_good(number)] for number in range(TEN)]
    bars[current] = {"": "now", RIGHT: "right", WRONG: "wrong"}[mark]
    return tuple(bars)


def _over(session: Session) -> str:
    progress = session.progress
    again = session.address(
        ten=progress.ten + 1,
        level=int(progress.reached),
        missed=_missed_text(progress.missed_after),
        was=None,
    )
    return render(
        "learn/over.html",
        title=str(TOPIC_WORDS[session.topic]),
        rules=session.rules,
        right=progress.right_at_once,
        count=TEN,
        again=again,
        is_harder=progress.reached > progress.began,
        missed=len(progress.missed_after),
        bars=tuple("right" if answer == RIGHT else "wrong" for answer in progress.answers[:TEN]),
    )
