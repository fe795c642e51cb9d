"""The page as a site: every file a host has to serve, read from the built page's folder.

Each version's scripts, styles and kernels are in a folder named after a hash of their contents. So these files may be
cached forever, and visitors never get a mixture of versions, whatever browsers and hosts cache. Only files that need a
fixed address are outside that folder: the document, the service worker, the manifest and the icons.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.web.page_files import site_folder

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = "index.html"
SERVICE_WORKER = "sw.js"

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""The document's content security policy; files may be loaded only from its own origin."""

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""Media types by file extension; files with other extensions aren't part of the page."""

# Files whose address is the same in every version.
_STEADY = (DOCUMENT, SERVICE_WORKER, "manifest.webmanifest", "icons/")

# Files loaded only if the page has a multiplayer server.
_SERVER = ("server.js", "styles/server.css")

_LINK = re.compile(r'\b(href|src)="([^":?#]+)"')


class SiteFile(NamedTuple):
    """A file in a site.

    Attributes:
        name: path within the site, with slashes.
        media_type: value of the Content-Type header.
        data: the contents.
        is_lasting: whether the name changes whenever the contents do, so that the file may be cached forever.
    """

    name: str
    media_type: str
    data: bytes
    is_lasting: bool

    @property
    def digest(self) -> str:
        """SHA-256 of the contents, in the format of subresource integrity ("sha256-BASE64")."""
        return f"sha256-{base64.b64encode(hashlib.sha256(self.data).digest()).decode('ascii')}"


class Site(NamedTuple):
    """A complete site.

    Attributes:
        version: name of the versioned folder, derived from the contents of the files.
        files: all files, by name.
        plain: maps each path in the page's folder to the file's name in the site.
    """

    version: str
    files: dict[str, SiteFile]
    plain: dict[str, str]


def read_site(folder: Path | None = None, *, has_server: bool = False) -> Site:
    """Read the page's site from a folder.

    Args:
        folder: a built page's folder; None for the one in this installation.
        has_server: whether there is a multiplayer server; the document then announces it to scripts. Without one, the
            files that need a server are left out.

    Raises:
        MissingExtraError: this installation was built without the page.

    Complexity: O(bytes of all files).
    """
    folder = folder or site_folder()
    raw = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in MEDIA_TYPES and path.is_file()
    }
    if not has_server:
        raw = {name: data for name, data in raw.items() if name not in _SERVER}
    version = _version(raw)
    plain = {name: name if name.startswith(_STEADY) else f"{version}/{name}" for name in raw}
    files = {
        place: SiteFile(place, MEDIA_TYPES["." + name.rpartition(".")[2]], raw[name], place != name)
        for name, place in plain.items()
    }
    document = files[DOCUMENT]
    files[DOCUMENT] = document._replace(data=_document(document.data, plain, has_server))
    # Add the service worker last, since it lists all other files.
    worker = files.pop(SERVICE_WORKER)
    known = {"version": version, "files": {name: each.digest for name, each in sorted(files.items())}}
    line = f"self.SITE = {json.dumps(known, separators=(',', ':'))};\n"
    files[SERVICE_WORKER] = worker._replace(data=line.encode("ascii") + worker.data)
    return Site(version, files, plain)


def _version(raw: dict[str, bytes]) -> str:
    """Return a version name, derived from the names and contents of all files."""
    whole = hashlib.sha256()
    for name, data in sorted(raw.items()):
        whole.update(f"{name}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    return f"v-{whole.hexdigest()[:16]}"


def _document(data: bytes, plain: dict[str, str], has_server: bool) -> bytes:
    """Return the document with links to this version's files; with a server, also announce the server to scripts."""
    text = _LINK.sub(lambda link: f'{link[1]}="{plain.get(link[2], link[2])}"', data.decode("utf-8"))
    if has_server:
        mark = '<meta name="hypersweep-server" content="1">'
        style = f'<link rel="preload" as="style" href="{plain["styles/server.css"]}">'
        text = text.replace("  </head>", f"    {mark}\n    {style}\n  </head>", 1)
    return text.encode()
