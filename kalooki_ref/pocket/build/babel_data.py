"""Strips Babel's locale data of names of countries, currencies and units."""

import pickle

from kalooki_ref.words.language import LANGUAGES

UNUSED = (
    # of one locale
    "compact_currency_formats", "compound_unit_patterns", "currency_names", "currency_names_plural",
    "currency_symbols", "currency_unit_patterns", "meta_zones", "scripts", "territories",
    "time_zones", "unit_display_names", "unit_patterns", "variants",
    # of all
    "all_currencies", "currency_fractions", "meta_zones", "territory_currencies",
    "territory_languages", "territory_zones", "windows_zone_mapping", "zone_aliases",
    "zone_territories",
)  # fmt: skip
BY_LANGUAGE = ("languages", "likely_subtags")


def stripped(pickled: bytes) -> bytes:
    """Return one of Babel's pickled dictionaries with its unused parts emptied."""
    data = pickle.loads(pickled)  # noqa: S301 - it came with Babel
    for name in UNUSED:
        if name in data:
            data[name] = {}
    for name in BY_LANGUAGE:
        if name in data:
            data[name] = {key: data[name][key] for key in LANGUAGES if key in data[name]}
    return pickle.dumps(data, protocol=4)
