"""The answer to a check of cards added to a meld of the board: a tack or a joker replacement."""

from kalooki_ref.referee import meld_moves, recognition
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import may_open_with_joker, takes_owner
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.melds import meld_findings, meld_reading
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.rulings.check_answer import CheckAnswer, Grown, Spot
from kalooki_ref.web.rulings.check_query import CheckQuery, RulesInForce
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import Ruling, move_message, ruling_of


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
    wishes, supply = query.wishes, Supply(rules.pack)
    move = meld_moves.move_of(query.cards.cards, target, system, wishes, supply=supply)
    is_tack = move.kind is meld_moves.MoveKind.TACK
    down = wishes.down or (wishes.opens and _may_open(target, move, system))
    verdict = move.judge(target, system, by=wishes.by, down=down, supply=supply)
    message = move_message(move.cards, target, verdict, system, is_tack=is_tack)
    ruling = ruling_of(verdict, system, message=message)
    grown = _grown(target, move, ruling, system)
    return CheckAnswer(
        ruling.answer,
        word=ruling.word,
        message=ruling.message,
        row=_grown_spots(grown, ruling),
        ruling=ruling,
        took=move.kind.value,
        took_words=_("Taken as a tack") if is_tack else _("Taken as a joker replacement"),
        grown=grown,
        fields=tuple(_move_fields(target, move, system)),
        jokers=len(list(meld_moves.joker_places(target))),
    )


def _grown(target: Meld, move: meld_moves.Move, ruling: Ruling, system: RuleSystem) -> Grown:
    after = ruling.result or ruling.instead
    after_reading = meld_reading(Meld(target.kind, after), system) if after else ()
    return Grown(target, meld_reading(target, system), move.cards, after, after_reading)


def _grown_spots(grown: Grown, ruling: Ruling) -> tuple[Spot, ...]:
    """Return the meld after a legal move, with new cards marked; otherwise the meld as it is."""
    if not ruling.result:
        state = "wrong" if ruling.reasons else ""
        added = (Spot(card, None, state, at == 0) for at, card in enumerate(grown.added))
        cards = zip(grown.target.cards, grown.reading or grown.target.cards, strict=True)
        return (*(Spot(card, as_card) for card, as_card in cards), *added)
    old = list(grown.target.cards)
    spots = []
    for card, as_card in zip(grown.after, grown.after_reading or grown.after, strict=True):
        spots.append(Spot(card, as_card, "" if card in old else "new"))
        if card in old:
            old.remove(card)
    return tuple(spots)


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
