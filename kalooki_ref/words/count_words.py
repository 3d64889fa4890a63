"""Results of counting a hand in words: calls made and left, or how far it is off."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.game.state import Game
from kalooki_ref.referee.calls import When, call_limit, calls_over_table
from kalooki_ref.referee.counts import Count, Counted, read_count, right_when
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.rule_words import late_overcall_words, miscount_words, overcall_words
from kalooki_ref.words.rulings import State
from kalooki_ref.words.verdicts import say_plain


@dataclass(frozen=True, slots=True)
class CountWords:
    """The result of a count: ``more`` is unrecorded calls, ``fewer`` recorded ones it disproves.

    ``short`` is what is wrong, in a few words; ``off`` is how many of the cards can't be right.
    """

    state: State
    words: tuple[str, ...]
    made: int | None
    left: int | None
    limit: int | None
    more: int = 0
    fewer: int = 0
    short: str = ""
    off: int = 0

    @property
    def headline(self) -> str:
        """The verdict in two or three words."""
        if self.state is State.ILLEGAL:
            return _("Too many calls")
        return _("It adds up") if self.state is State.LEGAL else _("Count again")


def count_words(
    counted: Counted, system: RuleSystem, *, number: int, on_record: int | None = None
) -> CountWords:
    """Return what a count proves, compared with the calls on record, if any."""
    when = right_when(counted, system, number=number)
    if when:
        # Without calls, the size alone says when a hand is right, whatever was chosen.
        counted = replace(counted, when=when)
    count = read_count(counted, system, number=number)
    is_sure = count.made is not None and not (count.too_many or count.too_few)
    beyond = (count.made or 0) - (on_record or 0) if is_sure else 0
    state = State.LEGAL if count.verdict.legal else State.WAIT
    return CountWords(
        state=State.ILLEGAL if count.overcalls else state,
        words=tuple(_words(counted, count, system, when=when)),
        made=count.made,
        left=count.left,
        limit=call_limit(system),
        more=max(0, beyond) if on_record is not None else 0,
        fewer=max(0, -beyond) if on_record is not None else 0,
        short=_short(counted, count),
        off=count.too_many or count.overcalls * system.cards_per_call,
    )


def total_words(game: Game, *, cards: int, hands: int, drawn: bool) -> str:
    """Return what all hands and melds together prove; empty once the game is over.

    Also empty without calls: there each hand is right or wrong by itself.
    """
    if game.current is None or not game.system.calling:
        return ""
    number, rules = game.current.number, game.rules_in(game.current)
    calls = calls_over_table(cards, rules, players=hands, number=number, drawn=int(drawn))
    if calls is None:
        return ngettext(
            "All hands and melds come to %(num)s card. No number of calls explains that.",
            "All hands and melds come to %(num)s cards. No number of calls explains that.",
            cards,
        )
    return ngettext(
        "All hands and melds come to %(cards)s cards: %(num)s call at this table.",
        "All hands and melds come to %(cards)s cards: %(num)s calls at this table.",
        calls,
        cards=cards,
    )


def together_words(finding: Finding, names: Sequence[str]) -> str:
    """Return what is wrong with several counts together; the finding's ``at`` indexes names."""
    if finding.at:
        empty = ", ".join(names[place] for place in finding.at)
        return _("No cards left: %(names)s. Only one player can go out, so count again.",
                 names=empty)  # fmt: skip
    return _("All together %(found)s cards are too many: the pack has %(needed)s.",
             found=finding.found, needed=finding.needed)  # fmt: skip


def _short(counted: Counted, count: Count) -> str:
    many, few = count.too_many, count.too_few
    if many and few:
        return _("Odd: %(less)s or %(more)s", less=counted.hand - many, more=counted.hand + few)
    if many:
        return ngettext("%(num)s card too many", "%(num)s cards too many", many)
    if few:
        return ngettext("%(num)s card too few", "%(num)s cards too few", few)
    return _("Too many calls") if count.overcalls else ""


# When the size of a hand is right in a game without calls.
_RIGHT_WHEN = {
    When.BETWEEN: _l("%(hand)s: right between turns."),
    When.AFTER_DRAW: _l("%(hand)s: right before the discard."),
}


def _words(counted: Counted, count: Count, system: RuleSystem, *, when: When | None) -> list[str]:
    sentences = [say_plain(finding, system) for finding in count.verdict.findings]
    if Code.COUNT_ODD in count.verdict.codes and count.too_many == count.too_few == 1:
        sentences.append(_("That’s one card too many or too few. Count again."))
    sentences += miscount_words(system, too_many=count.too_many, too_few=count.too_few)
    if count.overcalls:
        is_late = counted.is_down
        sentences.append(late_overcall_words(system) if is_late else overcall_words(system))
    if when:
        sentences.append(str(_RIGHT_WHEN[when]) % {"hand": counted.hand})
    sentences += _calls(count, system)
    return sentences or [_("This count can be right.")]


def _calls(count: Count, system: RuleSystem) -> list[str]:
    if not system.calling or count.too_many or count.too_few:
        return []
    if count.made is None:
        return [ngettext("At least %(num)s call was made.", "At least %(num)s calls were made.",
                         count.at_least)] if count.at_least else []  # fmt: skip
    made = ngettext("%(num)s call made", "%(num)s calls made", count.made)
    if count.left is None:
        return [_("%(made)s.", made=made)]
    return [_("%(made)s, %(left)s left.", made=made, left=count.left)]
