"""The steps of an evening."""

from dataclasses import dataclass
from random import Random

# Steps that chance takes, with how often each is taken.
STEPS = {
    "round": 24, "call": 8, "lay": 8, "tack": 5, "joker": 2, "count": 2, "stock": 2,
    "players": 8, "join": 5, "leave": 7, "return": 5, "history": 12, "undo join": 4,
    "undo leave": 3, "undo return": 3, "undo lay": 3, "undo round": 3, "undo again": 1,
    "restore": 6, "correct": 5, "end": 2, "their page": 4, "their leave": 3, "their sends": 9,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody does next, the seed of the choices it takes, and what its form has to say."""

    kind: str
    seed: int
    wishes: tuple[tuple[str, str], ...] = ()
    has_to_save: bool = False

    @property
    def random(self) -> Random:
        return Random(f"{self.kind} {self.seed}")


def random_steps(seed: int, *, most: int = 10) -> list[Step]:
    """Return the steps of an evening."""
    random = Random(seed)
    kinds = random.choices([*STEPS], [*STEPS.values()], k=random.randint(most // 3, most))
    return [Step(kind, random.randrange(10**6)) for kind in kinds]
