"""Caches compiled templates and routes for all apps of a test process.

Each test creates its own app, and nine tenths of that time is compiling. Both caches are keyed by
content, so a changed template or route is compiled again.
"""

from types import CodeType

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class Templates(BytecodeCache):
    """Bytecode cache by template name and hash of its source."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.codes[bucket.key, bucket.checksum] = bucket.code


class Route(Rule):
    """A URL rule that shares what an equal rule has compiled."""

    compiled: dict[tuple[str, str], "Route"] = {}  # noqa: RUF012

    def compile(self) -> None:
        equal = self.compiled.get((self.rule, str(self.defaults)))
        if equal is None:
            super().compile()
            self.compiled[self.rule, str(self.defaults)] = self
            return
        self.arguments = equal.arguments
        self._parts, self._trace, self._converters = equal._parts, equal._trace, equal._converters
        self._build = equal._build.__func__.__get__(self)
        self._build_unknown = equal._build_unknown.__func__.__get__(self)


def compile_once() -> None:
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Templates()}
    Flask.url_rule_class = Route
