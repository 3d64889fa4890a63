"""Templates, compiled once on a machine and ready before anybody asks for a page."""

from contextlib import suppress

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in this account's temporary folder; what can't be used is made again."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file that was cut short can fail in any way
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(app: Flask) -> None:
    """Let templates be read back compiled, where there is a folder nobody else can write to."""
    if app.config["RUNS_IN"] == "server":
        with suppress(OSError, RuntimeError):
            app.jinja_options = {"bytecode_cache": Compiled(), **app.jinja_options}


def prepare(app: Flask) -> None:
    """Have every template ready, so that the first visitor waits no longer than the next."""
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
