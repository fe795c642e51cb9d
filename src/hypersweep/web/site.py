"""The page as a site: every file that a host sends, made ready from the page's folder. Comments stay at home.

Scripts, styles and kernels of one version stand in a folder of their own, named after what is in them. So no visitor
ever gets some files of one version and some of the next, whatever browsers and hosts keep, and these files may be kept
for ever. Only what has to have the same address in every version stands beside that folder: the document, the
service worker, the manifest and the icons.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.web.packing import pack_script, pack_style
from hypersweep.web.page import kernels_file, page_folder
from hypersweep.web.scripts import loaded_scripts, loaded_styles, without_scripts

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["DOCUMENT", "MEDIA_TYPES", "POLICY", "SERVICE_WORKER", "Site", "SiteFile", "read_site"]

DOCUMENT = "index.html"
SERVICE_WORKER = "sw.js"

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What the document may load, and from where: its own files, and nothing from anywhere else."""

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""Media types by the ends of names. What ends otherwise isn't part of the page."""

# What has the same address in every version.
_STEADY = (DOCUMENT, SERVICE_WORKER, "manifest.webmanifest", "icons/")

# What is loaded until the first move wherever the player comes from, beside what these import: scripts and texts that
# are imported when they are asked for. The engine's worker loads its own, which the browser then has already. Who comes
# by a link to a game never sees the screen on which games are chosen.
_FIRST = (
    "main.js",
    "screens/game.js",
    "messages/en/page.js",
    "messages/en/game.js",
    "engine/worker.js",
)
# What brings all that a server is needed for; and what names its screens in the header, where there is one.
_SERVER = "server_screens.js"
_FIRST_WITH_SERVER = (_SERVER, "messages/en/together.js")

_LINK = re.compile(r'\b(href|src)="([^":?#]+)"')


class SiteFile(NamedTuple):
    """One file of a site.

    Attributes:
        name: its path in the site, with slashes.
        media_type: for its header.
        data: what is in it.
        is_lasting: whether nothing else will ever have that name.
    """

    name: str
    media_type: str
    data: bytes
    is_lasting: bool

    @property
    def digest(self) -> str:
        """SHA-256 of what is in it, as browsers take it to check what they get."""
        return f"sha256-{base64.b64encode(hashlib.sha256(self.data).digest()).decode('ascii')}"


class Site(NamedTuple):
    """All of a site.

    Attributes:
        version: the name of the folder of what changes from version to version; from what is in the files.
        files: all of them, by their names.
        plain: the names of the files as they stand in the page's folder, with the names that they have here.
    """

    version: str
    files: dict[str, SiteFile]
    plain: dict[str, str]


def read_site(folder: Path | None = None, *, has_server: bool = False) -> Site:
    """The site of the page.

    Args:
        folder: another page's folder; None for this installation's page.
        has_server: whether there is a server for playing together behind it: its document says so then. Without one,
            what is needed for that isn't there either.

    Raises:
        MissingExtraError: this installation was built without the kernels for the page.

    Complexity: O(bytes of all files).
    """
    if folder is None:
        kernels_file()
        folder = page_folder()
    raw = {
        path.relative_to(folder).as_posix(): _sent(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in MEDIA_TYPES and path.is_file()
    }
    if not has_server:
        unused = without_scripts(raw, ("main.js", "engine/worker.js"), _SERVER)
        raw = {name: data for name, data in raw.items() if name not in unused or name.startswith(_STEADY)}
    version = _version(raw)
    plain = {name: name if name.startswith(_STEADY) else f"{version}/{name}" for name in raw}
    files = {
        place: SiteFile(place, MEDIA_TYPES["." + name.rpartition(".")[2]], raw[name], place != name)
        for name, place in plain.items()
    }
    document = files[DOCUMENT]
    files[DOCUMENT] = document._replace(data=_document(document.data, raw, plain, has_server))
    # Last, for it knows all the others.
    worker = files.pop(SERVICE_WORKER)
    known = {"version": version, "files": {name: each.digest for name, each in sorted(files.items())}}
    line = f"self.SITE = {json.dumps(known, separators=(',', ':'))};\n"
    files[SERVICE_WORKER] = worker._replace(data=line.encode("ascii") + worker.data)
    return Site(version, files, plain)


def _sent(path: Path) -> bytes:
    """What is sent of a file."""
    data = path.read_bytes()
    if path.suffix == ".js":
        return pack_script(data.decode("utf-8")).encode()
    if path.suffix == ".css":
        return pack_style(data.decode("utf-8")).encode()
    return data


def _version(raw: dict[str, bytes]) -> str:
    """A name for exactly these files."""
    whole = hashlib.sha256()
    for name, data in sorted(raw.items()):
        whole.update(f"{name}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    return f"v-{whole.hexdigest()[:16]}"


def _document(data: bytes, raw: dict[str, bytes], plain: dict[str, str], has_server: bool) -> bytes:
    """The document with the addresses of this version, and with what the browser had better fetch at once."""
    text = _LINK.sub(lambda link: f'{link[1]}="{plain.get(link[2], link[2])}"', data.decode("utf-8"))
    first = (*_FIRST, *_FIRST_WITH_SERVER) if has_server else _FIRST
    styles = ["styles/page.css", *(["styles/server.css"] if has_server else [])]
    lines = [
        *(['<meta name="hypersweep-server" content="1">'] if has_server else []),
        *(f'<link rel="preload" as="style" href="{plain[name]}">' for name in loaded_styles(raw, styles)),
        *(f'<link rel="modulepreload" href="{plain[name]}">' for name in loaded_scripts(raw, first)),
    ]
    before, script, after = text.partition("    <script ")
    return "".join((before, *(f"    {line}\n" for line in lines), script, after)).encode()
