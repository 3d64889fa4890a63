"""Players of one name in a circle's game: distinguished by number, no longer by place.

What was said about one of them stays said of the same player: where both orders differ, that
player is named for this game. The twelfth revision.
"""

import hashlib
import json
import unicodedata
from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

circle_game = sa.table("circle_game", *map(sa.column, ("game_id", "circle_id", "key")))
hidden_person = sa.table("hidden_person", *map(sa.column, ("circle_id", "person")))
result = sa.table("result", *map(sa.column, ("game_id", "data")))
spelling = sa.table("spelling", *map(sa.column, ("circle_id", "spelling", "person")))


def upgrade():
    connection = op.get_bind()
    people, known = {}, {}
    for circle_id, name, person in connection.execute(sa.select(spelling)):
        people.setdefault(circle_id, {})[name] = person
        known.setdefault(circle_id, set()).update((name, person))
    for circle_id, person in connection.execute(sa.select(hidden_person)):
        known.setdefault(circle_id, set()).add(person)
    chosen = sa.select(circle_game.c.circle_id, circle_game.c.key, result.c.data).join_from(
        circle_game, result, result.c.game_id == circle_game.c.game_id
    )
    for circle_id, said in known.items():
        rows = connection.execute(chosen.where(circle_game.c.circle_id == circle_id)).all()
        for _circle_id, key, data in rows:
            of_circle = people.get(circle_id, {})
            for seat, base in moved(circle_id, key, json.loads(data)[2], said):
                if seat not in of_circle:
                    row = {"circle_id": circle_id, "spelling": seat}
                    person = of_circle.get(base, base)
                    connection.execute(sa.insert(spelling), [row | {"person": person}])


def moved(circle_id, key, held, known):
    """Yield the players with another spelling from now on, with the earlier one, if it was used."""
    # A result ends with its players, best first, each beginning with number and name.
    players = [(player[0], player[1]) for player in held[-1]] if held else []
    before, after = bases(circle_id, players), bases(circle_id, sorted(players))
    differing = [number for number in before if before[number] != after[number]]
    if known & {before[number] for number in differing}:
        for number in differing:
            yield f"{key}.{number}", before[number]


def bases(circle_id, players):
    """Return the spelling of each player by number, players of one name in this order."""
    seen, found = Counter(), {}
    for number, name in players:
        short = unicodedata.normalize("NFKC", name) if len(name) <= 160 else name
        folded = short.casefold()
        seen[folded] += 1
        text = f"{circle_id} {seen[folded]} {folded}"
        digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
        found[number] = digest[:16]
    return found
