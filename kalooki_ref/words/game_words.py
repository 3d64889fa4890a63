"""A game in words: rounds and contracts, the deal, advice on hands, the pool."""

import re
from dataclasses import dataclass
from datetime import datetime

from kalooki_ref.game.events import Coaching
from kalooki_ref.game.instants import instant_of
from kalooki_ref.game.ranking import leaders
from kalooki_ref.game.state import Game, Round
from kalooki_ref.referee.dealing import dealt_stock
from kalooki_ref.referee.pool import Share, ShareReason, share_pool
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.amounts import joker_count, melds_of
from kalooki_ref.words.language import format_date, format_datetime, game_name, ngettext, pgettext
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l

LabelledFact = tuple[str, str]
# Spanish says e for y before such a name: Ana e Inés.
_SOUNDS_AS_I = re.compile(r"h?[iíì](?![aeouáéóú])|y[^aeiou]", re.IGNORECASE)


def contract_words(contract: Contract | None, system: RuleSystem) -> str:
    """Return what opens a round: "2 sets and 1 run", or the points needed without a contract."""
    if contract is None:
        return _("Open with %(points)s points", points=system.opening)
    return melds_of(contract, system)


def round_name(played: Round, system: RuleSystem) -> str:
    """Return how people call a round: "Round 3 of 9", or just its number where none is the last."""
    if system.is_open_ended:
        return _("Hand %(number)s", number=played.number)
    return _("Round %(number)s of %(last)s", number=played.number, last=len(system.contracts))


def day_words(at: str) -> str:
    """Return the day of a time, the month by its name: "21 November 2026", where this server is."""
    moment = _local(at)
    # Translators: how a date is written, in Unicode's letters; Spanish: d 'de' MMMM 'de' y
    return format_date(moment.date(), _("d MMMM y")) if moment else _("unknown")


def moment_words(at: str) -> str:
    """Return a time such as "21 Nov, 19:40", where this server is."""
    moment = _local(at)
    return format_datetime(moment, "d MMM, HH:mm") if moment else _("unknown")


def _local(at: str) -> datetime | None:
    """Return a time where this server is; None for one that no calendar has.

    Games stored by earlier versions may hold such a time.
    """
    moment = instant_of(at)
    try:
        return moment.astimezone() if moment else None
    except OverflowError:  # the last hours of the year 9999, further east
        return moment


def leader_words(game: Game) -> str:
    """Return who is lowest now: "Bob leads with 115"; empty before anything is scored."""
    first = leaders(game)
    if not first:
        return ""
    return ngettext(
        "%(names)s leads with %(points)s",
        "%(names)s lead with %(points)s",
        len(first),
        names=joined([player.name for player in first]),
        points=game.points_of(first[0].number),
    )


def winner_words(game: Game) -> str:
    """Return who won: "Bob and Eve share first place with 115"; empty where nothing was scored."""
    first = leaders(game)
    if not first:
        return ""
    return ngettext(
        "%(names)s won with %(points)s",
        "%(names)s share first place with %(points)s",
        len(first),
        names=joined([player.name for player in first]),
        points=game.points_of(first[0].number),
    )


def joined(words: list[str]) -> str:
    """Return words as a list in a sentence.

    >>> joined(["Ann"])
    'Ann'
    """
    if len(words) < 2:
        return "".join(words)
    some, last = ", ".join(words[:-1]), words[-1]
    if _SOUNDS_AS_I.match(last):
        # Translators: before a word that begins with the sound i; Spanish: %(some)s e %(last)s
        return pgettext("before i", "%(some)s and %(last)s", some=some, last=last)
    return _("%(some)s and %(last)s", some=some, last=last)


def pack_words(system: RuleSystem, players: int) -> str:
    """Return what to shuffle: "3 packs with 6 jokers, 162 cards"."""
    pack = system.pack_for(players)
    packs = ngettext("%(num)s pack", "%(num)s packs", pack.copies)
    return _("%(packs)s with %(jokers)s, %(cards)s cards",
             packs=packs, jokers=joker_count(pack.jokers, system), cards=pack.size)  # fmt: skip


