"""The task of a step of learning: cards, options to tap, and what the app says to each."""

from dataclasses import dataclass

from kalooki_ref.cards import Card
from kalooki_ref.practice.examples import ContractExample, contract_example
from kalooki_ref.practice.lessons import CardChoice, Choosing, Step, task_of
from kalooki_ref.practice.subjects import Subject
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.learn.answered import answered
from kalooki_ref.web.learn.asked import CardRow, asked, example_rows, rows_of
from kalooki_ref.words.amounts import meld_word
from kalooki_ref.words.card_words import Message, filled
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.practice_words import demand_of
from kalooki_ref.words.rulings import lay_message, meld_message, move_message, reasons_of


@dataclass(frozen=True, slots=True)
class Option:
    """An answer to tap (words, a card, or the melds of a lay) and what the app says to it."""

    is_right: bool
    message: Message
    words: str = ""
    card: Card | None = None
    rows: tuple[CardRow, ...] = ()
    # The rows once they were tapped: what jokers stand for, and the card at fault.
    explained: tuple[CardRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What to try: the sentence, the cards on show, and the options."""

    words: Message
    rows: tuple[CardRow, ...]
    options: tuple[Option, ...]


def task(step: Step, system: RuleSystem, seed: int) -> Task | None:
    """Return the task of a step; None if the rules leave nothing to choose."""
    if step is Step.CONTRACT:
        example = contract_example(1, system, seed)
        return _contract_task(example, system, seed) if example else None
    given = task_of(step, system, seed)
    return _card_task(given, system) if isinstance(given, CardChoice) else _asked(given, system)


def _asked(subject: Subject, system: RuleSystem) -> Task:
    question = asked(subject, system)
    results = [answered(subject, question, index, system) for index in range(len(question.options))]
    options = [
        Option(result.is_right, result.message, words)
        for words, result in zip(question.options, results, strict=True)
    ]
    return Task(question.words, question.rows, tuple(options))


def _contract_task(example: ContractExample, system: RuleSystem, seed: int) -> Task:
    """Return two lays, of which one comes down; which is first depends on the seed."""
    meets, fails = example_rows(example, system)
    message = lay_message(example.lay.melds, system, example.met.opening)
    reason = reasons_of(example.verdict.findings, system)[0].message
    options = [
        Option(True, message, rows=rows_of(example.lay, system), explained=meets),
        Option(False, reason, rows=rows_of(example.short, system), explained=fails),
    ]
    words = _("%(demand)s. Which of these comes down?", demand=demand_of(1, system))
    return Task((words,), (), tuple(options if seed % 2 else reversed(options)))


def _card_task(choice: CardChoice, system: RuleSystem) -> Task:
    label = _("On the board") if choice.choosing is Choosing.TACK else _("Cards")
    options = [_card_option(choice, card, system) for card in choice.cards]
    return Task(_choice_words(choice, system), (CardRow(label, choice.meld.cards),), tuple(options))


def _choice_words(choice: CardChoice, system: RuleSystem) -> Message:
    words = {"meld": meld_word(choice.meld.kind, system), "joker": _(system.words.joker)}
    sentence = {
        Choosing.COMPLETE: _("Which card makes this a %(meld)s?"),
        Choosing.JOKER: _("Which card is the %(joker)s here?"),
        Choosing.TACK: _("Which card can you tack to this %(meld)s?"),
    }[choice.choosing]
    return filled(sentence, **words)


def _card_option(choice: CardChoice, card: Card, system: RuleSystem) -> Option:
    verdict = choice.verdict_on(card, system)
    if verdict.legal:
        return Option(True, _right_message(choice, card, verdict, system), card=card)
    return Option(False, reasons_of(verdict.findings, system)[0].message, card=card)


def _right_message(choice: CardChoice, card: Card, verdict: Verdict, system: RuleSystem) -> Message:
    if choice.choosing is Choosing.TACK:
        return move_message((card,), choice.meld, verdict, system, is_tack=True)
    if choice.choosing is Choosing.JOKER:
        words = {"joker": _(system.words.joker), "card": card}
        return filled(_("The %(joker)s is %(card)s: it fills the gap."), **words)
    whole = Meld(MeldKind(choice.meld.kind), (*choice.meld.cards, card))
    return meld_message(whole, verdict.reading, system)
