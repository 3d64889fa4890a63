"""Practise: ten questions made by the referee; all that is known about them is in the URL."""

from dataclasses import dataclass
from secrets import randbelow
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.progress import MOST_ANSWERS, RIGHT, WRONG, Progress
from kalooki_ref.practice.questions import TEN, Place, Topic, question_at
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.learn.answered import Answered, answered
from kalooki_ref.web.learn.asked import Asked, asked
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


@dataclass(frozen=True, slots=True)
class Session:
    """A set of ten questions on a topic, and the answers so far, as in the URL."""

    topic: Topic
    rules: RulesInForce
    system: RuleSystem
    seed: int
    ten: int
    progress: Progress

    def place_of(self, question: int) -> Place:
        return Place(self.seed, self.ten * TEN + question)

    def address(self, **changes: Any) -> str:
        """Return the URL of this set, with changed arguments."""
        return url_for(
            "practise.show",
            topic=self.topic.value,
            **self.rules.where,
            **{
                "seed": self.seed,
                "ten": self.ten,
                "level": int(self.progress.began),
                "was": self.progress.answers or None,
                **changes,
            },
        )


@dataclass(frozen=True, slots=True)
class PractisePage:
    """A question with its answers to tap; after a tap, which was right and why.

    ``bars`` are the ten questions: right, wrong, now or empty.
    """

    title: str
    rules: RulesInForce
    system: RuleSystem
    asked: Asked
    options: tuple[str, ...]
    answered: Answered | None
    bars: tuple[str, ...]
    number: int
    right: int
    next: str
    streak_key: str


@blueprint.get("")
def index() -> ResponseReturnValue:
    """Choose what to practise, and by which rules."""
    rules = rules_in_force()
    if rules.system is None:
        return chooser(rules, title=_("Practise"), template="rulings/check/choose.html")
    seed = randbelow(SEEDS)
    ways = [
        (
            topic,
            TOPIC_WORDS[topic],
            url_for("practise.show", topic=topic, **rules.where, seed=seed),
        )
        for topic in Topic
    ]
    return render(
        "learn/practise.html", rules=rules, system=rules.system, ways=ways, tiles=tiles(rules)
    )


@blueprint.get("/<topic>")
def show(topic: str) -> ResponseReturnValue:
    """Ask a question; with ``said`` in the URL, show what is right and why."""
    rules = rules_in_force()
    if topic not in list(Topic):
        abort(404)
    if rules.system is None:
        return chooser(rules, title=_("Practise"), template="rulings/check/choose.html")
    session = _session(Topic(topic), rules, rules.system)
    if session.progress.is_over:
        return _over(session)
    return render("learn/question.html", _page(session))


def _session(topic: Topic, rules: RulesInForce, system: RuleSystem) -> Session:
    """Return the set in the URL; what can't be read there is as at the beginning."""
    was = request.args.get("was", "")[:MOST_ANSWERS]
    if {*was} - {RIGHT, WRONG}:
        was = ""
    level = whole_number(request.args, "level", most=Level.HARD) or Level.EASY
    progress = Progress(was, Level(level))
    while progress.answers and len(progress.answers) > len(progress.queue):
        progress = Progress(progress.answers[:-1], progress.began)
    return Session(
        topic,
        rules,
        system,
        seed=whole_number(request.args, "seed", most=SEEDS) or 0,
        ten=whole_number(request.args, "ten", most=MOST_SETS) or 0,
        progress=progress,
    )


def _page(session: Session) -> PractisePage:
    progress, system = session.progress, session.system
    number = progress.current
    subject = question_at(
        session.topic, session.place_of(number), system, progress.level_of(number)
    )
    question = asked(subject, system)
    said = whole_number(request.args, "said", most=len(question.options) - 1)
    answer = None if said is None else answered(subject, question, said, system)
    mark = RIGHT if answer and answer.is_right else WRONG
    after = session.address(was=progress.answers + mark) if answer else ""
    return PractisePage(
        title=str(TOPIC_WORDS[session.topic]),
        rules=session.rules,
        system=system,
        asked=question if answer is None else answer.asked,
        options=tuple(session.address(said=at) for at in range(len(question.options))),
        answered=answer,
        bars=_bars(progress, mark if answer else ""),
        number=number + 1,
        right=(progress.answers + (mark if answer else "")).count(RIGHT),
        next=after,
        streak_key=f"{session.seed}.{session.ten}.{len(progress.answers)}",
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
    again = session.address(ten=session.ten + 1, level=int(progress.reached), was=None)
    return render(
        "learn/over.html",
        title=str(TOPIC_WORDS[session.topic]),
        rules=session.rules,
        right=progress.right_at_once,
        count=TEN,
        again=again,
        is_harder=progress.reached > progress.began,
        bars=tuple("right" if answer == RIGHT else "wrong" for answer in progress.answers[:TEN]),
    )
