"""Finds every way in for text: fields of forms and queries, paths, JSON, headers, cookies, files.

They are found in the URL map, in the forms of pages, and by recording the names that the app asks a
request for. So a new field is found without being listed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter
from werkzeug.utils import cached_property

FORM, QUERY, PATH, JSON = "form", "query", "path", "json"
HEADER, COOKIE, FILE = "header", "cookie", "file"
# Headers of the connection itself, which the HTTP server reads.
OF_THE_SERVER = {"HTTP_COOKIE", "HTTP_HOST", "HTTP_CONTENT_LENGTH", "HTTP_CONTENT_TYPE"}
SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
# Times that the forms on the pages after a form are followed.
ROUNDS = 3

Fields = tuple[tuple[str, str], ...]
Names = set[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Door:
    """A request that a page offers: its endpoint, the parts of its path, and valid fields."""

    method: str
    endpoint: str
    parts: Fields = ()
    query: Fields = ()
    form: Fields = ()

    @property
    def kind(self) -> tuple[str, ...]:
        """What tells it from others: the names of its fields, and the button without numbers."""
        button = self.form[-1] if self.form else ("", "")
        names = sorted({name.translate(NO_DIGITS) for name, _ in (*self.query, *self.form)})
        return self.method, self.endpoint, *names, button[1].translate(NO_DIGITS)[:12]


NO_DIGITS = str.maketrans("", "", "0123456789")


class Asked(ImmutableMultiDict):  # type: ignore[type-arg]
    """A multi-dict that records the names it is asked for."""

    place: str
    names: Names

    def __getitem__(self, name: Any) -> Any:
        self.names.add((self.place, name))
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.names.add((self.place, str(name)))
        return super().__contains__(name)

    def get(self, name: Any, *more: Any, **options: Any) -> Any:
        self.names.add((self.place, name))
        return super().get(name, *more, **options)

    def getlist(self, name: Any, *more: Any, **options: Any) -> Any:
        self.names.add((self.place, name))
        return super().getlist(name, *more, **options)


class AskedEnvironment(dict[str, Any]):
    """A WSGI environment that records the headers it is asked for."""

    names: Names

    def _note(self, name: str) -> None:
        if name.startswith("HTTP_") and name not in OF_THE_SERVER:
            header = name.removeprefix("HTTP_").replace("_", "-").title()
            self.names.add((HEADER, header))

    def __getitem__(self, name: str) -> Any:
        self._note(name)
        return super().__getitem__(name)

    def get(self, name: str, *more: Any) -> Any:
        self._note(name)
        return super().get(name, *more)


@contextmanager
def recording(app: Flask) -> Iterator[Names]:
    """Make the app record where and under which names it looks for text."""
    names: Names = set()

    def recorded(place: str, held: Any) -> Asked:
        asked = Asked(held)
        asked.place, asked.names = place, names
        return asked

    class Recording(app.request_class):  # type: ignore[misc,name-defined]
        def _load_form_data(self) -> None:
            is_loaded = "form" in self.__dict__
            super()._load_form_data()
            if not is_loaded:
                self.__dict__["form"] = recorded(FORM, self.__dict__["form"])
                self.__dict__["files"] = recorded(FILE, self.__dict__["files"])

        @cached_property
        def args(self) -> Any:
            return recorded(QUERY, super().args)

        @cached_property
        def cookies(self) -> Any:
            return recorded(COOKIE, super().cookies)

        def get_json(self, *more: Any, **options: Any) -> Any:
            names.add((JSON, ""))
            return super().get_json(*more, **options)

    def with_environment(environ: dict[str, Any], start_response: Any) -> Any:
        asked = AskedEnvironment(environ)
        asked.names = names
        return inner(asked, start_response)

    inner, plain = app.wsgi_app, app.request_class
    app.request_class, app.wsgi_app = Recording, with_environment  # type: ignore[method-assign]
    try:
        yield names
    finally:
        app.request_class, app.wsgi_app = plain, inner  # type: ignore[method-assign]


class Page(HTMLParser):
    """The links and forms of a page: method, URL, fields as a browser sends them, by button."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.requests = list[tuple[str, str, Fields]]()
        self._form: dict[str, str] = {}
        self._fields = list[tuple[str, str]]()
        self._buttons = list[dict[str, str]]()
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value = given.get("name", ""), given.get("value", "")
        match tag:
            case "a" | "link":
                self.requests.append(("GET", given.get("href", ""), ()))
            case "form":
                self._form, self._fields, self._buttons = given, [], [{}]
            case "select":
                self._select = name
            case "option" if self._select and "selected" in given:
                self._fields.append((self._select, value))
            case "button" if given.get("type", "submit") == "submit":
                self._buttons.append(given)
            case "textarea":
                self._fields.append((name, ""))
            case "input" if name and (
                given.get("type") not in {"checkbox", "radio"}
                or "checked" in given
                or name not in dict(self._fields)
            ):
                self._fields.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "form":
            for button in self._buttons:
                method = button.get("formmethod") or self._form.get("method", "get")
                action = button.get("formaction") or self._form.get("action", "")
                name = button.get("name")
                pressed = [(name, button.get("value", ""))] if name else []
                self.requests.append((method.upper(), action, (*self._fields, *pressed)))


