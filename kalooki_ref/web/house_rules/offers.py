"""The rules one can choose from: the five systems, then the house rules this phone remembers."""

from flask import g
from flask_babel import gettext as _

from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.house_rules.house_text import house_key, remembered_houses
from kalooki_ref.web.messages.rule_words import house_tagline


def offered() -> dict[str, RuleSystem]:
    """Return the rules by the key that a form sends."""
    if "offered" not in g:
        houses = {house_key(house): house.system() for house in remembered_houses()}
        g.offered = {system.slug: system for system in SYSTEMS} | houses
    rules: dict[str, RuleSystem] = g.offered
    return rules


def tagline_of(key: str, system: RuleSystem) -> str:
    """Return what sets the rules apart: the system's own line, or what a table changed."""
    return _(system.tagline) if key == system.slug else house_tagline(system)
