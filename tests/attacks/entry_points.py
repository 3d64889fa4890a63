"""Finds every way in for text: fields of forms and queries, paths, JSON, headers, cookies, files.

They are found in the URL map, in the forms of pages, and by recording the names that the app asks a
request for. So a new field is found without being listed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter
from werkzeug.utils import cached_property

from tests.attacks.pages import Fields, Page

FORM, QUERY, PATH, JSON = "form", "query", "path", "json"
HEADER, COOKIE, FILE = "header", "cookie", "file"
# Headers of the connection itself, which the HTTP server reads.
OF_THE_SERVER = {"HTTP_COOKIE", "HTTP_HOST", "HTTP_CONTENT_LENGTH", "HTTP_CONTENT_TYPE"}
SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
# Times that the forms on the pages after a form are followed.
ROUNDS = 3

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


# A part of a path that nothing is known about.
UNKNOWN = "x"
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


@dataclass(slots=True)
class Survey:
    """The doors of an app, the names that each endpoint asks for, and who took what.

    ``taken`` has the endpoints that answered a request as it is, and whether it had a form;
    ``missing`` are doors that lead nowhere or elsewhere, which give way to those that pages offer.
    ``new_game`` stores a game; ``mend`` restores the circle that ``parts`` name. ``first`` are
    requests that a person would fill in.
    """

    app: Flask
    new_game: Callable[[], str]
    parts: dict[str, str]
    mend: Callable[[], None] = lambda: None
    first: tuple[Door, ...] = ()
    doors: dict[tuple[str, ...], Door] = field(default_factory=dict)
    asked: dict[str, Names] = field(default_factory=dict)
    taken: set[tuple[str, bool]] = field(default_factory=set)
    missing: set[Door] = field(default_factory=set)

    def take(self) -> None:
        """Open every page, follow its links, and send its forms as they are."""
        client = self.app.test_client()
        with recording(self.app) as names:
            fresh = [self.add(door) for door in (*self.of_the_map(), *self.first)]
            for _ in range(ROUNDS):
                waiting, fresh = [door for door in fresh if door], []
                for door in waiting:
                    names.clear()
                    text = self.opened(client, door)
                    if door.method != "GET":
                        self.renew(door)
                    self.asked.setdefault(door.endpoint, set()).update(names)
                    fresh += [self.add(found) for found in self.of_a_page(text, door)]

    def of_the_map(self) -> Iterator[Door]:
        """Yield a request without fields for every URL and method."""
        for rule in self.app.url_map.iter_rules():
            parts = tuple((name, self.parts.get(name, UNKNOWN)) for name in sorted(rule.arguments))
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield Door(method, rule.endpoint, parts)

    def add(self, door: Door) -> Door | None:
        """Add a door unless there is one like it that leads somewhere; return it if it is new."""
        known = self.doors.get(door.kind)
        if known and (known == door or known not in self.missing):
            return None
        self.doors[door.kind] = door
        return door

    def renew(self, door: Door) -> None:
        """Make what a request may have changed as it was."""
        if "game_id" in dict(door.parts):
            self.parts["game_id"] = self.new_game()
        if "circle" in dict(door.parts):
            self.mend()

    @property
    def fullest(self) -> list[Door]:
        """The doors, those with most fields first: a form before a request without its fields.

        Among equals, those with parts found on a page come before those without valid parts.
        """

        def rank(door: Door) -> tuple[int, bool]:
            return -len(door.form) - len(door.query), UNKNOWN in dict(door.parts).values()

        return sorted(self.doors.values(), key=rank)

    def opened(self, client: FlaskClient, door: Door) -> str:
        """Return the page that a request leads to."""
        answer = client.open(
            self.address(door),
            method=door.method,
            data=multi(door.form) if door.method != "GET" else None,
            headers=SAME_SITE,
            follow_redirects=True,
        )
        is_elsewhere = door.method == "GET" and answer.history
        if answer.status_code == HTTPStatus.NOT_FOUND or is_elsewhere:
            self.missing.add(door)
        if answer.status_code < HTTPStatus.BAD_REQUEST:
            self.taken.add((door.endpoint, bool(door.form)))
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
