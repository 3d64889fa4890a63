"""Every kind of entry has a step in the fold, says what it builds on, and has a sentence."""

from typing import get_args

import pytest

from kalooki_ref.game import fit, fold
from kalooki_ref.game.events import EntryAmended, Event
from kalooki_ref.words import entry_words

# Amendments are folded and worded by what they did.
KINDS = [kind for kind in get_args(Event) if kind is not EntryAmended]


@pytest.mark.parametrize("kind", KINDS)
def test_event_has_a_fold_step(kind: type) -> None:
    assert fold._after.dispatch(kind) is not fold._after.dispatch(object)


@pytest.mark.parametrize("kind", KINDS)
def test_event_says_what_it_builds_on(kind: type) -> None:
    assert fit._misfits.dispatch(kind) is not fit._misfits.dispatch(object)


@pytest.mark.parametrize("kind", KINDS)
def test_event_has_a_sentence(kind: type) -> None:
    assert entry_words._message.dispatch(kind) is not entry_words._message.dispatch(object)
