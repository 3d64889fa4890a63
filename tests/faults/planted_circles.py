"""Faults in what circles add up, and who may see and change it."""

from tests.faults.planted_fault import Planted

RECORDS = "tests/unit/test_records.py"
SEASONS = "tests/unit/test_seasons.py"

CIRCLES = (
    Planted(
        "a tie in a game counts as a lead",
        "kalooki_ref/records/result.py",
        "(worse + tied / 2)",
        "(worse + tied)",
        RECORDS,
    ),
    Planted(
        "a shared place has all of its points",
        "kalooki_ref/records/season.py",
        "+ shared]) / shared",
        "+ shared])",
        SEASONS,
    ),
    Planted(
        "the first evenings of a season count instead of the best",
        "kalooki_ref/records/season.py",
        "key=lambda evening: ((scores[evening] or 0) * _sign(rule), evening)",
        "key=lambda evening: evening",
        SEASONS,
    ),
    Planted(
        "two people of one game are joined into one",
        "kalooki_ref/web/circles/circle_names.py",
        "if have_met(",
        "if one == into and have_met(",
        "tests/web/circles/test_circle_people.py",
    ),
    Planted(
        "who only sees a circle changes it",
        "kalooki_ref/web/circles/circle.py",
        "if changes and address != circle.changes:",
        "if changes and not address:",
        "tests/web/circles/test_roles.py",
    ),
    Planted(
        "a result is kept when its game is corrected",
        "kalooki_ref/store/circle_results.py",
        "        & (result.c.version == game.c.version)\n",
        "",
        "tests/web/circles/test_circle_games.py",
    ),
    Planted(
        "another circle takes the place of one's own",
        "kalooki_ref/web/circles/remembering.py",
        "kept = sorted(circles, key=rank)[:MOST_CIRCLES]",
        "kept = list(circles)[:MOST_CIRCLES]",
        "tests/web/circles/test_remembering.py",
    ),
    Planted(
        "a file changes a circle without its address",
        "kalooki_ref/web/copies/circle_copies.py",
        "circle is not None and circle.id not in mine",
        "circle is not None and not circle.id",
        "tests/web/copies/test_circle_files.py",
    ),
    Planted(
        "points of different rules are compared",
        "kalooki_ref/records/figures.py",
        "if result.rounds}) != 1:",
        "if result.rounds}) < 1:",
        RECORDS,
    ),
    Planted(
        "a record of one set of rules hides that of another",
        "kalooki_ref/records/bests.py",
        "if game.result.rules == rules",
        "if game.result.rules != rules or rules",
        "tests/unit/test_bests.py",
    ),
    Planted(
        "a record counts from the first game on",
        "kalooki_ref/records/bests.py",
        "len(alike) >= LEAST_GAMES",
        "len(alike) >= 0",
        "tests/web/circles/test_new_records.py",
    ),
)
