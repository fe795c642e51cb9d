"""``hypersweep verify``: check certificates that boards can be finished without a guess.

The exit status is 0 if all certificates hold, 1 if one doesn't, 2 if one can't be read (the others are still checked),
130 after Ctrl-C, and 74 if the output can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypersweep.cli.input_files import open_text, refusal, source_name
from hypersweep.cli_support.command_parser import CommandParser, run_command, warn
from hypersweep.errors import CertificateError, HypersweepError, ParameterError, ParseError
from hypersweep.exit_codes import FAILED, UNUSABLE
from hypersweep.generate import Certificate, verify
from hypersweep.text import place_text, pluralize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO

    from hypersweep.cli_support.output import Output

_NAME = "hypersweep verify"

_EPILOG = """\
A certificate lists the moves that finish a board, each with the clues that
prove it. The checker is a small program that shares no code with the solver:
it opens cells, reads clues and tries all arrangements of mines. A file may
contain several certificates, one after another.

examples:
  hypersweep grade 3x4.bAw --first 2,3 --certificate > board.txt
  hypersweep verify board.txt
  hypersweep generate --count 3 --certificate | hypersweep verify -
"""

_BEGINNING = b"hypersweep certificate"

# Maximum size in bytes of a certificate, and of a file's first line, which is read by itself to recognise the file.
_MOST_BYTES = 1 << 28
_LONGEST_BEGINNING = 1 << 12


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep verify``.

    >>> main([])
    2
    """
    return run_command(_NAME, argv, _run)


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    description = "Check certificates for boards that can be finished without guessing."
    parser = CommandParser(_NAME, description, _EPILOG)
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE|-", files="*", help="files with certificates, or - for standard input")
    add("--json", action="store_true", help="print a JSON object for each certificate, on a line")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "files")
    if options.help:
        return screen.print(parser.format_help())
    if not options.files:
        raise ParameterError("no certificate to check: name a file, or - for standard input")
    status = 0
    for name in options.files:
        try:
            for number, text in _texts(name):
                where = source_name(name) + (f", certificate {number}" if number else "")
                try:
                    certificate = Certificate.parse(text)
                    fault = _fault(certificate)
                except HypersweepError as error:
                    warn(_NAME, f"{where}: {error}")
                    status = max(status, UNUSABLE)
                    continue
                status = max(status, FAILED if fault else 0)
                if options.json:
                    line = json.dumps(_facts(name, number, certificate, fault))
                else:
                    line = _verdict(where.removeprefix("standard input, "), certificate, fault)
                screen.print(line + "\n")
        except HypersweepError as error:
            warn(_NAME, str(error))
            status = max(status, UNUSABLE)
    return status


def _verdict(where: str, certificate: Certificate, fault: CertificateError | None) -> str:
    if fault is not None:
        return f"{where} doesn't hold: {fault}"
    layout = certificate.layout
    return (
        f"{where} holds: {layout.grid}, {pluralize(layout.mines, 'mine')}, from {place_text(certificate.first)}, "
        f"{pluralize(len(certificate.steps), 'step')}, at most grade {certificate.grade}"
    )


def _fault(certificate: Certificate) -> CertificateError | None:
    """Check a certificate. Returns: the error it raises, or None if it holds."""
    try:
        verify(certificate)
    except CertificateError as error:
        return error
    return None


def _facts(name: str, number: int, certificate: Certificate, fault: CertificateError | None) -> dict[str, object]:
    facts: dict[str, object] = {
        "file": name,
        **({"certificate": number} if number else {}),
        "holds": fault is None,
        "board": str(certificate.layout),
        "first": certificate.first,
        "steps": len(certificate.steps),
    }
    if fault is None:
        return {**facts, "grade": certificate.grade}
    return {**facts, "step": fault.step, "error": str(fault)}


def _texts(name: str) -> Iterator[tuple[int, str]]:
    """Yield a file's certificates as text, each with its number (0 if it is the only one).

    Each certificate is yielded as soon as the next one begins. If the file contains something else, yield only its
    first line.
    """
    number = 0
    with open_text(name) as stream:
        lines = [_line(name, stream, _LONGEST_BEGINNING)]
        if lines[0].startswith(_BEGINNING):
            size = 0
            while line := _line(name, stream, _MOST_BYTES):
                if line.startswith(_BEGINNING):
                    number += 1
                    yield number, _text(lines)
                    lines, size = [], 0
                lines.append(line)
                size += len(line)
                if size > _MOST_BYTES:
                    raise ParseError(
                        f"{source_name(name)} is too large: certificates may have at most {_MOST_BYTES} bytes"
                    )
        yield number and number + 1, _text(lines)


def _text(lines: list[bytes]) -> str:
    return b"".join(lines).decode("utf-8", "replace")


def _line(name: str, stream: IO[bytes], most: int) -> bytes:
    try:
        return stream.readline(most + 1)
    except OSError as error:
        raise refusal(name, error) from None
