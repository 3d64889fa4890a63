"""What a test process compiles once for all the apps it makes: templates and the routes of pages.

An app of its own for every test is honest and dear: compiling is nine tenths of its price. Both
caches go by what is compiled, so a template or a route that changes is compiled again.
"""

from collections.abc import Callable
from types import CodeType
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class Templates(BytecodeCache):
    """Compiled templates by their name and the hash of their source."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.codes[bucket.key, bucket.checksum] = bucket.code


class Route(Rule):
    """A route that takes its address builder, of which it has two, from one like itself."""

    builders: dict[tuple[object, ...], Callable[..., Any]] = {}  # noqa: RUF012

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., Any]:
        key = (self.rule, str(self.defaults), append_unknown)
        if key not in self.builders:
            self.builders[key] = super()._compile_builder(append_unknown)
        return self.builders[key]


def compile_once() -> None:
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Templates()}
    Flask.url_rule_class = Route
