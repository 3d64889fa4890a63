"""What the first page costs over the air: bytes of HTML, CSS and JS after gzip, and requests.

Targets: 22 kB and four requests, for a page opened for the first time.
"""

import gzip
import re
import tempfile

from kalooki_ref import create_app

PAGES = ("/", "/games/new", "/check", "/rules/")
LINKED = re.compile(r'(?:href|src)="([^"]+\.(?:css|js)[^"]*)"')
IMPORTED = re.compile(r'(?:from|import)\s*"([^"]+\.js)"')
MOST_KILOBYTES = 22
MOST_REQUESTS = 4


def kilobytes(body: bytes) -> float:
    return len(gzip.compress(body, 9)) / 1000


def bodies_of(page: str) -> list[bytes]:
    """Return the page and every style and script it asks for, each once."""
    client = create_app({"INSTANCE": tempfile.mkdtemp()}).test_client()
    html = client.get(page).data
    waiting, seen, bodies = LINKED.findall(html.decode()), set(), [html]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        body = client.get(address).data
        bodies.append(body)
        folder = address.rpartition("/")[0]
        waiting += [f"{folder}/{name.lstrip('./')}" for name in IMPORTED.findall(body.decode())]
    return bodies


def main() -> None:
    print(f"{'page':<16}{'kB gzip':>10}{'target':>8}{'requests':>10}{'target':>8}")
    for page in PAGES:
        bodies = bodies_of(page)
        size = sum(kilobytes(body) for body in bodies)
        print(f"{page:<16}{size:>10.1f}{MOST_KILOBYTES:>8}{len(bodies):>10}{MOST_REQUESTS:>8}")


if __name__ == "__main__":
    main()
