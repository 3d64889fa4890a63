"""Planted faults: importing games from files, links and backups."""

from tests.faults.planted_fault import Planted

IMPORTS = (
    Planted(
        "rules from elsewhere can hold any value",
        "kalooki_ref/rules/foreign_rules.py",
        'if not _is_allowed(data["slug"], field, value):',
        "if not field:",
        "tests/unit/test_foreign_rules.py tests/web/copies/test_imports.py",
    ),
    Planted(
        "rules from elsewhere can contradict each other",
        "kalooki_ref/rules/foreign_rules.py",
        "    for objection in objections_to(system, _never_in_the_base(given)):",
        "    for objection in ():",
        "tests/unit/test_foreign_rules.py",
    ),
    Planted(
        "an imported game skips the reader of foreign rules",
        "kalooki_ref/web/copies/imports.py",
        "read_foreign_rules(file.rules)",
        '__import__("kalooki_ref.rules.serialization", fromlist=["x"]).from_data(file.rules)',
        "tests/attacks/test_altered_exports.py",
    ),
    Planted(
        "an import is folded for as long as it takes",
        "kalooki_ref/game/importing.py",
        "if entry.seq % BUDGET_STEP == 0 and is_over():",
        "if entry.seq == 0 and is_over():",
        "tests/web/copies/test_imports.py -k time_limit",
    ),
    Planted(
        "imports wait where saves do",
        "kalooki_ref/server/heavy_work.py",
        '    "opening.keep",\n    "opening.show",\n    "practise.show",\n}',
        '    "practise.show",\n}',
        "tests/web/copies/test_imports.py -k serialized",
    ),
    Planted(
        "30 February is a day",
        "kalooki_ref/game/instants.py",
        "    except ValueError:\n        return None",
        "    except ValueError:\n        return datetime(2026, 2, 28, tzinfo=UTC)",
        "tests/web/copies/test_imports.py -k invalid_date",
    ),
    Planted(
        "a copy says where it comes from without a warning",
        "kalooki_ref/server/origins.py",
        "    return has_name or host_of(address) in",
        "    return True or host_of(address) in",
        "tests/web/copies/test_homes.py",
    ),
    Planted(
        "games from elsewhere are not counted",
        "kalooki_ref/server/middleware/limits.py",
        'NEW_GAMES = ("copy.bring_back", "opening.keep", ',
        "NEW_GAMES = (",
        "tests/web/copies/test_imports.py -k count",
    ),
    Planted(
        "bytes of games from elsewhere are not counted",
        "kalooki_ref/server/middleware/limits.py",
        "        if not is_within:",
        "        if not spent:",
        "tests/web/copies/test_imports.py -k bytes",
    ),
    Planted(
        "a page of an import is not rendered before it is stored",
        "kalooki_ref/web/copies/imports.py",
        "    audit_of(imported.opened, is_over=is_over)\n",
        "",
        "tests/web/copies/test_imports.py -k rendered",
    ),
)
