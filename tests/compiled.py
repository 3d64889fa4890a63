"""Caches compiled templates and routes for all apps of a test process.

Each test creates its own app, and nine tenths of that time is compiling. Both caches are keyed by
content, so a changed template or route is compiled again.
"""

from collections.abc import Callable
from types import CodeType
from typing import Any

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
    """A URL rule that shares its compiled builders with equal rules."""

    builders: dict[tuple[object, ...], Callable[..., Any]] = {}  # noqa: RUF012

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., Any]:
        key = (self.rule, str(self.defaults), append_unknown)
        if key not in self.builders:
            self.builders[key] = super()._compile_builder(append_unknown)
        return self.builders[key]


def compile_once() -> None:
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Templates()}
    Flask.url_rule_class = Route
