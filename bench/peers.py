"""Other solvers for comparison: CP-SAT with our hands, others with their own games.

`make bench` installs them; missing ones are skipped.
"""

from collections.abc import Callable, Iterator, Sized
from functools import partial
from random import Random

from kalooki_ref.referee.advice.question import Question

Timed = list[Callable[[], object]]


def peers(questions: list[Question]) -> Iterator[tuple[str, Timed]]:
    """Yield each solver's name and the calls to time."""
    for name, found in (
        ("CP-SAT, the same hands", exact_model),
        ("rummikub-solver, its own racks", rummikub),
        ("okey-solver-py, its own racks", okey),
        ("mahjong shanten, its own hands", mahjong),
    ):
        try:
            yield name, found(questions)
        except ImportError:
            print(f"   {name}: not installed")


def exact_model(questions: list[Question]) -> Timed:
    from tests.properties.exact_model import ExactModel

    def least(question: Question) -> object:
        return ExactModel(question).least()

    return [partial(least, question) for question in questions]


def rummikub(questions: list[Question]) -> Timed:
    from rummikub_solver import RuleSet

    rules = RuleSet()
    rng = Random(1)
    timed: Timed = []
    for _ in questions:
        state = rules.new_game()
        state.add_rack(*rng.sample(list(rules.tiles) * 2, 14))
        timed.append(partial(rules.solve, state))
    return timed


def okey(questions: list[Question]) -> Timed:
    from okey_core.types import Tile, TileColor
    from okey_solver import SolverEngine

    engine = SolverEngine()
    rng = Random(1)
    colours = [colour for colour in TileColor if colour is not TileColor.JOKER]
    pack = [
        Tile(id=f"{colour.value}_{value}_{copy}", color=colour, value=value)
        for colour in colours
        for value in range(1, 14)
        for copy in (1, 2)
    ]
    racks = [rng.sample(pack, 14) for _ in questions]
    return [partial(engine.find_best_arrangement, rack) for rack in racks]


def mahjong(questions: Sized) -> Timed:
    from mahjong.shanten import Shanten

    shanten = Shanten()
    rng = Random(1)
    timed: Timed = []
    for _ in range(len(questions)):
        tiles = [0] * 34
        for tile in rng.sample(range(136), 14):
            tiles[tile // 4] += 1
        timed.append(partial(shanten.calculate_shanten, tiles))
    return timed
