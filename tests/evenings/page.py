"""Links and forms of an HTML page, as somebody without script can use them."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

PICTURES = re.compile(r"<(head|svg)\b.*?</\1>", re.DOTALL)


@dataclass(slots=True)
class Control:
    """An input, select, textarea or submit button, with its attributes and options."""

    tag: str
    attributes: dict[str, str]
    options: list[tuple[str, bool]] = field(default_factory=list)
    text: str = ""

    @property
    def name(self) -> str:
        return self.attributes.get("name", "")

    @property
    def value(self) -> str:
        if self.tag == "textarea":
            return self.text.removeprefix("\n")
        return self.attributes.get("value", "")

    @property
    def kind(self) -> str:
        usual = {"button": "submit", "input": "text"}
        return self.attributes.get("type") or usual.get(self.tag, self.tag)

    @property
    def is_checked(self) -> bool:
        return "checked" in self.attributes


@dataclass(slots=True)
class Form:
    """A form with its controls, including those elsewhere on the page that name it."""

    action: str
    method: str
    controls: list[Control] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {control.name for control in self.controls}

    @property
    def buttons(self) -> list[Control]:
        """The buttons that send the form."""
        return [
            button for button in self.controls if (button.tag, button.kind) == ("button", "submit")
        ]


class Page(HTMLParser):
    """A page that was opened at ``address``; ``links`` and form actions are paths."""

    def __init__(self, address: str, text: str, *, status: int = 200) -> None:
        super().__init__()
        self.address, self.text, self.status = address, text, status
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._elsewhere: list[tuple[str, Control]] = []
        self._form: Form | None = None
        self._control: Control | None = None
        self.feed(PICTURES.sub("", text))
        for name, control in self._elsewhere:
            if name in self._by_id:
                self._by_id[name].controls.append(control)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"].partition("#")[0])
        elif tag == "form":
            action = attributes.get("action") or self.address
            self._form = Form(action, attributes.get("method", "get").lower())
            self.forms.append(self._form)
            self._by_id[attributes.get("id", "")] = self._form
        elif tag == "option" and self._control is not None:
            self._control.options.append((attributes.get("value", ""), "selected" in attributes))
        elif tag in {"input", "select", "textarea", "button"} and "disabled" not in attributes:
            self._control = Control(tag, attributes)
            if "form" in attributes:
                self._elsewhere.append((attributes["form"], self._control))
            elif self._form is not None:
                self._form.controls.append(self._control)

    def handle_data(self, data: str) -> None:
        if self._control is not None and self._control.tag == "textarea":
            self._control.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag in {"select", "textarea", "button"}:
            self._control = None
