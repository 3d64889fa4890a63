"""Saves the README's pictures as WebP, at less than half the size of PNG."""

from base64 import b64decode, b64encode
from pathlib import Path

from playwright.sync_api import Page

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
# Pictures that a browser shows before it installs the app.
INSTALL = Path(__file__).parents[2] / "static" / "install"
PACK = """async source => {
  const picture = await createImageBitmap(await (await fetch(source)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({type: 'image/webp', quality: 0.9});
  const reader = new FileReader();
  const read = new Promise(done => { reader.onload = done; });
  reader.readAsDataURL(blob);
  await read;
  return reader.result.split(',')[1];
}"""


def save_webp(page: Page, name: str, picture: bytes, *, folder: Path = FOLDER) -> Path:
    """Save a PNG as WebP, converted in the browser; the page is left blank."""
    page.goto("about:blank")
    packed = page.evaluate(PACK, f"data:image/png;base64,{b64encode(picture).decode()}")
    path = folder / f"{name}.webp"
    path.write_bytes(b64decode(packed))
    return path
