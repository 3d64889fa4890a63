"""A QR code in letters, readable by phones in dark and light terminals."""

import segno

BLACK_ON_WHITE = "\033[38;5;16;48;5;231m"
PLAIN = "\033[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
QUIET = 3


def terminal_qr(text: str, encoding: str | None) -> str:
    """Return lines to print, two rows of modules each; empty where half blocks cannot be shown."""
    try:
        "▀▄█".encode(encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    rows = [
        [bool(module) for module in row]
        for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET)
    ]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(f"  {line_of(upper, lower)}" for upper, lower in pairs)


def line_of(upper: list[bool], lower: list[bool]) -> str:
    halves = "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
    return f"{BLACK_ON_WHITE}{halves}{PLAIN}"
