"""Reads the text and the JSON of a game's file, with a message for each kind of wrong file."""

import json
from typing import Any

from kalooki_ref.decoding import DecodingError, decoded
from kalooki_ref.game.importing import ImportFault, ImportRefused
from kalooki_ref.words.import_words import ExportError, not_text_words, refusal_words
from kalooki_ref.words.language import gettext as _

# Letters at the end of a file that may belong to a word of JSON, of which the rest is missing.
PART_OF_WORD = 6


def text_in(content: bytes, *, made_by: str = "") -> str:
    """Return the text of a file; raises ExportError if it isn't text.

    ``made_by`` is the button that makes such files, by default that for a copy of a game.
    """
    try:
        return decoded(content)
    except DecodingError as error:
        made_by = made_by or _("Save a copy")
        raise ExportError(not_text_words(error.reason, made_by=made_by)) from error


def is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def game_in(text: str, *, refusal: str = "") -> Any:
    """Return the JSON value of a text; raises ExportError.

    ``refusal`` says that it is no JSON, by default that it is no game.
    """
    refusal = refusal or refusal_words(ImportRefused(ImportFault.NO_GAME))
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        is_cut = error.msg.startswith("Unterminated") or len(text) - error.pos <= PART_OF_WORD
        if is_json(text) and is_cut:
            raise ExportError(_("its end is missing. Save or send the whole file again")) from error
        raise ExportError(refusal) from error
    except (ValueError, RecursionError) as error:
        raise ExportError(refusal) from error
