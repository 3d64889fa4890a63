"""Requests with a worst text in one field, for every field of every endpoint."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import quote, urlencode

from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from kalooki_ref.server.connections import MOST_HEAD
from kalooki_ref.server.heavy_work import REFUSE_SECONDS
from kalooki_ref.server.middleware.body_sizes import FILES
from kalooki_ref.server.middleware.inputs import LONGEST_VALUE
from kalooki_ref.server.settings import SETTINGS
from tests.attacks.entry_points import (
    COOKIE,
    FILE,
    FORM,
    HEADER,
    JSON,
    NO_DIGITS,
    PATH,
    QUERY,
    SAME_SITE,
    Door,
    Survey,
    multi,
)
from tests.attacks.worst_texts import NAMES, many_fields, many_keys, worst_text

LARGEST_FORM = int(str(SETTINGS["MAX_CONTENT_LENGTH"]))
# For the boundaries of a multipart body, and the fields beside the worst one.
ROOM = 4000
# Of the head of a request, without its other lines.
HEAD = MOST_HEAD - ROOM
# CPU time for a request, and for one that opens a file or a link.
SECONDS, OPENING = 0.1, 0.5
MANY = "100,000 fields"
NO_BREAKS = str.maketrans("\r\n\0", "   ")
URL_ENCODED = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Case:
    """A worst text in one field of a request, or a crowd of fields."""

    door: Door
    place: str
    name: str
    text: str
    # The longest that a field takes, or the longest that a body or a head takes.
    fits_field: bool = False

    def __str__(self) -> str:
        size = "longest value" if self.fits_field else "whole request"
        where = f"{self.door.method} {self.door.endpoint}, {self.place} {self.name}"
        return f"{where}: {self.text}, {size}"

    @property
    def seconds(self) -> float:
        """The CPU time that it may take."""
        blueprint = self.door.endpoint.partition(".")[0]
        if blueprint in {"advice", "api"}:
            return REFUSE_SECONDS
        return OPENING if self.door.endpoint in FILES else SECONDS

    @property
    def largest(self) -> int:
        """The size of a body that the server takes here."""
        return FILES.get(self.door.endpoint, LARGEST_FORM)


def cases(survey: Survey) -> Iterator[Case]:
    """Yield a case for every text in every field of every endpoint, and for crowds of fields."""
    seen = set[tuple[str, str, str]]()

    def is_new(place: str, door: Door, name: str) -> bool:
        # Headers and cookies are read alike everywhere.
        where = door.method if place in {HEADER, COOKIE} else door.endpoint
        key = where, place, name.translate(NO_DIGITS)
        is_sent = door.method != "GET" or place not in {FORM, FILE, JSON}
        is_known = key in seen
        seen.add(key)
        return is_sent and not is_known

    for door in survey.fullest:
        fields = [(PATH, name) for name, _ in door.parts]
        fields += [(QUERY, name) for name, _ in door.query]
        fields += [(FORM, name) for name, _ in door.form]
        fields += sorted(survey.asked.get(door.endpoint, ()))
        for place, name in dict.fromkeys(fields):
            if is_new(place, door, name):
                yield from (Case(door, place, name, text) for text in NAMES)
                if place in {QUERY, FORM} and door.endpoint not in FILES:
                    yield from (Case(door, place, name, text, fits_field=True) for text in NAMES)
        for place in (QUERY, FORM, JSON):
            if is_new(place, door, MANY):
                yield Case(door, place, MANY, MANY)


@dataclass(slots=True)
class Request:
    """A request under construction; without ``kind``, the form is sent as multipart."""

    case: Case
    path: str
    parts: dict[str, str]
    headers: dict[str, str]
    form: dict[str, Any]
    kind: str = ""
    body: bytes = b""

    def put_query(self) -> None:
        if self.case.text == MANY:
            self.path += f"?{many_fields(HEAD).decode()}"
        else:
            query = {**multi(self.case.door.query), self.case.name: [self.short]}
            self.path += f"?{urlencode(query, doseq=True)}"

    def put_form(self) -> None:
        if self.case.text == MANY:
            self.kind, self.body = URL_ENCODED, many_fields(self.case.largest)
        else:
            self.form[self.case.name] = [self.long]

    def put_json(self) -> None:
        text = many_keys(self.case.largest) if self.case.text == MANY else self.long
        self.kind, self.body = "application/json", text.encode()

    def put_path(self) -> None:
        value = f"/{self.parts[self.case.name]}"
        self.path = self.path.replace(value, f"/{quote(self.short, safe='')}", 1)

    def put_header(self) -> None:
        self.headers[self.case.name] = self.plain

    def put_cookie(self) -> None:
        self.headers["Cookie"] = f"{self.case.name}={self.plain}"

    def put_file(self) -> None:
        self.form[self.case.name] = FileStorage(BytesIO(self.long.encode()), "game.json")

    @property
    def short(self) -> str:
        """The text at the size of a head."""
        text = worst_text(self.case.text, HEAD, quoted=True)
        return text[:LONGEST_VALUE] if self.case.fits_field else text

    @property
    def plain(self) -> str:
        return self.short.encode("ascii", "replace").decode().translate(NO_BREAKS)

    @property
    def long(self) -> str:
        """The text at the size of a body."""
        text = worst_text(self.case.text, self.case.largest - ROOM)
        return text[:LONGEST_VALUE] if self.case.fits_field else text


def prepared(survey: Survey, case: Case) -> Callable[[], TestResponse]:
    """Return a function that sends the request of a case."""
    door = case.door
    path = survey.address(door).partition("?")[0]
    parts = {**dict(door.parts), "game_id": survey.parts["game_id"]}
    form = {**multi(door.form), "key": [secrets.token_hex(16)]}
    request = Request(case, path, parts, dict(SAME_SITE), form)
    getattr(request, f"put_{case.place}")()
    if door.method != "GET" and not request.kind:
        boundary, request.body = encode_multipart(request.form)
        request.kind = f"multipart/form-data; boundary={boundary}"
    sent = {"data": request.body, "content_type": request.kind} if request.kind else {}
    client = survey.app.test_client(use_cookies=False)
    return partial(client.open, request.path, method=door.method, headers=request.headers, **sent)
