"""Reads the text and the JSON of a game's file, with a message for each kind of wrong file."""

import json
from typing import Any

from kalooki_ref.decoding import DecodingError, decoded
from kalooki_ref.game.importing import ImportFault, ImportRefused
from kalooki_ref.words.import_words import ExportError, not_text_words, refusal_words
from kalooki_ref.words.language import gettext as _

# Letters at the end of a file that may belong to a word of JSON, of which the rest is missing.
PART_OF_WORD = 6


def text_in(content: bytes) -> str:
    """Return the text of a file; raises ExportError if it isn't text."""
    try:
        return decoded(content)
    except DecodingError as error:
        raise ExportError(not_text_words(error.reason)) from error


def is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def game_in(text: str) -> Any:
    """Return the JSON value of a text; raises ExportError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        is_cut = error.msg.startswith("Unterminated") or len(text) - error.pos <= PART_OF_WORD
        if is_json(text) and is_cut:
            raise ExportError(_("its end is missing. Save or send the whole file again")) from error
        raise no_game() from error
    except (ValueError, RecursionError) as error:
        raise no_game() from error


def no_game() -> ExportError:
    return ExportError(refusal_words(ImportRefused(ImportFault.NO_GAME)))
