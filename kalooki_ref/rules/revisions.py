"""Earlier revisions of the five systems, so that stored games, files and links keep their rules.

Add a revision to `EARLIER` when changing a system, or when adding a field whose default would
change how stored games are scored. tests/rulebook/systems.txt has the values of the newest one.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kalooki_ref.rules.serialization import as_data
from kalooki_ref.rules.systems import system_of

Values = Mapping[str, Mapping[str, object]]
# For each earlier revision, oldest first: by slug and field, the values that the next revision
# changed, as plain data. Taglines are left out, as they don't affect play.
EARLIER: tuple[Values, ...] = ({},)
# Fields that a revision added, by its number, whose values in earlier games follow from others.
ADDED = {1: ("opening_values",)}
# The number of the current revision; the first is 0.
REVISION = len(EARLIER)


def base_data(slug: str, revision: int = REVISION) -> dict[str, Any]:
    """Return the base system as plain data, as it was in a revision.

    Raises KeyError for an unknown slug and ValueError for a revision newer than this release.
    """
    if not 0 <= revision <= REVISION:
        raise ValueError(f"no revision {revision} is known")
    data = as_data(system_of(slug))
    for earlier in reversed(EARLIER[revision:]):
        data |= earlier.get(slug, {})
    later = [field for number, fields in ADDED.items() if number > revision for field in fields]
    return {field: value for field, value in data.items() if field not in later}


def values_ever(slug: str, field: str) -> Iterator[object]:
    """Yield every value that a field of this system has had, in any revision."""
    for revision in range(REVISION + 1):
        data = base_data(slug, revision)
        if field in data:
            yield data[field]


def changed_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that differ from the current base system."""
    base = base_data(data["slug"])
    return {field: value for field, value in data.items() if base.get(field, value) != value}
