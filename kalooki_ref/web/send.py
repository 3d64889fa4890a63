"""A game as a link, a code to scan or a file, to take along or to send."""

from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

import segno
from flask import Blueprint, Flask, current_app, render_template, url_for
from markupsafe import Markup

from kalooki_ref.server.origins import home_here, is_address, is_of_this_app
from kalooki_ref.web.exported import with_home
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.web.packing import packed

blueprint = Blueprint("send", __name__)

# Characters of a link; a longer one makes a code that phones read badly.
LONGEST_CODE = 1500
# Characters that every browser opens.
LONGEST_LINK = 60_000


@dataclass(frozen=True, slots=True)
class Way:
    """A link that holds a whole game and its code to scan; empty where the game is too long."""

    link: str
    code: Markup


@blueprint.get("/g/<game_id>/send")
def show(opened: OpenGame) -> str:
    """Show the link that holds the whole game, and its code; or the file where that is too long."""
    pocket = current_app.config["POCKET_URL"]
    text = packed(with_home(opened))
    there = urljoin(pocket, "open/") if pocket else url_for("opening.ask", _external=True)
    is_away = is_address(opened.home) and opened.home != home_here()
    return render_template(
        "send/show.html",
        table=opened,
        game=opened.game,
        way=_way(there, text, is_drawn=goes_along() and not is_away),
        takes_along=bool(pocket),
        way_back=_way(opened.home, text, is_drawn=True) if is_away else None,
        home_name=urlsplit(opened.home).netloc if is_away else "",
        is_strange=is_away and not is_of_this_app(opened.home),
    )


def init_app(app: Flask) -> None:
    app.jinja_env.globals["goes_along"] = goes_along


def goes_along() -> bool:
    """Whether a copy opens in an app that a phone has with it."""
    return bool(current_app.config["POCKET_URL"]) or current_app.config["RUNS_IN"] == "pocket"


def _way(address: str, text: str, *, is_drawn: bool) -> Way:
    link = f"{address}#{text}"
    drawing = code(link) if is_drawn and len(link) <= LONGEST_CODE else Markup()
    return Way(link if len(link) <= LONGEST_LINK else "", drawing)


def code(link: str) -> Markup:
    # A link is as good as random: to choose among the eight masks takes 25 ms and gains nothing.
    picture = segno.make(link, error="l", mask=0, micro=False, boost_error=False)
    return Markup(picture.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None))  # noqa: S704
