"""What the five systems said in earlier releases: games, files and links from then still mean it.

Whoever changes what a system says, or adds a field by which stored games would score otherwise,
adds a revision to `EARLIER`; a test holds what the newest says.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kalooki_ref.rules.serialization import as_data
from kalooki_ref.rules.systems import system_of

Values = Mapping[str, Mapping[str, object]]
# For each earlier revision, oldest first: the values that the next one changed, by slug and field.
#
# Values are plain data. Taglines are not kept: they say the same in other words.
EARLIER: tuple[Values, ...] = ()
# The number of what the systems say today; the first was 0.
REVISION = len(EARLIER)


def base_data(slug: str, revision: int = REVISION) -> dict[str, Any]:
    """Return what the system of this slug said at a revision, as plain data.

    Raises KeyError for an unknown slug and ValueError for a revision that this release is too old
    to know.
    """
    if not 0 <= revision <= REVISION:
        raise ValueError(f"no revision {revision} is known")
    data = as_data(system_of(slug))
    for earlier in reversed(EARLIER[revision:]):
        data |= earlier.get(slug, {})
    return data


def values_ever(slug: str, field: str) -> Iterator[object]:
    """Yield each value that a field of this system has or had."""
    for revision in range(REVISION + 1):
        data = base_data(slug, revision)
        if field in data:
            yield data[field]


def changed_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values in which rules differ from what their system says today."""
    base = base_data(data["slug"])
    return {field: value for field, value in data.items() if base.get(field, value) != value}
