"""`make translations`: extracts all messages and updates the catalogues.

Templates and Python code mark messages with gettext. The texts of the rules are plain English
strings, which pages translate when they show them; they are extracted from the rule objects.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from kalooki_ref.rules.clause_index import CHAPTERS, OWN_TITLES
from kalooki_ref.rules.constraints import REASONS
from kalooki_ref.rules.doubts import DOUBTS
from kalooki_ref.rules.overrides import NOT_FOUND
from kalooki_ref.rules.ready_made import CONTRACT_LISTS, RULE_SETS, VALUE_TABLES
from kalooki_ref.rules.sentences import FOLLOWING, OWN_VALUE, in_words
from kalooki_ref.rules.switches import FIXED, SWITCHES
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.server.settings import PACKAGE, folder
from kalooki_ref.words.language import LANGUAGES, SOURCE, path_of

# A message: its file, its text or plural forms, comments for translators, its context.
FoundMessage = tuple[str, str | tuple[str, ...], list[str], str | None]

MARKED = dict.fromkeys(("_", "_l", "gettext", "lazy_gettext"))
MARKED |= {"ngettext": (1, 2), "ungettext": (1, 2), "pgettext": ((1, "c"), 2)}
"""The functions that mark a message, and which of their arguments are its texts."""
JINJA = {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}
# Parts of the package that only programs or the server's operator read.
ENGLISH_ONLY = ("cli/", "pocket/", "store/", "translations/", "api/")
WIDTH = 100
# A fixed creation date, so that two people's updates merge without a conflict.
FIRST_MADE = datetime(2026, 11, 22, tzinfo=UTC)
NOTE = "Translators:"


def found_messages() -> Iterator[FoundMessage]:
    """Yield every message, file by file; duplicates are possible."""
    yield from _rules()
    yield from _marked(PACKAGE, [("**.py", "python")])
    yield from _marked(folder("templates"), [("**.html", "jinja2")])


def template() -> Catalog:
    """Return a catalogue without translations."""
    made = Catalog()
    for file, texts, notes, context in found_messages():
        made.add(texts, locations=[(file, 0)], auto_comments=notes, context=context)
    return made


def updated(language: str) -> Catalog:
    """Return a language's catalogue with the current messages, new ones untranslated."""
    path = path_of(language)
    if not path.exists():
        return _begun(language)
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    catalogue.update(template(), keep_user_comments=True, update_creation_date=False)
    return catalogue


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue without line numbers and obsolete messages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(
            file, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True,
            include_previous=True,
        )  # fmt: skip


def open_messages(catalogue: Catalog) -> int:
    """Return the number of untranslated and fuzzy messages."""
    return sum(
        1 for message in catalogue if message.id and (message.fuzzy or not _is_said(message))
    )


def _is_said(message: object) -> bool:
    text = getattr(message, "string", "")
    return all(text) if isinstance(text, tuple) else bool(text)


def _begun(language: str) -> Catalog:
    made = Catalog(
        locale=language,
        header_comment=f"# Kalooki Ref in {LANGUAGES[language]}; `make translations` keeps it.",
        project="Kalooki Ref",
        version="0.2",
        msgid_bugs_address="the issues of Kalooki Ref",
        last_translator="the founders of Kalooki Ref",
        language_team=LANGUAGES[language],
        creation_date=FIRST_MADE,
        revision_date=FIRST_MADE,
        fuzzy=False,
    )
    for message in template():
        if message.id:
            made[message.id] = message
    return made


def _marked(root: Path, methods: list[tuple[str, str]]) -> Iterator[FoundMessage]:
    options = {"**.html": JINJA}
    for file, _line, texts, notes, context in extract_from_dir(
        root, methods, options, MARKED, (NOTE,), strip_comment_tags=True
    ):
        if not file.startswith(ENGLISH_ONLY):
            yield f"{root.name}/{file}", texts, notes, context


def _rules() -> Iterator[FoundMessage]:
    for text, note in _rule_texts():
        if re.search("[A-Za-z]", text):
            yield "kalooki_ref/rules", text, [note] if note else [], None


def _rule_texts() -> Iterator[tuple[str, str]]:
    """Yield every text of the rules that a page may show, with its place."""
    titles = (*CHAPTERS, *OWN_TITLES.values())
    yield from ((title, "title of a chapter of the rules") for title in titles)
    for system in SYSTEMS:
        words = system.words
        yield system.name, ""
        yield from ((word, "") for word in (words.set, words.run, words.joker, words.bent))
        yield system.tagline, f"what sets {system.name} apart"
        for clause in system.clauses:
            if not clause.sentences:
                yield clause.text, f"rule {clause.number}"
    for switch in SWITCHES:
        yield switch.topic, f"rule {switch.clause}, in a word or two"
        yield switch.question, f"rule {switch.clause}"
        for choice in switch.choices:
            yield choice.label, f"answers: {switch.question}"
            yield from _wordings(choice.sentence, switch.clause)
        if switch.own:
            yield from _wordings(switch.own.sentence, switch.clause)
    for following in FOLLOWING:
        yield from _wordings(following.text, following.number)
    yield from ((choice.name, "contracts that go together") for choice in CONTRACT_LISTS)
    yield from ((choice.name, "a table of card values") for choice in VALUE_TABLES)
    yield from ((choice.name, "a set of rules") for choice in RULE_SETS)
    yield from ((doubt, "why rules can hardly be played") for doubt in DOUBTS)
    yield from ((reason, "why an option is fixed") for reason in FIXED.values())
    yield from ((text, "") for text in (NOT_FOUND, OWN_VALUE))
    yield from ((reason, "why options clash") for reason in REASONS)


def _wordings(text: str, number: str) -> Iterator[tuple[str, str]]:
    """Yield a sentence of a clause in the words of each system."""
    for wording in dict.fromkeys(in_words(text, system) for system in SYSTEMS):
        yield wording, f"rule {number}"


if __name__ == "__main__":
    for language in LANGUAGES:
        if language != SOURCE:
            catalogue = updated(language)
            write(catalogue, path_of(language))
            print(f"{LANGUAGES[language]}: {open_messages(catalogue)} messages to translate")
