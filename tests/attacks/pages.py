"""Reads the links and forms of a page, with the fields that a browser sends."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

Fields = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class SentForm:
    """A form of a page: its attributes, fields as a browser sends them, and buttons."""

    given: dict[str, str] = field(default_factory=dict)
    fields: list[tuple[str, str]] = field(default_factory=list)
    # The first is the form sent without one.
    buttons: list[dict[str, str]] = field(default_factory=lambda: [{}])
    # Groups of radio buttons of which none is chosen yet: a person taps the first.
    undecided: set[str] = field(default_factory=set)

    def add(self, kind: str, name: str, value: str, *, is_chosen: bool) -> None:
        """Add a field; of boxes and radio buttons the chosen ones, or else the first."""
        if kind not in {"checkbox", "radio"}:
            self.fields.append((name, value))
            return
        if is_chosen and name in self.undecided:
            self.fields = [pair for pair in self.fields if pair[0] != name]
            self.undecided.discard(name)
        if is_chosen or name not in dict(self.fields):
            self.fields.append((name, value))
            if kind == "radio" and not is_chosen:
                self.undecided.add(name)

    def requests(self) -> Iterator[tuple[str, str, Fields]]:
        for button in self.buttons:
            method = button.get("formmethod") or self.given.get("method", "get")
            action = button.get("formaction") or self.given.get("action", "")
            name = button.get("name")
            pressed = [(name, button.get("value", ""))] if name else []
            yield method.upper(), action, (*self.fields, *pressed)


class Page(HTMLParser):
    """The links and forms of a page: method, URL, fields as a browser sends them, by button.

    Names that aren't filled in are, since most forms are refused without one.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links = list[tuple[str, str, Fields]]()
        # By id, since fields and buttons may stand outside of their form.
        self._forms: dict[str, SentForm] = {}
        self._inside = self._select = self._undecided = ""
        self.feed(text)

    @property
    def requests(self) -> list[tuple[str, str, Fields]]:
        forms = (form for form in self._forms.values() if form.given)
        return [*self.links, *(sent for form in forms for sent in form.requests())]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value, kind = (given.get(key, "") for key in ("name", "value", "type"))
        form = self._form(given.get("form") or self._inside)
        match tag:
            case "a" | "link":
                self.links.append(("GET", given.get("href", ""), ()))
            case "form":
                self._inside = given.get("id") or f"form {len(self._forms)}"
                self._form(self._inside).given = given
            case "select":
                self._select = self._undecided = name
            case "option" if self._select:
                self._choose(form, value, is_selected="selected" in given)
            case "button" if kind in {"", "submit"}:
                form.buttons.append(given)
            case "textarea":
                form.fields.append((name, ""))
            case "input" if name:
                typed = value or self._typed(form, name)
                form.add(kind, name, typed, is_chosen="checked" in given)

    def _form(self, key: str) -> SentForm:
        return self._forms.setdefault(key, SentForm())

    def _choose(self, form: SentForm, value: str, *, is_selected: bool) -> None:
        """Note an option of a select: the selected one, or else the first."""
        if is_selected and not self._undecided:
            form.fields.pop()
        if is_selected or self._undecided:
            form.fields.append((self._select, value))
        self._undecided = ""

    def _typed(self, form: SentForm, name: str) -> str:
        return f"Fay {len(form.fields)}" if name in {"name", "names"} else ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "form":
            self._inside = ""
