"""`python -m tests.rulebook.systems`: rewrites the golden file systems.txt.

It has the revision; a line per field of each system, then what the referee says to each fault, and
the single house rules that can't be played, and why; and a line per switch with its clause, its
readings and choices. After an intended change, run the command and review the diff. If it changes
the value of a field, add the previous value to `EARLIER` in kalooki_ref/rules/revisions.py first.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from kalooki_ref.plain import to_plain
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, with_changes
from kalooki_ref.rules.revisions import REVISION
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.rules.switches import SWITCHES, Switch
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.words.verdicts import say_plain
from tests.rulebook.provocations import PROVOCATIONS

PATH = Path(__file__).with_name("systems.txt")


def lines() -> list[str]:
    """Return the lines of every system, then the switches."""
    of_systems = [
        line
        for system in SYSTEMS
        for line in (*fields(system), *clauses(system), *faults(system), *house_rules(system))
    ]
    return [f"revision {REVISION}", *of_systems, *map(in_words, SWITCHES)]


def changed_in_this_revision(golden: list[str]) -> list[str]:
    """Return the lines of values that changed since the golden file, which has their revision.

    Taglines don't affect play; a new field's default keeps the rules of stored games.
    """
    if golden[0] != f"revision {REVISION}":
        return []
    now = {
        f"{system.slug} {name}"
        for system in SYSTEMS
        for name in as_data(system)
        if name != "tagline"
    }
    values = [line for line in golden if line.partition(" = ")[0] in now]
    return sorted(set(values) - set(lines()))


def fields(system: RuleSystem) -> Iterator[str]:
    for name, value in as_data(system).items():
        yield f"{system.slug} {name} = {json.dumps(value, ensure_ascii=False)}"


def clauses(system: RuleSystem) -> Iterator[str]:
    for clause in system.clauses:
        words = (clause.provenance, clause.ruling or "-", *clause.cites)
        yield f"{system.slug} {clause.number} {' '.join(words)}"


def faults(system: RuleSystem) -> Iterator[str]:
    for code, provoke in PROVOCATIONS.items():
        for finding in provoke(system).findings:
            if finding.code is code:
                yield f"{system.slug} {code}: {say_plain(finding, system)}"


def house_rules(system: RuleSystem) -> Iterator[str]:
    """Yield the choices that can't be played, and those that change other fields, too."""
    for switch in SWITCHES:
        for choice in switch.choices:
            name = f"{system.slug}: {switch.field} {choice.key}"
            try:
                now = with_changes(system, {switch.field: choice.key})
            except HouseRuleError as error:
                yield f"{name}: {error}"
                continue
            before, after = as_data(system), as_data(now)
            for field in after:
                if field != switch.field and after[field] != before[field]:
                    yield f"{name}: {field} = {json.dumps(after[field])}"


def in_words(switch: Switch) -> str:
    choices = [f"{choice.key}={json.dumps(to_plain(choice.value))}" for choice in switch.choices]
    return f"switch {' '.join((switch.field, switch.clause, *switch.rulings, *choices))}"


if __name__ == "__main__":
    changed = changed_in_this_revision(PATH.read_text("utf-8").splitlines())
    if changed:
        sys.exit("\n".join(["Add these values to EARLIER in rules/revisions.py first:", *changed]))
    PATH.write_text("".join(f"{line}\n" for line in lines()), "utf-8")
