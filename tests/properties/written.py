"""Formats and parses a question with its proven answer as one line of text.

`standard | suits_apart=no | 334 | 7H 8H * | other run 5S 6S 7S 8S; own set KH KS KD | 45 30`:
system, changed switches, the opening (a contract, `points`, or `down` for a player who is down),
the hand, the board, and the answer: the least points left before and after the discard, `out` for
no cards left, `-` for no discard; or `missing 2` if the hand can't come down, with the fewest
missing naturals, `missing ?` if that depends on the board.
"""

from dataclasses import dataclass, replace

from kalooki_ref.cards import cards_text, parse_cards
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, TableMeld
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import switch_of
from kalooki_ref.rules.systems import system_of

BAR = " | "


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer: points left before and after the discard, or the number of missing cards."""

    before: int | None = None
    after: int | None = None
    out: bool = False
    missing: int | None = None


@dataclass(frozen=True, slots=True)
class Proven:
    """A question, its changed switches, and the answer."""

    question: Question
    switches: tuple[str, ...]
    answer: Answer


def answer_of(advice: Advice) -> Answer:
    """Convert an advice to an `Answer`."""
    if not advice.can_come_down:
        return Answer(missing=len(advice.missing))
    return Answer(advice.leftover, advice.leftover_after_discard, advice.goes_out)


def write_question(question: Question, switches: tuple[str, ...]) -> str:
    """Format the question's part of a line."""
    opens = contract_text(question.contract) if question.contract else "points"
    lying = "; ".join(
        f"{item.owner} {item.meld.kind} {cards_text(item.meld.cards)}" for item in question.table
    )
    parts = (
        question.system.slug,
        " ".join(switches),
        "down" if question.down else opens,
        cards_text(question.hand),
        lying,
    )
    return BAR.join(parts)


def write_answer(answer: Answer) -> str:
    """Format the answer's part of a line."""
    if answer.before is None:
        return f"missing {'?' if answer.missing is None else answer.missing}"
    after = "-" if answer.after is None else answer.after
    return f"{answer.before} {after}{' out' if answer.out else ''}"


def written(proven: Proven) -> str:
    """Format a line."""
    return write_question(proven.question, proven.switches) + BAR + write_answer(proven.answer)


def read_line(line: str) -> Proven:
    """Parse a line."""
    query, answer = line.rsplit("|", maxsplit=1)
    question, switches = read_question(query)
    return Proven(question, switches, _answer(answer))


def read_question(text: str) -> tuple[Question, tuple[str, ...]]:
    """Parse the question's part of a line; return it with its changed switches."""
    slug, switches, opens, hand, lying = (part.strip() for part in text.split("|"))
    turned = tuple(switches.split())
    question = Question(
        parse_cards(hand),
        system_with(slug, turned),
        _contract(opens),
        tuple(_table_meld(meld) for meld in lying.split(";") if meld.strip()),
        opens == "down",
    )
    return question, turned


def system_with(slug: str, switches: tuple[str, ...]) -> RuleSystem:
    """Return a system with changed switches, each as `field=key`."""
    values: dict[str, object] = {}
    for turned in switches:
        field, key = turned.split("=")
        switch = switch_of(field)
        choice = switch.choice(key) if switch else None
        values[field] = choice.value if choice else int(key)
        values.update(choice.also if choice else ())
    return replace(system_of(slug), **values)


def _contract(text: str) -> Contract | None:
    if text in ("down", "points"):
        return None
    if "s" not in text:
        return Contract(text.count("3"), text.count("4"))
    sets, set_size, runs, run_size = map(int, text.replace("s", " ").replace("r", " ").split())
    return Contract(sets, runs, set_size, run_size)


def contract_text(contract: Contract) -> str:
    """Return a contract in short form: 334, or 2s4 1r5 for two sets of 4 and a run of 5."""
    if contract.is_short:
        return contract.name
    return f"{contract.sets}s{contract.set_size} {contract.runs}r{contract.run_size}"


def _table_meld(text: str) -> TableMeld:
    owner, kind, cards = text.split(maxsplit=2)
    return TableMeld(Meld(MeldKind(kind), parse_cards(cards)), Owner(owner))


def _answer(text: str) -> Answer:
    words = text.split()
    if words[0] == "missing":
        return Answer(missing=None if words[1] == "?" else int(words[1]))
    after = None if words[1] == "-" else int(words[1])
    return Answer(int(words[0]), after, "out" in words)
