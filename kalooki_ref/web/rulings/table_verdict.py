"""The answer to a check in a game: on cards alone, or on what a player would do with them.

Only the game knows who may come down, what is on the board, and what happened in this turn.
"""

from collections.abc import Sequence
from dataclasses import replace

from kalooki_ref.game.board_changes import judge_builders
from kalooki_ref.game.entry_verdict import has_tacked, judge_event
from kalooki_ref.game.events import MeldsLaid
from kalooki_ref.referee.checking import Checked, LayFacts, check_cards
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import OpeningTurn, extra_meld_findings
from kalooki_ref.referee.meld import Meld, Owner
from kalooki_ref.referee.meld_moves import is_several_moves
from kalooki_ref.referee.recognition import PlayedAs
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.rulings.addition_verdict import one_at_a_time
from kalooki_ref.web.rulings.cards_verdict import answer_of, answer_of_checked
from kalooki_ref.web.rulings.check_answer import CheckAnswer
from kalooki_ref.web.rulings.check_query import CheckQuery, RulesInForce
from kalooki_ref.web.rulings.drawn_melds import DrawnMeld, drawn_lay
from kalooki_ref.web.rulings.spots import BoardRow
from kalooki_ref.web.shared.open_game import OpenGame, current_round
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.rulings import Ruling, State, lay_message, ruling_of
from kalooki_ref.words.verdicts import answer_word


def answer_at_table(
    query: CheckQuery, opened: OpenGame, rows: Sequence[BoardRow] = ()
) -> CheckAnswer:
    """Return the answer; ``rows`` are the melds of the board if cards are added to one of them."""
    cards_alone = answer_of(query, RulesInForce(opened.system, opened=opened), opened.system)
    if any(query.faults.values()):
        return cards_alone
    if query.adds:
        return _answer_of_rows(query, opened, rows)
    if query.player is None or query.is_addition or not query.parts:
        return replace(cards_alone, fields=tuple(set(cards_alone.fields) - {"out"}))
    answer = _answer_of_lay(query, opened, query.player)
    changes = cards_alone.ruling is not None and cards_alone.word != answer.word
    return replace(answer, by_cards=cards_alone.word) if changes else answer


def laid_by(query: CheckQuery, opened: OpenGame, player: int) -> MeldsLaid:
    """Return the lay as an entry."""
    return _event(query, player, checked_lay(query, opened, player).melds)


def checked_lay(query: CheckQuery, opened: OpenGame, player: int) -> Checked:
    """Return the cards as melds: of a first lay, or any number of them if the player is down."""
    current, system = current_round(opened), opened.system
    # Cards that are separated are several melds, whatever kind is chosen for one.
    played_as = query.played_as if len(query.parts) == 1 else None
    if _is_down(opened, player):
        facts = LayFacts(None, opened.game.pack)
        return check_cards(query.parts, system, played_as=played_as, facts=facts)
    built = judge_builders(opened.game, current, query.built)
    turn = OpeningTurn(built.points, query.goes_out == "yes")
    facts = LayFacts(_number(opened), opened.game.pack, turn, current.melds_of(player))
    return check_cards(query.parts, system, played_as=played_as or PlayedAs.LAY, facts=facts)


def asks_turn(verdict: Verdict) -> bool:
    """Whether it is legal if it was a later turn, which the entries don't tell."""
    return Code.MELD_AFTER_TACK in verdict.codes


def ruling_of_lay(melds: Sequence[Meld], verdict: Verdict, opened: OpenGame) -> Ruling:
    """Return the ruling on a lay; unclear if only the turn is in doubt."""
    message = lay_message(melds, opened.system, verdict.opening)
    ruling = ruling_of(verdict, opened.system, message=message)
    if verdict.codes != (Code.MELD_AFTER_TACK,):
        return ruling
    return replace(ruling, state=State.UNCLEAR, word=answer_word(Verdict(unclear=True)))


def drawn_at_table(
    melds: Sequence[Meld], ruling: Ruling, query: CheckQuery, opened: OpenGame, player: int
) -> tuple[DrawnMeld, ...]:
    """Return the melds of a player's lay, with the repairs that the table allows."""

    def judged(mended: Sequence[Meld]) -> Verdict:
        return judge_event(opened.game, _event(query, player, tuple(mended)))

    return drawn_lay(melds, ruling, opened.system, opened.game.pack, judged)


