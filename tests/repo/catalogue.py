"""Lists every message of the app with its place; printed by `make words`."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from babel.messages.extract import extract_from_file

from kalooki_ref.translations.update import JINJA, MARKED
from tests.repo.source import name_of, own_files, tree_of

# Packages whose texts aren't marked with gettext: clauses and options, help, startup errors.
UNMARKED = ("kalooki_ref/rules/", "kalooki_ref/cli/", "kalooki_ref/store/")
IN_SCRIPTS = re.compile(r"""['"`]([A-Z][^'"`\n<>]* [^'"`\n<>]*)['"`]""")


@dataclass(frozen=True, slots=True)
class Message:
    """A message and its place; with both forms if it has a plural."""

    file: str
    line: int
    forms: tuple[str, ...]


@cache
def messages() -> tuple[Message, ...]:
    """Return every message, file by file, in the order of its lines."""
    found = [message for path in own_files("kalooki_ref", "templates") for message in _of(path)]
    found += [message for path in own_files("static") for message in _in_script(path)]
    return tuple(found)


def _of(path: Path) -> Iterator[Message]:
    name = name_of(path)
    if path.suffix == ".py" and name.startswith(UNMARKED):
        yield from _plain(path)
    elif path.suffix in {".py", ".html"} and not name.startswith("kalooki_ref/pocket/"):
        yield from _marked(path)
    else:
        yield from _in_script(path)


def _marked(path: Path) -> Iterator[Message]:
    method, options = ("python", {}) if path.suffix == ".py" else ("jinja2", JINJA)
    for line, forms, _, _ in extract_from_file(method, path, keywords=MARKED, options=options):
        texts = (forms,) if isinstance(forms, str) else forms
        yield Message(name_of(path), line, tuple(text for text in texts if text))


def _plain(path: Path) -> Iterator[Message]:
    tree = tree_of(path)
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in skipped and _is_said(node.value):
            yield Message(name_of(path), node.lineno, (node.value,))


def _is_said(value: object) -> bool:
    return isinstance(value, str) and bool(re.search(r"\w \w", value))


def _in_script(path: Path) -> Iterator[Message]:
    lines = path.read_text("utf-8").splitlines() if path.suffix == ".js" else []
    for number, line in enumerate(lines, 1):
        found = [] if line.lstrip().startswith("//") else IN_SCRIPTS.findall(line)
        yield from (Message(name_of(path), number, (text,)) for text in found)


def printed() -> str:
    """Return the catalogue as Markdown: a heading for each file, a line for each message."""
    parts = []
    for file, group in groupby(messages(), key=lambda message: message.file):
        lines = [f"- {message.line}: {' | '.join(message.forms)}" for message in group]
        parts.append("\n".join([f"## {file}", "", *lines]))
    return "# Every sentence people read\n\n" + "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(printed())
