"""How evenings begin: short scripts of what chance seldom does, before it takes over.

A line is a step and what its form says: ``late`` is the last player who joined, ``middle`` the
meld in the middle of the board. A step with a question mark may save nothing; any other that saves
nothing is a fault.
"""

from tests.evenings.step import Step

OPENINGS = (
    """
    round winner=1
    join name=Zoe plays=this start=other points=40
    round winner=late
    undo join
    restore
    undo again?
    undo join
    """,
    """
    join name=Zoe plays=this start=other points=40
    join name=Yan plays=this start=other points=15
    undo first join
    join name=Xia plays=this start=zero
    round winner=late
    undo join
    join name=Wim plays=this start=highest
    round winner=1
    """,
    """
    round winner=1
    leave player=2 when=now
    round winner=1
    round winner=3
    undo leave
    restore
    undo again?
    round winner=1
    """,
    """
    round winner=1
    leave player=2
    round winner=1
    return plays=this start=other points=35
    round winner=2
    undo return
    restore
    """,
    """
    call? player=1
    leave player=2 when=after
    round winner=2
    call? player=1
    join name=Zoe plays=next start=highest
    round winner=1
    round winner=late
    undo leave
    undo first round
    """,
    """
    lay player=1
    lay player=2
    lay player=3
    tack player=2 to=middle
    undo first lay
    restore
    undo lay
    restore
    undo again?
    """,
    """
    call? player=1
    their leave? player=1 when=now
    leave? player=4 when=now
    leave player=2 when=now
    their sends? when=now
    join name=Zoe plays=this start=zero
    leave player=3 when=now
    undo join
    restore
    """,
    """
    round winner=1 bent=yes insist=1 fine=20
    correct winner=1 bent=yes insist=1 fine=-15
    undo correct
    restore
    undo round
    restore
    undo again?
    """,
    """
    lay player=1
    round winner=void
    round winner=2
    undo first round
    restore
    undo again?
    undo round
    restore
    """,
    """
    leave player=2 when=now
    round winner=1
    return plays=next start=highest
    round winner=1
    leave player=2
    undo return
    round winner=3
    restore
    """,
    """
    join name=Zoe plays=next start=zero
    round winner=1
    lay player=2
    round winner=2
    lay player=1
    undo first round
    undo round
    restore
    """,
    """
    call? player=1
    leave player=2 when=now
    round winner=void
    return plays=this start=zero
    call? player=1
    leave player=3 when=now
    round winner=void
    lay player=1
    undo round
    restore
    """,
)


def opening(number: int, seed: int) -> list[Step]:
    """Return the steps of an opening; the numbers go round."""
    lines = OPENINGS[number % len(OPENINGS)].strip().splitlines()
    return [_step(line.strip(), seed + index) for index, line in enumerate(lines)]


def _step(line: str, seed: int) -> Step:
    words = line.split()
    wishes = tuple((name, value) for name, _, value in (w.partition("=") for w in words) if value)
    kind = " ".join(word for word in words if "=" not in word)
    return Step(kind.replace("?", ""), seed, wishes, has_to_save="?" not in kind)
