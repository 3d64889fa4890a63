"""Parses the text file of a whole game: its events and the expected results.

`= 42` after a hand is its expected score; `round 334, Ben deals, Cai starts` is the expected state
before the round. Lines that start with # are comments.
"""

from dataclasses import dataclass, field
from pathlib import Path

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.events import (
    CallAnswered,
    Event,
    GameEnded,
    GameStarted,
    HandLeft,
    RoundEnded,
    StockReshuffled,
)

HERE = Path(__file__).parent
FLAGS = {"overcalls": "overcalls", "false-lays": "false_lays"}


@dataclass
class WholeGame:
    """A parsed game; ``rounds`` are the expected (contract, dealer, starter)."""

    system: str = ""
    names: tuple[str, ...] = ()
    dealer: str = ""
    starter: str = ""
    stake: int = 0
    rounds: list[tuple[str, str, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    scores: list[dict[str, int]] = field(default_factory=list)
    standings: list[tuple[int, str, int]] = field(default_factory=list)
    pool: dict[str, int] = field(default_factory=dict)

    def number(self, name: str) -> int:
        return self.names.index(name) + 1

    def started(self) -> GameStarted:
        starter = self.number(self.starter) if self.starter else None
        return GameStarted(self.names, self.number(self.dealer), starter, self.stake)


def points_after(whole: WholeGame, rounds: int) -> dict[str, int]:
    """Return each player's total after a number of rounds."""
    played = whole.scores[:rounds]
    return {name: sum(scores.get(name, 0) for scores in played) for name in whole.names}


def games() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.txt"))


def read(name: str) -> WholeGame:
    whole = WholeGame()
    part = "head"
    for line in (HERE / f"{name}.txt").read_text("utf-8").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] in ("round", "standings", "pool"):
            part = words[0]
        _READERS[part](whole, words)
    close(whole)
    return whole


def _head(whole: WholeGame, words: list[str]) -> None:
    kind, *rest = words
    if kind == "players":
        whole.names = tuple(rest)
    else:
        setattr(whole, kind, int(rest[0]) if kind == "stake" else rest[0])


def _round(whole: WholeGame, words: list[str]) -> None:
    if words[0] == "round":
        close(whole)
        contract, dealer, starter = words[1].strip(","), words[2], words[4]
        whole.rounds.append((contract, dealer, starter))
        return
    if words[0] == "end":
        close(whole)
        whole.events.append(GameEnded())
    elif words[0] == "call":
        whole.events.append(CallAnswered(whole.number(words[1])))
    elif words[0] == "reshuffle":
        whole.events.append(StockReshuffled())
    elif words[0] == "void":
        whole.events.append(RoundEnded(None))
        whole.scores.append({})
    else:
        _hand(whole, words)


def _hand(whole: WholeGame, words: list[str]) -> None:
    score = int(words[-1])
    assert words[-2] == "=", words
    words = words[:-2]
    if words[0] == "out":
        winner, flags = words[1], words[2:]
        bent = "bent" in flags
        hand = HandLeft(whole.number(winner), is_down=True, **_counted(flags))
        whole.events.append(RoundEnded(whole.number(winner), bent, (hand,)))
        whole.scores.append({winner: score})
        return
    ended = whole.events[-1]
    assert isinstance(ended, RoundEnded)
    hand = _held(whole.number(words[0]), words[1:])
    whole.events[-1] = RoundEnded(ended.winner, ended.bent, (*ended.hands, hand))
    whole.scores[-1][words[0]] = score


def _held(player: int, words: list[str]) -> HandLeft:
    flags = {"not-down", *FLAGS}
    cut = next((index for index, word in enumerate(words) if word in flags), len(words))
    named, rest = words[:cut], words[cut:]
    down = "not-down" not in rest
    if named[0][0].isdigit() and named[0].replace("+", "").isdigit():
        total = sum(int(part) for part in named[0].split("+"))
        typed = named[0] if "+" in named[0] else ""
        return HandLeft(player, count=total, sum_text=typed, is_down=down, **_counted(rest))
    return HandLeft(player, cards=parse_cards(" ".join(named)), is_down=down, **_counted(rest))


def _counted(words: list[str]) -> dict[str, int]:
    return {FLAGS[word]: int(words[index + 1]) for index, word in enumerate(words) if word in FLAGS}


def _standings(whole: WholeGame, words: list[str]) -> None:
    if words[0] != "standings":
        whole.standings.append((int(words[0]), words[1], int(words[2])))


def _pool(whole: WholeGame, words: list[str]) -> None:
    if words[0] != "pool":
        whole.pool[words[0]] = int(words[1])


def close(whole: WholeGame) -> None:
    """Check that the round just read lists every player once."""
    if whole.scores and whole.scores[-1]:
        assert sorted(whole.scores[-1]) == sorted(whole.names), whole.rounds[-1]


_READERS = {"head": _head, "round": _round, "standings": _standings, "pool": _pool}