@dataclass(slots=True)
class Survey:
    """The doors of an app, and the names that each endpoint asks for."""

    app: Flask
    new_game: Callable[[], str]
    parts: dict[str, str]
    doors: dict[tuple[str, ...], Door] = field(default_factory=dict)
    asked: dict[str, Names] = field(default_factory=dict)

    def take(self) -> None:
        """Open every page, follow its links, and send its forms as they are."""
        client = self.app.test_client()
        with recording(self.app) as names:
            fresh = [self.add(door) for door in self.of_the_map()]
            for _ in range(ROUNDS):
                waiting, fresh = [door for door in fresh if door], []
                for door in waiting:
                    names.clear()
                    text = self.opened(client, door)
                    if door.method != "GET" and "game_id" in dict(door.parts):
                        self.parts["game_id"] = self.new_game()
                    self.asked.setdefault(door.endpoint, set()).update(names)
                    fresh += [self.add(found) for found in self.of_a_page(text, door)]

    def of_the_map(self) -> Iterator[Door]:
        """Yield a request without fields for every URL and method."""
        for rule in self.app.url_map.iter_rules():
            parts = tuple((name, self.parts.get(name, "x")) for name in sorted(rule.arguments))
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield Door(method, rule.endpoint, parts)

    def add(self, door: Door) -> Door | None:
        """Add a door unless there is one like it; return it if it is new."""
        if door.kind in self.doors:
            return None
        self.doors[door.kind] = door
        return door

    def opened(self, client: FlaskClient, door: Door) -> str:
        """Return the page that a request leads to."""
        answer = client.open(
            self.address(door),
            method=door.method,
            data=multi(door.form) if door.method != "GET" else None,
            headers=SAME_SITE,
            follow_redirects=True,
        )
        is_page = answer.mimetype == "text/html" and answer.status_code < 500
        return answer.text if is_page else ""

    @property
    def routes(self) -> MapAdapter:
        return self.app.url_map.bind("localhost")

    def address(self, door: Door, **changes: str) -> str:
        """Return the URL of a request, at the current game."""
        parts: dict[str, Any] = dict(door.parts)
        if "game_id" in parts:
            parts["game_id"] = self.parts["game_id"]
        parts |= {name: int(parts[name]) for name in ("index", "number") if name in parts}
        return self.routes.build(
            door.endpoint, parts | multi(door.query) | changes, method=door.method
        )

    def of_a_page(self, text: str, here: Door) -> Iterator[Door]:
        """Yield the requests that a page offers, of those to this app."""
        for method, address, fields in Page(text).requests:
            url = urlsplit(address or self.address(here))
            if url.netloc not in {"", "localhost"} or not url.path.startswith("/"):
                continue
            try:
                endpoint, parts = self.routes.match(url.path, method=method)
            except HTTPException:
                continue
            query = tuple(parse_qsl(url.query, keep_blank_values=True))
            named = tuple(sorted((name, str(value)) for name, value in parts.items()))
            sent = {"query": (*query, *fields)} if method == "GET" else {"form": fields}
            yield replace(Door(method, endpoint, named, query), **sent)


def multi(fields: Fields) -> dict[str, list[str]]:
    """Return fields as a mapping of names to lists."""
    by_name: dict[str, list[str]] = {}
    for name, value in fields:
        by_name.setdefault(name, []).append(value)
    return by_name
