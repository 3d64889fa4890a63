"""What a person perceives of a page, by line."""

from html.parser import HTMLParser

INLINE = {"a", "abbr", "b", "button", "bdi", "del", "em", "i", "small", "span", "strong", "time"}
SILENT = {"script", "style", "svg", "head"}
SHOWN = (
    "action", "alt", "aria-checked", "aria-current", "aria-expanded", "aria-invalid", "aria-label",
    "checked", "disabled", "formaction", "href", "inputmode", "max", "maxlength", "min", "name",
    "open", "placeholder", "required", "selected", "value",
    # What script reads and players notice.
    "data-best", "data-draft", "data-max", "data-min", "data-news", "data-parts", "data-pools",
    "data-rounds", "data-starters", "data-usual", "data-won", "data-worth",
)  # fmt: skip


class Reader(HTMLParser):
    """Extracts the text of a page: a line per block, with the tags that users perceive."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in SILENT:
            self.silent += 1
            self.lines[-1] += f" ({label})" if (label := given.get("aria-label")) else ""
            return
        if tag not in INLINE:
            self.lines.append("")
        shown = [f"{name}={given[name]}" for name in SHOWN if name in given]
        if shown and "value=KEY" not in shown and not self.silent and tag != "html":
            self.lines[-1] += f" <{tag} {' '.join(shown)}>"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.silent:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in SILENT:
            self.silent -= 1
        elif tag == "a":
            self.lines[-1] += ">"
        elif tag not in INLINE:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.lines[-1] += data


def read(html: str) -> list[str]:
    """Return the text of a page from its bar to its menu, or of a fragment, by line."""
    _, begin, page = html.partition("<body")
    reader = Reader()
    reader.feed(begin + page or html)
    lines = (" ".join(line.split()) for line in reader.lines)
    return [line for line in lines if line and "name=key" not in line and "name=base" not in line]