def _event(query: CheckQuery, player: int, melds: tuple[Meld, ...]) -> MeldsLaid:
    return MeldsLaid(
        player,
        melds,
        builders=query.built,
        goes_out=query.goes_out == "yes",
        later=query.is_later,
    )


def _is_down(opened: OpenGame, player: int) -> bool:
    place = current_round(opened).place_of(player)
    return place is not None and place.is_down


def _number(opened: OpenGame) -> int | None:
    return current_round(opened).number if opened.system.contracts else None


def _answer_of_lay(query: CheckQuery, opened: OpenGame, player: int) -> CheckAnswer:
    checked = checked_lay(query, opened, player)
    by_cards = answer_of_checked(checked, opened.system)
    by_cards = replace(by_cards, fields=())  # the game knows them
    # A meld that is only begun is no fault yet, but what the player may not do at all is.
    melds = checked.melds[:-1] if checked.is_begun else checked.melds
    event = _event(query, player, melds)
    verdict = judge_event(opened.game, event)
    if not melds and _is_down(opened, player):
        # Whether a further meld may be laid at all is known before its cards are.
        current = current_round(opened)
        rules, tacked = opened.game.rules_in(current), has_tacked(current, event)
        verdict = Verdict(extra_meld_findings(rules, tacked_this_turn=tacked))
    known = checked.verdict
    is_same = verdict.codes == known.codes and verdict.answer is known.answer
    if is_same or (checked.is_begun and set(verdict.codes) <= {*known.codes, *_UNFINISHED}):
        return by_cards
    ruling = ruling_of_lay(melds, verdict, opened)
    rows = drawn_at_table(melds, ruling, query, opened, player)
    return CheckAnswer(
        ruling.state,
        word=ruling.word,
        message=ruling.message,
        row=tuple(card for row in rows for card in row.cards) or by_cards.row,
        is_sorted=checked.is_sorted,
        ruling=ruling,
        took=PlayedAs.LAY.value,
        took_words=_("Taken as coming down"),
        rows=rows,
        asks_turn=asks_turn(verdict),
    )


def _answer_of_rows(query: CheckQuery, opened: OpenGame, rows: Sequence[BoardRow]) -> CheckAnswer:
    """Return whether the cards fit any meld of the board."""
    if not query.cards.cards:
        step = _("Tap the cards to add: the melds that take them light up.")
        return CheckAnswer(word=_("Which cards?"), message=(step,))
    best = [row.spots[0] for row in rows if row.spots]
    verdicts = [spot.verdict for spot in best if spot.verdict]
    rulings = [ruling_of(verdict, opened.system) for verdict in verdicts]
    fitting = [spot for spot in best if spot.fits]
    is_barred = any(Code.NOT_DOWN in verdict.codes for verdict in verdicts)
    if not fitting and not is_barred and _is_several_moves(query, opened, rows):
        return one_at_a_time(CheckAnswer(), opened.system)
    if not fitting:
        reasons = {ruling.message for ruling in rulings}
        why = reasons.pop() if len(reasons) == 1 else (_("Tap a meld to see why."),)
        must_wait = any(verdict.codes == (Code.NOT_DOWN,) for verdict in verdicts)
        word = _("Not yet") if must_wait else _("Fits no meld")
        return CheckAnswer(State.ILLEGAL, word=word, message=why)
    word = ngettext("Fits %(num)s meld: tap it", "Fits %(num)s melds: tap one", len(fitting))
    is_clear = any(spot.ends or (spot.verdict and not spot.verdict.unclear) for spot in fitting)
    if is_clear:
        return CheckAnswer(State.LEGAL, word=word)
    return CheckAnswer(State.UNCLEAR, word=word, message=rulings[0].message)


def _is_several_moves(query: CheckQuery, opened: OpenGame, rows: Sequence[BoardRow]) -> bool:
    """Whether the cards are several moves on one of these melds."""
    cards, supply = query.cards.cards, Supply(opened.game.pack)
    return any(
        is_several_moves(
            cards,
            row.shown.meld,
            opened.system,
            by=Owner.OWN if row.shown.owner.number == query.player else Owner.OTHER,
            supply=supply,
        )
        for row in rows
    )


# What a lay still lacks while a meld of it is only begun.
_UNFINISHED = (Code.CONTRACT_SHORT, Code.OPENING_SHORT)
