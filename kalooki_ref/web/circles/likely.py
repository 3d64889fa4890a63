"""Names in a circle that may be spellings of one person's."""

from itertools import combinations

from kalooki_ref.game.names import folded
from kalooki_ref.records.people import Person, have_met
from kalooki_ref.web.circles.circle import OpenCircle

SHORTEST = 3
MOST_SHOWN = 3
# Comparing every name with every other one takes quadratic time.
MOST_COMPARED = 60


def likely_pairs(opened: OpenCircle) -> tuple[tuple[Person, Person], ...]:
    """Return pairs of people who never met and whose names are alike, more games first.

    People whom somebody has already kept apart aren't asked about again.
    """
    undecided = [person for person in opened.people.values() if person.id not in opened.spellings]
    found = []
    for person, other in combinations(undecided[:MOST_COMPARED], 2):
        if are_alike(person.name, other.name) and not have_met(opened.games, person.id, other.id):
            found.append((person, other))
            if len(found) == MOST_SHOWN:
                break
    return tuple(found)


def are_alike(one: str, other: str) -> bool:
    """Whether a name begins with the other, or differs from it in one letter.

    >>> are_alike("Bob", "Bobby"), are_alike("Anna", "Anne"), are_alike("Ann", "Ben")
    (True, True, False)
    """
    short, long = sorted((folded(one), folded(other)), key=len)
    if len(short) < SHORTEST:
        return False
    if long.startswith(short):
        return True
    differing = [index for index in range(len(short)) if short[index] != long[index]]
    if len(long) == len(short):
        return len(differing) == 1 and len(short) > SHORTEST
    place = differing[0] if differing else len(short)
    return len(long) == len(short) + 1 and short[place:] == long[place + 1 :]
