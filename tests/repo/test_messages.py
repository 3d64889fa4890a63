"""Style of messages, documents and docstrings: no outdated or literal phrases."""

import ast
import re
from collections.abc import Iterator

from tests.repo.catalogue import messages, printed
from tests.repo.source import ROOT, modules, name_of, own_files, tree_of

# Outdated phrases and literal translations.
OLD = re.compile(
    r"\banew\b|\blies here\b|\bmend(s|ed|ing)?\b|\breckon|\b(un)?told\b|\bastray\b|\bas ever\b"
    r"|\bin the book\b|\bmakes up for\b|\bof one['’]s own\b|\b(at )?most is\b|\bsay so below\b"
    r"|\bwhat came when\b|\bwho likes\b",
    re.IGNORECASE,
)
# Also outdated in messages for players, which say "can't" and "discard".
SHOWN = re.compile(rf"{OLD.pattern}|\bcannot\b|\bwhoever\b|\bthrow[ns]?\b|\bthrew\b", re.IGNORECASE)
STRAIGHT = re.compile(r"\w'(s|t|re|ll|ve|d|m)\b")
# Output for terminals and programs keeps the straight apostrophe.
FOR_PROGRAMS = ("kalooki_ref/cli/", "kalooki_ref/store/", "kalooki_ref/api/")
# Outdated words are allowed here, because people search the rules for them.
SYNONYMS = ("kalooki_ref/words/search_words.py", "kalooki_ref/words/rule_index.py")
MESSAGES = "kalooki_ref/words/"
# Middleware can't import the messages, so its own are here.
ERRORS = "kalooki_ref/server/middleware/errors.py"
GETTEXT = ("_", "ngettext", "pgettext", "ungettext")
MOST_SENTENCES = 6
DOCS = tuple(name_of(path) for path in (ROOT / "docs").glob("*.md"))
DOCUMENTS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", *DOCS)


def test_messages_have_no_outdated_phrases() -> None:
    sentences = [message for message in messages() if message.file not in SYNONYMS]
    assert not [message for message in sentences if any(map(SHOWN.search, message.forms))]


def test_apostrophes_on_pages_are_curly() -> None:
    read = [message for message in messages() if not message.file.startswith(FOR_PROGRAMS)]
    assert not [message for message in read if any(map(STRAIGHT.search, message.forms))]


def test_documents_have_no_outdated_phrases() -> None:
    assert not [
        f"{name}: {line}"
        for name in DOCUMENTS
        for line in (ROOT / name).read_text("utf-8").splitlines()
        if OLD.search(line)
    ]


def test_docstrings_have_no_outdated_phrases() -> None:
    assert not [text for text in docstrings() if OLD.search(text)]


def test_template_and_script_comments_have_no_outdated_phrases() -> None:
    files = [path for path in own_files("templates", "static") if path.suffix in {".html", ".js"}]
    assert not [name_of(path) for path in files if OLD.search(comments(path.read_text("utf-8")))]


def test_catalogue_has_every_kind_of_message() -> None:
    listed = printed()
    for place in ("templates/", "kalooki_ref/words/", "kalooki_ref/rules/", "kalooki_ref/cli/"):
        assert place in listed, place


def test_outdated_phrase_is_detected() -> None:
    assert SHOWN.search("Nothing lies here")
    assert SHOWN.search("Whoever goes out")
    assert not OLD.search("We recommend an amendment")


def docstrings() -> Iterator[str]:
    """Yield every docstring of the package, including those of attributes."""
    for node in (node for path in modules() for node in ast.walk(tree_of(path))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def comments(text: str) -> str:
    found = re.findall(r"\{#.*?#\}|^\s*//[^\n]*", text, re.DOTALL | re.MULTILINE)
    return "\n".join(found)
