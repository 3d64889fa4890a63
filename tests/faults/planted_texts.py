"""Planted faults: text from outside read before it is measured, one for each way in."""

from tests.faults.planted_fault import Planted

WORST = "tests/attacks/test_worst_texts.py -k "
COMMANDS = "tests/attacks/test_worst_commands.py"

TEXTS = (
    Planted(
        "the number of a button has any number of digits",
        "kalooki_ref/web/house/contracts.py",
        "_MOVES[name](self, _index(number, MOST_SHOWN))",
        "_MOVES[name](self, int(number) if number.isdecimal() else NOTHING_OPEN)",
        f"{WORST}form",
        is_whole=True,
    ),
    Planted(
        "JSON may be nested as deeply as it likes",
        "kalooki_ref/server/middleware/inputs.py",
        "    except RecursionError:\n        abort(400",
        "    except KeyError:\n        abort(400",
        f"{WORST}json",
        is_whole=True,
    ),
    Planted(
        "a number in a query has any number of digits",
        "kalooki_ref/web/shared/query.py",
        " or len(plain) > len(str(most))",
        "",
        f"{WORST}query",
        is_whole=True,
    ),
    Planted(
        "text that no database stores is looked up",
        "kalooki_ref/server/middleware/inputs.py",
        'refuse_strange_text("".join(name + value for name, value in asked))',
        "pass",
        "tests/web/test_errors.py -k no_database",
    ),
    Planted(
        "a header has any length",
        "kalooki_ref/server/middleware/inputs.py",
        "if len(environ[name]) > LONGEST_HEADER:",
        "if not environ[name]:",
        f"{WORST}header",
        is_whole=True,
    ),
    Planted(
        "a cookie is read before its signature is checked",
        "kalooki_ref/web/shared/device.py",
        "    except BadSignature:\n        return None",
        "    except KeyError:\n        return None",
        f"{WORST}cookie",
        is_whole=True,
    ),
    Planted(
        "a file may be nested as deeply as it likes",
        "kalooki_ref/web/copies/game_files.py",
        "    except (ValueError, RecursionError) as error:",
        "    except ValueError as error:",
        f"{WORST}file",
        is_whole=True,
    ),
    Planted(
        "a link inflates to any size",
        "kalooki_ref/rules/link_text.py",
        "stretch.decompress(packed, most)",
        "stretch.decompress(packed)",
        f"{WORST}form",
        is_whole=True,
    ),
    Planted(
        "a line of questions may be nested as deeply as it likes",
        "kalooki_ref/api/judge.py",
        "    except (ValueError, RecursionError) as error:",
        "    except ValueError as error:",
        f"{COMMANDS} -k command_line",
        is_whole=True,
    ),
)