def cards_words(count: int) -> str:
    """Return a number of cards: "13 cards"."""
    return ngettext("%(num)s card", "%(num)s cards", count)


def first_deal(system: RuleSystem, players: int) -> list[LabelledFact]:
    """Return what a new table needs to know before the first round."""
    stock = dealt_stock(system, players=players, number=1)
    return [
        (_("Shuffle"), pack_words(system, players)),
        (_("Deal to each"), cards_words(system.deal_of(1))),
        (_("Left in the stock"), cards_words(stock.left)),
    ]


def thin_rounds(system: RuleSystem, players: int) -> list[int]:
    """Return the rounds whose stock will probably run out, from 1."""
    last = len(system.contracts) or 1
    numbers = range(1, last + 1)
    return [n for n in numbers if dealt_stock(system, players=players, number=n).is_thin]


def thin_ahead(system: RuleSystem, players: int) -> str:
    """Return the warning about rounds with a thin stock; empty if there are no such rounds."""
    thin = thin_rounds(system, players)
    if not thin:
        return ""
    least = dealt_stock(system, players=players, number=thin[-1]).left
    return ngettext(
        "With %(players)s players the stock is thin in round %(rounds)s, down to %(least)s cards: "
        "the discards will probably need a reshuffle.",
        "With %(players)s players the stock is thin in rounds %(rounds)s, down to %(least)s cards: "
        "the discards will probably need a reshuffle.",
        len(thin),
        players=players,
        rounds=_rounds_of(thin),
        least=least,
    )


def thin_now(system: RuleSystem, *, players: int, number: int) -> str:
    """Return the announcement for the current round; empty where the stock lasts."""
    stock = dealt_stock(system, players=players, number=number)
    if not stock.is_thin:
        return ""
    return _(
        "Thin stock: %(left)s cards, %(circuits)s draws each. It may need a reshuffle.",
        left=stock.left,
        circuits=f"{stock.circuits:g}",
    )


def limits(system: RuleSystem) -> str:
    """Return how many can play."""
    return _("%(least)s to %(most)s players", least=system.min_players, most=system.max_players)


def cannot_play_words(system: RuleSystem, players: int) -> str:
    """Return why this number of players can't play."""
    if players < 2:
        return ngettext(
            "%(game)s needs at least %(num)s player. Enter the names.",
            "%(game)s needs at least %(num)s players. Enter the names.",
            system.min_players,
            game=game_name(system.name),
        )
    return _(
        "%(game)s is for %(least)s to %(most)s players. "
        "With %(players)s there aren’t enough cards.",
        game=game_name(system.name),
        least=system.min_players,
        most=system.max_players,
        players=players,
    )


def unusual_words(system: RuleSystem, players: int) -> str:
    """Return that this number can play, though the rules are for fewer or for more."""
    return _(
        "%(game)s is for %(least)s to %(most)s players, and you are %(players)s. "
        "There are enough cards, so you can play anyway: tick the box below.",
        game=game_name(system.name),
        least=system.min_players,
        most=system.max_players,
        players=players,
    )


def _rounds_of(numbers: list[int]) -> str:
    """Return rounds that follow one another: "9", "8 and 9" or "4 to 9"."""
    if len(numbers) > 2:
        return _("%(first)s to %(last)s", first=numbers[0], last=numbers[-1])
    return joined([str(number) for number in numbers])


def coaching_word(coaching: Coaching) -> str:
    """Return the choice as the table page and the log name it."""
    return str(_COACHING[coaching])


def coaching_choices() -> list[tuple[str, str]]:
    """Return the choices with their words, for a field."""
    return [(coaching.value, coaching_word(coaching)) for coaching in Coaching]


def coaching_note(coaching: Coaching) -> str:
    """Return what the choice means for those who play."""
    return str(_COACHING_NOTES[coaching])


def coaching_line(coaching: Coaching) -> str:
    """Return what the table page shows to all; empty where there is no advice."""
    if coaching is Coaching.OFF:
        return ""
    return _("Advice: %(when)s", when=coaching_word(coaching))


