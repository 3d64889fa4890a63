"""Collects the licences of everything in the build into one text file."""

import json
from collections.abc import Iterable
from importlib.metadata import Distribution, PackagePath, distribution, version
from pathlib import Path

from kalooki_ref.pocket.build.sources import PROJECT, closure

NAME = "licences.txt"
LINE = "\n" + "-" * 72 + "\n"
NPM = ("fzstd", "pyodide")
LICENCE_NAMES = ("LICEN", "COPYING", "NOTICE")
PYODIDE = """\
Source: https://github.com/pyodide/pyodide, under the Mozilla Public License 2.0
(https://mozilla.org/MPL/2.0/). It contains, compiled to WebAssembly and unchanged:

CPython and its standard library, Python Software Foundation License 2.0
(https://docs.python.org/3/license.html); SQLite, in the public domain; Emscripten's
runtime, MIT (https://github.com/emscripten-core/emscripten/blob/main/LICENSE); musl, MIT;
zlib, zlib licence; bzip2, bzip2 licence; liblzma, in the public domain; Zstandard, BSD;
libffi, MIT; OpenSSL, Apache License 2.0; libmpdec, BSD; Expat, MIT."""


def licences(modules: Path) -> str:
    """Return the text; ``modules`` is the node_modules folder."""
    own = ("kalooki-ref", version("kalooki-ref"), (PROJECT / "LICENSE").read_text("utf-8"))
    python = [of_distribution(name) for name in closure()]
    parts = [own, *python, *(of_module(modules / name) for name in NPM)]
    return LINE.join(f"{name} {number}\n\n{text.strip()}\n" for name, number, text in parts)


def of_distribution(name: str) -> tuple[str, str, str]:
    """Return name, version and licence of a Python distribution."""
    found = distribution(name)
    texts = [Path(file.locate()).read_text("utf-8") for file in licence_files(found)]
    stated = found.metadata["License-Expression"] or found.metadata["License"]
    return found.metadata["Name"], found.version, "\n\n".join(texts) or stated


def licence_files(found: Distribution) -> Iterable[PackagePath]:
    files = (file for file in found.files or () if ".dist-info" in str(file))
    return (file for file in files if file.name.upper().startswith(LICENCE_NAMES))


def of_module(folder: Path) -> tuple[str, str, str]:
    """Return name, version and licence of an npm package."""
    about = json.loads((folder / "package.json").read_text("utf-8"))
    file = folder / "LICENSE"
    return about["name"], about["version"], file.read_text("utf-8") if file.exists() else PYODIDE
