"""What every check page shares: tabs, the rules used, verdicts with or without reasons."""

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.access.house_rules import offered
from kalooki_ref.web.check.questions import Ground, has_colours, pack_choices
from kalooki_ref.web.messages.rule_words import tagline_of

ONLY = "only"
"""What the cookie "verdicts" holds on a phone that must not coach."""


def page_parts(ground: Ground) -> dict[str, Any]:
    """Return what the frame of a check page needs."""
    return {
        "ground": ground,
        "table": ground.table,
        "system": ground.system,
        "has_colours": ground.system is not None and has_colours(ground.system),
        "packs": pack_choices(ground),
        "tiles": tiles(ground),
        "tabs": _tabs(ground),
        "withheld": request.cookies.get("verdicts") == ONLY,
        "here": here(),
    }


def chooser(ground: Ground) -> ResponseReturnValue:
    """Ask which rules hold; what was typed stays in the address to come back to."""
    page = render_template(
        "check/choose.html", tiles=tiles(ground), fault=ground.fault, here=here()
    )
    return page, 422 if ground.fault else 200


def tiles(ground: Ground) -> list[dict[str, Any]]:
    """Return the rules one can choose, the ones that hold marked."""
    return [_tile(key, system, ground) for key, system in offered().items()]


def here() -> str:
    """Return the address of this page with its cards; a piece of a page stands for the whole."""
    path = request.script_root + request.path.removesuffix("/verdict")
    query = request.query_string.decode("ascii", errors="ignore")
    return f"{path}?{query}" if query else path


def without_system(address: str) -> str:
    """Return the address without its rules, so that those just chosen hold."""
    parts = urlsplit(address)
    left = [pair for pair in parse_qsl(parts.query) if pair[0] not in ("system", "game")]
    return parts.path + (f"?{urlencode(left)}" if left else "")


def _tile(key: str, system: RuleSystem, ground: Ground) -> dict[str, Any]:
    return {
        "value": key,
        "label": _(system.name),
        "note": tagline_of(key, system),
        "is_here": key == ground.key,
    }


def _tabs(ground: Ground) -> list[dict[str, Any]]:
    args = {"game": ground.table.id} if ground.table else {"system": ground.key or None}
    pages = (
        ("checks.show", _("Meld")),
        ("lay_checks.show", _("Coming down")),
        ("tack_checks.show", _("Tack")),
        ("joker_checks.show", _("Joker")),
    )
    return [
        {
            "label": label,
            "href": url_for(endpoint, **args),
            "current": request.endpoint == endpoint,
        }
        for endpoint, label in pages
        if endpoint in current_app.view_functions
    ]