def closed_title(game: Game) -> str:
    """Return why there is no advice now, in a few words."""
    if game.advice is Coaching.OFF:
        return _("No advice at this table")
    return _("Not while you play")


def closed_words(game: Game) -> str:
    """Return why there is no advice now, and when there will be."""
    if game.advice is Coaching.OFF:
        return _(
            "You play without advice, so the phone says nothing about hands. Everyone can see this."
        )
    if not game.past:
        return _("After the first round is saved, you can ask about its hands here.")
    return _("A new round has started. After it is saved, you can ask about its hands here.")


_COACHING = {
    Coaching.OFF: _l("off"),
    Coaching.AFTER_ROUND: _l("after the round"),
    Coaching.OPEN: _l("open"),
}
_COACHING_NOTES = {
    Coaching.OFF: _l("No one can ask the phone about a hand."),
    Coaching.AFTER_ROUND: _l("Only about the round just saved, to learn from it."),
    Coaching.OPEN: _l("Anyone can ask during play: good for teaching."),
}


def add_on_words(names: list[str]) -> str:
    """Return the reminder to add cards before the count, with who is recorded as down."""
    if not names:
        return _("Before you count: players who are down may still add cards to the board.")
    return ngettext(
        "Before you count: %(names)s is down and may still add cards to the board.",
        "Before you count: %(names)s are down and may still add cards to the board.",
        len(names),
        names=", ".join(names),
    )


def pool_words(game: Game) -> str:
    """Return what is in the pool, such as "The pool: 4 × 10 = 40"; empty without a stake."""
    if not game.stake:
        return ""
    players = len(game.players)
    return _(
        "The pool: %(players)s × %(stake)s = %(pool)s",
        players=players,
        stake=game.stake,
        pool=players * game.stake,
    )


@dataclass(frozen=True, slots=True)
class PoolLine:
    """One line of the payout."""

    words: str
    amount: int


def pool_lines(game: Game) -> tuple[PoolLine, ...]:
    """Return how the pool is shared as things stand; nothing where nobody staked anything.

    Those who left put their stake in and have no share.
    """
    if not game.stake or not game.scored:
        return ()
    totals = tuple(game.points_of(player.number) for player in game.at_table)
    shares = share_pool(game.stake * len(game.players), totals, game.system)
    lines = [
        PoolLine(_share_words(share, game.at_table[share.player].name, game), share.units)
        for share in shares
    ]
    gone = [player.name for player in game.players if player.has_left]
    lines += [PoolLine(_("%(name)s left: no part of the pool", name=name), 0) for name in gone]
    return tuple(lines)


def _share_words(share: Share, name: str, game: Game) -> str:
    """Return who gets a share and why, such as "Ann wins at least 75 % of the pool"."""
    reason = (share.reason, share.winners > 1)
    values = {"name": name, "share": game.system.pool_share, "points": game.system.pool_threshold}
    words = str(_SHARES[reason]) % values
    if not share.extra:
        return words
    extra = _ODD_UNIT if share.winners > 1 else _UNSPLIT
    return f"{words}. {str(extra) % {'units': share.extra}}"


_ODD_UNIT = _l("The odd %(units)s goes to the one of them who sits first")
_UNSPLIT = _l("%(units)s of it can’t be split equally among the others")
_SHARES = {
    (ShareReason.WINNER, False): _l("%(name)s wins at least %(share)s %% of the pool, rounded up"),
    (ShareReason.WINNER, True): _l(
        "%(name)s shares the win: an equal part of at least %(share)s %% of the pool, rounded up"
    ),
    (ShareReason.WHOLE_POOL, False): _l("%(name)s wins the whole pool"),
    (ShareReason.WHOLE_POOL, True): _l("%(name)s shares the win: an equal part of the whole pool"),
    (ShareReason.BELOW_THRESHOLD, False): _l(
        "%(name)s has fewer than %(points)s points: an equal part of the rest"
    ),
    (ShareReason.NOTHING_LEFT, False): _l("%(name)s: nothing is left to share"),
    (ShareReason.TOO_MANY_POINTS, False): _l(
        "%(name)s has %(points)s points or more: no part of the pool"
    ),
}
