"""Draws the QR code of a link."""

import segno
from markupsafe import Markup

# Characters of a link; longer ones make QR codes that phones can hardly scan.
LONGEST_CODE = 1500


def qr_code(link: str) -> Markup:
    """Return the QR code of a link as SVG."""
    # Choosing among the eight QR masks takes 25 ms and gains nothing for random-looking data.
    picture = segno.make(link, error="l", mask=0, micro=False, boost_error=False)
    return Markup(picture.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None))  # noqa: S704
