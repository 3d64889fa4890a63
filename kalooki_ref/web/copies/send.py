"""Sending a game as a link, a QR code or a file."""

from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from flask import Blueprint, Flask, current_app, url_for
from markupsafe import Markup

from kalooki_ref.server.origins import home_here, is_address, is_of_this_app, pocket_url
from kalooki_ref.web.copies.export import with_home
from kalooki_ref.web.copies.game_links import packed
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.qr import LONGEST_CODE, qr_code
from kalooki_ref.web.shared.view import render

blueprint = Blueprint("send", __name__)

# Length of a URL that every browser accepts.
LONGEST_LINK = 60_000


@dataclass(frozen=True, slots=True)
class Way:
    """A link that contains a whole game, and its QR code; empty if the game is too long."""

    link: str
    code: Markup


@blueprint.get("/g/<game_id>/send")
def show(opened: OpenGame) -> str:
    """Show the link with the whole game and its QR code, or the file if it is too long."""
    pocket = pocket_url()
    text = packed(with_home(opened))
    there = urljoin(pocket, "open/") if pocket else url_for("opening.ask", _external=True)
    is_away = is_address(opened.home) and opened.home != home_here()
    return render(
        "copies/send.html",
        table=opened,
        game=opened.game,
        way=_way(there, text, is_drawn=opens_in_a_pocket() and not is_away),
        takes_along=bool(pocket),
        way_back=_way(opened.home, text, is_drawn=True) if is_away else None,
        home_name=urlsplit(opened.home).netloc if is_away else "",
        is_from_another_app=is_away and not is_of_this_app(opened.home),
    )


def init_app(app: Flask) -> None:
    app.jinja_env.globals["opens_in_a_pocket"] = opens_in_a_pocket


def opens_in_a_pocket() -> bool:
    """Whether copies can be opened in a pocket app."""
    return bool(pocket_url()) or current_app.config["RUNS_IN"] == "pocket"


def _way(address: str, text: str, *, is_drawn: bool) -> Way:
    link = f"{address}#{text}"
    drawing = qr_code(link) if is_drawn and len(link) <= LONGEST_CODE else Markup()
    return Way(link if len(link) <= LONGEST_LINK else "", drawing)
