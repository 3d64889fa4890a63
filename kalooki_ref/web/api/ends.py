"""Questions about the pack, seats, going out, and how a round or a game ends."""

from collections.abc import Callable
from dataclasses import replace

from kalooki_ref.referee.dealing import judge_next_dealer, judge_starter, may_start
from kalooki_ref.referee.turn_rights import (
    GoingOut,
    judge_bend,
    may_add_on,
    may_discard,
    may_go_out,
    may_reshuffle,
    may_share_pool,
    may_void,
)
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import NextDealer, Starter
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api import asked as read
from kalooki_ref.web.api.asked import Asked, AskedError
from kalooki_ref.web.api.calls import Ruling, event_of


def rule_end(asked: Asked, system: RuleSystem) -> Ruling:
    """Answer a claim or a question about the end of a round, or about the table."""
    if "ask" in asked:
        return event_of(_ASKS, asked["ask"], "ask")(asked, system)
    return event_of(_CLAIMS, asked.get("claim"), "claim")(asked, system)


def _bent(asked: Asked, system: RuleSystem) -> Verdict:
    calls = read.read_count(asked, "calls", 0)
    limit = system.max_calls
    over = 0 if limit is None or not system.calling else max(0, calls - limit)
    out = GoingOut(
        went_out=read.read_maybe(asked, "went_out") is not False,
        same_turn=read.read_flag(asked, "laid_this_turn"),
        final_discard=read.read_maybe(asked, "final_discard"),
        overcalls=over or int(read.read_flag(asked, "overcalled")),
        calls=calls if asked.get("calls") is not None else None,
    )
    return judge_bend(out, system)


def _kalooki(asked: Asked, system: RuleSystem) -> Verdict:
    same_turn = read.read_flag(asked, "all_in_one_turn")
    out = GoingOut(
        same_turn=same_turn and not read.read_flag(asked, "melded_before"),
        final_discard=read.read_maybe(asked, "final_discard"),
    )
    return judge_bend(out, system)


def _starter(starter: Starter, asked: Asked, system: RuleSystem) -> Verdict:
    number = asked.get("round")
    return judge_starter(
        starter, system, number=None if number is None else read.read_count(asked, "round")
    )


def _share(asked: Asked, system: RuleSystem) -> Verdict:
    points = read.read_count(asked, "penalty_points", 0)
    return may_share_pool(system, points=points, winner=read.read_flag(asked, "winner"))


def _stock(asked: Asked, system: RuleSystem) -> int:
    number = read.read_round(asked, system)
    if number is None and not system.is_open_ended:
        raise AskedError('say which "round" it is: the deal depends on it')
    if asked.get("jokers_per_deck") is not None:
        each = read.read_count(asked, "jokers_per_deck")
        system = replace(system, jokers=tuple(each * (n + 1) for n in range(len(system.jokers))))
    return system.stock_after_deal(read.read_players(asked, system), number or 1)


def _deal(asked: Asked, system: RuleSystem) -> int:
    number = read.read_round(asked, system)
    if number is None and not system.is_open_ended:
        raise AskedError('say which "round" it is: the deal depends on it')
    return system.deal_of(number or 1)


def _decks(asked: Asked, system: RuleSystem) -> int:
    return system.packs or system.pack_for(read.read_players(asked, system)).copies


def _deck_size(asked: Asked, system: RuleSystem) -> int:
    players = read.read_players(asked, system) if "players" in asked else system.min_players
    if "players" not in asked and not system.packs:
        raise AskedError('say how many "players": the number of packs depends on it')
    return system.pack_for(players).size


def _totals(asked: Asked) -> list[int]:
    totals = read.read_object(asked.get("totals"), "totals")
    if not totals:
        raise AskedError('"totals" must name at least one player')
    return [read.read_number(totals, name) for name in totals]


_CLAIMS: dict[str, Callable[[Asked, RuleSystem], Ruling]] = {
    "bent_board": _bent,
    "kalooki": _kalooki,
    "go_out": lambda a, s: may_go_out(s, final_discard=read.read_flag(a, "final_discard")),
    "discard": lambda a, s: may_discard(read.first_card(a, "card"), s),
    "add_on_after_out": lambda a, s: may_add_on(s, down=read.read_flag(a, "laid")),
    "reshuffle_discards_keep_top": lambda a, s: may_reshuffle(
        s, times=read.read_count(a, "times", 1)
    ),
    "void_hand_redeal_same_dealer": lambda a, s: may_void(s, times=read.read_count(a, "times", 1)),
    "share_of_pool": _share,
    "start": lambda a, s: may_start(s, players=read.read_count(a, "players")),
    "deal_passes_clockwise": lambda _a, s: judge_next_dealer(NextDealer.LEFT, s),
    "dealer_is_last_round_loser": lambda _a, s: judge_next_dealer(NextDealer.LOSER, s),
    "first_player_is_youngest": lambda a, s: _starter(Starter.YOUNGEST, a, s),
    "first_player_is_last_round_winner": lambda a, s: _starter(Starter.WINNER, a, s),
    "first_player_is_left_of_dealer": lambda a, s: _starter(Starter.LEFT_OF_DEALER, a, s),
}
_ASKS: dict[str, Callable[[Asked, RuleSystem], Ruling]] = {
    "decks": _decks,
    "deck_size": _deck_size,
    "deal": _deal,
    "stock_after_deal": _stock,
    "winning_total": lambda a, _s: min(_totals(a)),
    "number_of_winners": lambda a, _s: _totals(a).count(min(_totals(a))),
}
