"""The answer to a check of cards added to a meld of the board: a tack or a joker replacement."""

from collections.abc import Sequence
from dataclasses import replace

from kalooki_ref.referee import meld_moves, recognition
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import may_open_with_joker, takes_owner
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import is_set_and_run, meld_findings
from kalooki_ref.referee.verdict import Answer, Assumption, Verdict
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.rulings.check_answer import CheckAnswer
from kalooki_ref.web.rulings.check_query import CheckQuery, RulesInForce
from kalooki_ref.web.rulings.drawn_melds import (
    DrawnMeld,
    drawn_grown,
    drawn_meld,
    drawn_wrong,
)
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import State, move_message, ruling_of


def answer_of_addition(query: CheckQuery, rules: RulesInForce, system: RuleSystem) -> CheckAnswer:
    """Return the verdict on cards added to a meld of the board, or what is still needed."""
    target = recognition.board_meld(query.on.cards, query.on_kind, system)
    is_begun = target is None or bool(meld_findings(target, system, phase=Phase.TACK))
    if target is None or (is_begun and not query.cards.cards):
        step = _("Tap the meld on the board, then the cards to add.")
        return CheckAnswer(word=_("Which meld?"), message=(step,), next_field="on")
    if not query.cards.cards:
        step = _("Now tap the cards to add to it.")
        return CheckAnswer(word=_("Which cards?"), message=(step,), next_field="cards")
    move, verdict = _judged(query, target, rules, system)
    if query.on_kind is None and is_set_and_run(target.cards, system, phase=Phase.TACK):
        _move, as_run = _judged(query, replace(target, kind=MeldKind.RUN), rules, system)
        verdict = _of_either_kind(verdict, as_run)
    answer = answer_of_move(
        target, move, verdict, system, fields=_move_fields(target, move, system)
    )
    supply, owners = Supply(rules.pack), [query.move.by] if query.move.by else Owner
    may_be_several = bool(verdict.findings) and query.move.down
    if may_be_several and any(
        meld_moves.is_several_moves(move.cards, target, system, by=owner, supply=supply)
        for owner in owners
    ):
        return one_at_a_time(answer, system)
    return answer


def one_at_a_time(answer: CheckAnswer, system: RuleSystem) -> CheckAnswer:
    """Return the answer to cards that are several moves, one of them in a joker's place."""
    sentence = _(
        "These are several moves, and one replaces a %(joker)s: make them one after the other.",
        joker=_(system.words.joker),
    )
    return replace(answer, state=State.WAIT, word=_("One at a time"), message=(sentence,))


def _judged(
    query: CheckQuery, target: Meld, rules: RulesInForce, system: RuleSystem
) -> tuple[meld_moves.Move, Verdict]:
    facts, supply = query.move, Supply(rules.pack)
    move = meld_moves.move_of(query.cards.cards, target, system, facts, supply=supply)
    down = facts.down or (facts.opens and _may_open(target, move, system))
    return move, move.judge(target, system, by=facts.by, down=down, supply=supply)


def _of_either_kind(as_set: Verdict, as_run: Verdict) -> Verdict:
    """Return the verdict on a set that could also be a run: it asks which, unless neither fits."""
    if as_set.answer is as_run.answer is Answer.ILLEGAL:
        return as_set
    assumes = (Assumption.JOKER_UNKNOWN, *as_set.assumes)
    return replace(as_set, findings=(), result=(), assumes=assumes, unclear=True)


def answer_of_move(
    target: Meld,
    move: meld_moves.Move,
    verdict: Verdict,
    system: RuleSystem,
    *,
    fields: Sequence[str] = (),
) -> CheckAnswer:
    """Return the answer to a judged move on a meld of the board."""
    is_tack = move.kind is meld_moves.MoveKind.TACK
    message = move_message(move.cards, target, verdict, system, is_tack=is_tack)
    ruling = ruling_of(verdict, system, message=message)
    before = drawn_meld(target, system)
    added = drawn_wrong(move.cards, range(len(move.cards)) if ruling.reasons else ())
    after = drawn_grown(target, ruling.result or ruling.instead, system)
    rows = [
        DrawnMeld(_("On the board"), before),
        DrawnMeld(
            _("Added"),
            drawn_wrong(move.cards, ruling.wrong),
            instead=() if ruling.result else after,
            repair=(_("This would be legal"),),
        ),
    ]
    if ruling.result:
        rows.append(DrawnMeld(_("Afterwards"), after))
    return CheckAnswer(
        ruling.state,
        word=ruling.word,
        message=ruling.message,
        row=after if ruling.result else (*before, *added),
        ruling=ruling,
        took=move.kind.value,
        took_words=_("Taken as a tack") if is_tack else _("Taken as a joker replacement"),
        rows=tuple(rows),
        fields=tuple(fields),
        jokers=len(list(meld_moves.joker_places(target))),
    )


def _move_fields(target: Meld, move: meld_moves.Move, system: RuleSystem) -> list[str]:
    is_run, is_tack = target.kind is MeldKind.RUN, move.kind is meld_moves.MoveKind.TACK
    has_ends = is_run and system.joker_goes is JokerGoes.CHOSEN_END
    wanted = {
        "end": is_tack and is_run,
        "joker": not is_tack and len(list(meld_moves.joker_places(target))) > 1,
        "by": not is_tack and takes_owner(target, system),
        "to": not is_tack and (has_ends or bool(meld_moves.joker_goals(system))),
        "opens": _may_open(target, move, system),
    }
    return [name for name, is_wanted in wanted.items() if is_wanted] + ["kind", "down"]


def _may_open(target: Meld, move: meld_moves.Move, system: RuleSystem) -> bool:
    """Whether a player who isn't down may make this move to come down in the same turn."""
    is_joker_move = move.kind is meld_moves.MoveKind.JOKER
    return is_joker_move and may_open_with_joker(target.kind, system)
