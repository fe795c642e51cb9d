"""PNG as the standard says it, read with every check that it asks for."""

from __future__ import annotations

import struct
import zlib


def read_png(data: bytes) -> tuple[int, int, list[list[tuple[int, ...]]]]:
    """Reads a PNG as the standard says, with every check that it asks for."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, []
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(kind + body)
        chunks.append((kind, body))
        at += 12 + length
    assert [kind for kind, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"]
    width, height, depth, colours, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (depth, colours, rest) == (8, 2, [0, 0, 0])
    pixels = zlib.decompress(chunks[1][1])
    assert len(pixels) == height * (1 + 3 * width)
    rows = []
    for row in range(height):
        line = pixels[row * (1 + 3 * width) : (row + 1) * (1 + 3 * width)]
        assert line[0] == 0
        rows.append([tuple(line[1 + 3 * at : 4 + 3 * at]) for at in range(width)])
    return width, height, rows
