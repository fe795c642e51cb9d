"""Convert other programs' files to records, for formats that the browser can't read itself."""

from __future__ import annotations

import binascii
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.formats.files import record_text
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call
from hypersweep.web.multiplayer.http_protocol import MadeRecord, SentFile

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import Route

    from hypersweep.web.multiplayer.http.public_jobs import PublicJobs
    from hypersweep.web.multiplayer.settings import Settings

_SECONDS = 20.0


class _Replays:
    def __init__(self, jobs: PublicJobs, settings: Settings) -> None:
        self._jobs, self._settings = jobs, settings

    async def make(self, request: Request, sent: SentFile) -> MadeRecord:
        """Convert a mouse replay or another program's saved game to a record, without saving it."""
        try:
            data = binascii.a2b_base64(sent.data, strict_mode=True)
        except ValueError:
            raise RefusedError("replay", "expected a file in base64, got something else") from None
        try:
            form, text = await self._jobs.run(
                request, None, _SECONDS, record_text, data, sent.name, self._settings.largest_board
            )
        except HypersweepError as error:
            if isinstance(error, RefusedError):
                raise
            raise RefusedError("replay", f"expected a mouse replay: {error}", reason=str(error)[:300]) from None
        return MadeRecord(text, form)


def replay_routes(jobs: PublicJobs, settings: Settings) -> list[Route]:
    """Return the route; errors come out as ``RefusedError``.

    Args:
        jobs: runs the jobs that read files.
        settings: of the server.
    """
    own = _Replays(jobs, settings)
    return [call("POST", "/api/record", takes=SentFile, gives=MadeRecord)(own.make)]
