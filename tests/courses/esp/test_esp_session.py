"""Whole runs of `hypersweep esp` with the expected output, written by hand from the text of the specification.

What a player types isn't part of the output, so the answer continues on the prompt's line.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courses.esp.esp_model import Program, decode
from courses.esp.esp_play import play, screen
from courses.esp.esp_small import FIRST_BOARD, SMALL, WELCOME, small_game
from hypersweep import Game, Grid, Layout, ParseError
from hypersweep.courses.esp import esp_session, load_game, save_game, write_board
from hypersweep.formats import esp as esp_format


def test_won_game() -> None:
    small_game(
        b"start 0 0\nflag 0 1\nopen 2 0\ndump\nopen 0 2\ndump\n",
        """
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |1121|
 |····|
  ====~
 >~
  ¶: 1
  ====~
 |1@2@|
 |1121|
 |····|
  ====~

  ¶: 1
  ====~
 |1¶░░|
 |1121|
 |····|
  ====~
 >~
=== You won! ===

  ¶: 1
  ====~
 |1@2@|
 |1121|
 |····|
  ====~
""",
    )


def test_lost_game_shows_mines_over_flags_and_keeps_wrong_flags() -> None:
    small_game(
        b"start 0 0\nflag 0 1\nflag 0 2\nflag 2 2\nopen 0 3\n",
        """
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 0
  ====~
 |1¶¶░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: -1
  ====~
 |1¶¶░|
 |░░░░|
 |░░¶░|
  ====~
 >~
=== You lost! ===

  ¶: -1
  ====~
 |1@¶X|
 |░░░░|
 |░░¶░|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_flag_does_not_protect_a_mine_and_the_lost_number_is_unchanged() -> None:
    small_game(
        b"start 0 0\nflag 0 1\nopen 0 1\n",
        """
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
=== You lost! ===

  ¶: 1
  ====~
 |1X░@|
 |░░░░|
 |░░░░|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_opening_takes_flags_off_the_board_and_out_of_the_count() -> None:
    small_game(
        b"start 0 0\nflag 1 2\nflag 2 3\nflag 0 0\nopen 1 2\nopen 2 0\nflag 2 3\nquit\n",
        """
 >~
  ¶: 1
  ====~
 |1░░░|
 |░░¶░|
 |░░░░|
  ====~
 >~
  ¶: 0
  ====~
 |1░░░|
 |░░¶░|
 |░░░¶|
  ====~
 >~
  ¶: 0
  ====~
 |1░░░|
 |░░¶░|
 |░░░¶|
  ====~
 >~
  ¶: 1
  ====~
 |1░░░|
 |░░2░|
 |░░░¶|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |1121|
 |····|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |1121|
 |····|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |1121|
 |····|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_open_on_an_open_field_prints_the_board() -> None:
    board = FIRST_BOARD.removeprefix("\n")
    small_game(b"start 0 0\nopen 0 0\nquit\n", board * 2, after=FIRST_BOARD)


def test_flag_twice_is_no_flag() -> None:
    small_game(
        b"start 0 0\nflag 0 1\nflag 0 1\nquit\n",
        """
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_second_start_goes_on_with_the_random_stream() -> None:
    small_game(
        b"start 0 0\nflag 2 2\nstart 2 3\ndump\nquit\n",
        """
 >~
  ¶: 1
  ====~
 |1░░░|
 |░░░░|
 |░░¶░|
  ====~
 >~
  ¶: 2
  ====~
 |░░░░|
 |░░21|
 |░░1·|
  ====~
 >~
  ¶: 2
  ====~
 |12@1|
 |1@21|
 |111·|
  ====~

  ¶: 2
  ====~
 |░░░░|
 |░░21|
 |░░1·|
  ====~
 >~
  ¶: 2
  ====~
 |░░░░|
 |░░21|
 |░░1·|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_default_game() -> None:
    status, output = play([], b"start 5 5\nopen 0 0\ndump\nquit\n")
    assert status == 0
    assert (
        output.decode()
        == screen("""
Welcome to ESP Minesweeper!
Chosen field size: 9 x 9.
After map generation 10 mines will be hidden in the playing field.
 >~
  ¶: 10
  =========~
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░2░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
  =========~
 >~
  ¶: 10
  =========~
 |··1░░░░░░|
 |111░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░2░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
  =========~
 >~
  ¶: 10
  =========~
 |··111····|
 |111@2211·|
 |@123@2@1·|
 |222@3422·|
 |2@32@2@21|
 |2@21122@1|
 |111···111|
 |·········|
 |·········|
  =========~

  ¶: 10
  =========~
 |··1░░░░░░|
 |111░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░2░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
  =========~
 >~
  ¶: 10
  =========~
 |··1░░░░░░|
 |111░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░2░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
  =========~
""").decode()
    )


def test_every_error_leaves_the_game_as_it_was(directory: Path) -> None:
    (directory / "bad").write_bytes(b"ESQ\0" + bytes(16))
    lines = (
        b"start 0 0\n"
        b"\n"
        b"   \t \r\n"
        b"START 1 1\n"
        b"undo\n"
        b"open\n"
        b"open x\n"
        b"flag 1 2 3\n"
        b"quit now\n"
        b"dump 1\n"
        b"save\n"
        b"save a b\n"
        b"start a b c\n"
        b"open a 99\n"
        b"open 99 1.0\n"
        b"flag -1 0\n"
        b"flag 3 0\n"
        b"open 0 4\n"
        b"start 0 18446744073709551616\n"
        b"load missing\n"
        b"load bad\n"
        b"load .\n"
        b"save missing/file\n"
    )
    small_game(
        lines,
        """
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Command is missing arguments!
 > Error: Command is missing arguments!
 > Error: Too many arguments given for command!
 > Error: Too many arguments given for command!
 > Error: Too many arguments given for command!
 > Error: Command is missing arguments!
 > Error: Too many arguments given for command!
 > Error: Too many arguments given for command!
 > Error: Invalid arguments given!
 > Error: Invalid arguments given!
 > Error: Coordinates are invalid for this game board!
 > Error: Coordinates are invalid for this game board!
 > Error: Coordinates are invalid for this game board!
 > Error: Coordinates are invalid for this game board!
 > Error: Failed to open file!
 > Error: Invalid file content!
 > Error: Failed to open file!
 > Error: Failed to open file!
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
""",
        after=FIRST_BOARD,
    )
    assert sorted(os.listdir(directory)) == ["bad"]


def test_before_the_start_there_are_start_load_and_quit() -> None:
    small_game(
        b"open 0 0\nflag\ndump 1\nsave a b c\nstart\nstart 3 0\nload\nload missing-file\nquit 1\nquit\n",
        """
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Command is missing arguments!
 > Error: Coordinates are invalid for this game board!
 > Error: Command is missing arguments!
 > Error: Failed to open file!
 > Error: Too many arguments given for command!
 >~
  ¶: 0
  ====~
 |░░░░|
 |░░░░|
 |░░░░|
  ====~
""",
    )


def test_save_and_load_go_back_and_bring_size_and_mines(directory: Path) -> None:
    small_game(
        b"start 0 0\nflag 0 1\nsave game\nopen 2 0\nload game\nquit\n",
        """
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |1121|
 |····|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
""",
        after=FIRST_BOARD,
    )
    # A run that was asked for another board takes the file's sides and mines, for `start` too: seed 7 puts them there.
    status, output = play(["--size", "2", "5", "--mines", "9", "--seed", "7"], b"load game\nstart 0 0\nopen 0 1\n")
    assert status == 0
    assert (
        output.decode()
        == screen("""
Welcome to ESP Minesweeper!
Chosen field size: 2 x 5.
After map generation 9 mines will be hidden in the playing field.
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
 >~
=== You lost! ===

  ¶: 2
  ====~
 |1X░░|
 |░░░░|
 |@░░░|
  ====~
""").decode()
    )


def test_file_names_are_bytes(directory: Path) -> None:
    name = b"\xff\xfe\xc3\xa9"
    lines = [b"start 0 0", b"save " + name, b"load " + name, b"load a\x00b", b"save a\x00b", b"quit"]
    status, output = play(SMALL, b"\n".join(lines))
    assert status == 0
    assert os.listdir(os.fsencode(directory)) == [name]
    board, failed = screen(FIRST_BOARD), b" > Error: Failed to open file!\n"
    assert output.decode() == (screen(WELCOME) + board * 3 + failed * 2 + board).decode()


def flagged_game() -> Game:
    """A 3 x 4 game: mines on (0, 1), (1, 3), (2, 0); open (0, 0); flags on (0, 0), (0, 1) and (2, 3)."""
    grid = Grid((3, 4))
    game = Game(grid, rules="esp", layout=Layout(grid, [(0, 1), (1, 3), (2, 0)]))
    game.open((0, 0))
    for cell in ((0, 0), (0, 1), (2, 3)):
        game.flag(cell)
    return game


SMALL_FILE = bytes.fromhex(
    "45 53 50 00"  # ESP and NUL
    "03 00 00 00 00 00 00 00"  # height
    "04 00 00 00 00 00 00 00"  # width
    "ff 82 01 03"  # valid; mines at 1 and 7; open 0; flags 0 and 1
    "0f 01 00 08"  # four cells and four of padding; mine at 8; none open; flag at 11
)


def test_layout_byte_by_byte(tmp_path: Path) -> None:
    name = tmp_path / "game"
    save_game(str(name), flagged_game())
    assert name.read_bytes() == SMALL_FILE
    game = load_game(str(name))
    assert game.grid == Grid((3, 4))
    assert game.layout == flagged_game().layout
    assert game.view == flagged_game().view
    assert (game.mines, game.opened, game.remaining) == (3, 1, 1)
    assert [game.is_flagged(cell) for cell in game.grid].count(True) == 3
    assert game.is_flagged((0, 0))


def test_default_board_has_64_bytes(tmp_path: Path) -> None:
    play([], b"start 5 5\nsave " + os.fsencode(tmp_path / "game") + b"\n")
    data = (tmp_path / "game").read_bytes()
    assert len(data) == 64
    assert data[:20] == b"ESP\0\x09" + bytes(7) + b"\x09" + bytes(7)
    assert data[20::4] == b"\xff" * 10 + b"\1"
    # The map of seed 0 with its first cell at (5, 5), row by row, the first cell of each block in its lowest bit.
    rows = "000000000000100000100010100000100000010010100010000010000000000000000000000000000"
    assert data[21::4] == bytes(int(rows[begin : begin + 8][::-1], 2) for begin in range(0, 81, 8))
    # Cell (5, 5) is the 50th: bit 2 of block 6.
    assert data[22::4] == bytes(6) + b"\4" + bytes(4)
    assert data[23::4] == bytes(11)


@st.composite
def save_files(draw: st.DrawFn) -> bytes:
    """Save files of small boards in any state."""
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = height * width
    planes = [2**cells - 1, *(draw(st.integers(0, 2**cells - 1)) for _ in range(3))]
    columns = [plane.to_bytes((cells + 7) // 8, "little") for plane in planes]
    return (
        b"ESP\0"
        + struct.pack("<QQ", height, width)
        + bytes(byte for block in zip(*columns, strict=True) for byte in block)
    )


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [1, 2, 1 << 16])
@given(data=save_files())
def test_any_state_goes_through_unchanged(tmp_path_factory: pytest.TempPathFactory, at_once: int, data: bytes) -> None:
    directory = tmp_path_factory.mktemp("any", numbered=True)
    (directory / "given").write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(esp_format, "BLOCKS_AT_ONCE", at_once)
        game = load_game(str(directory / "given"))
        save_game(str(directory / "back"), game)
    assert (directory / "back").read_bytes() == data
    decoded = decode(data)
    assert decoded is not None
    height, width, mines, opened, flags = decoded
    assert game.grid.shape == (height, width)
    assert {cell for cell in game.grid if game.is_open(cell)} == opened
    assert {cell for cell in game.grid if game.is_flagged(cell)} == flags
    assert game.remaining == len(mines) - len(flags - opened)


def changed(place: int, value: int) -> bytes:
    """The small file with one byte replaced."""
    return SMALL_FILE[:place] + bytes([value]) + SMALL_FILE[place + 1 :]


def with_sides(height: int, width: int) -> bytes:
    """The small file with other sides."""
    return b"ESP\0" + struct.pack("<QQ", height, width) + SMALL_FILE[20:]


DAMAGED = {
    **{f"cut to {length} bytes": SMALL_FILE[:length] for length in range(len(SMALL_FILE))},
    **{f"{extra} bytes more": SMALL_FILE + bytes(extra) for extra in (1, 3, 4, 8)},
    **{f"byte {place} of the magic": changed(place, SMALL_FILE[place] ^ 0x20) for place in range(4)},
    **{f"cell {cell} not valid": changed(20, 0xFF & ~(1 << cell)) for cell in range(8)},
    **{f"cell {cell} not valid either": changed(24, 0x0F & ~(1 << cell - 8)) for cell in range(8, 12)},
    **{f"padding {place} valid": changed(24, 0x0F | 1 << place) for place in range(4, 8)},
    **{
        f"padding {place} in plane {plane}": changed(24 + plane, SMALL_FILE[24 + plane] | 1 << place)
        for place in range(4, 8)
        for plane in (1, 2, 3)
    },
    **{
        f"{height} x {width}": with_sides(height, width)
        for height, width in (
            (0, 12),
            (12, 0),
            (0, 0),
            (3, 3),
            (2, 4),
            (3, 6),
            (1 << 60, 1),
            (1, 1 << 60),
            (1 << 32, 1 << 32),
            (1 << 63, 2),
            (1 << 63, 3),
            ((1 << 64) - 1, (1 << 64) - 1),
            # Modulo 2**64 the product is 12.
            (3 << 62, 4 | 1 << 62),
        )
    },
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files_are_refused(name: str, tmp_path: Path) -> None:
    assert decode(DAMAGED[name]) is None
    (tmp_path / "game").write_bytes(DAMAGED[name])
    with pytest.raises(ParseError):
        load_game(str(tmp_path / "game"))


@given(
    st.one_of(
        st.binary(max_size=40),
        st.tuples(save_files(), st.integers(20, 44), st.integers(0, 255)).map(
            lambda damage: damage[0][: damage[1]] + bytes([damage[2]]) + damage[0][damage[1] + 1 :]
        ),
        st.tuples(save_files(), st.integers(0, 19), st.integers(0, 9)).map(
            lambda damage: damage[0][: damage[1]] + bytes([damage[2]]) + damage[0][damage[1] + 1 :]
        ),
    )
)
def test_fuzzed_files_load_or_leave_the_game_alone(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    name = tmp_path_factory.mktemp("fuzz", numbered=True) / "game"
    name.write_bytes(data)
    load = b"load " + os.fsencode(name) + b"\n"
    start = b"start 1 2\nflag 0 0\n"
    argv = ["--size", "3", "4", "--mines", "3"]
    status, output = play(argv, start + load + b"dump\nquit\n")
    assert status == 0
    if decode(data) is None:
        _, without = play(argv, start + b"unknown\ndump\nquit\n")
        assert output == without.replace(b"Error: Unknown command!", b"Error: Invalid file content!")
    else:
        assert b"Error" not in output


def test_size_is_claimed_and_there_but_full_of_holes(tmp_path: Path) -> None:
    name = tmp_path / "holes"
    name.write_bytes(b"ESP\0" + struct.pack("<QQ", 1 << 20, 1 << 17))
    os.truncate(name, 20 + (1 << 36))
    with pytest.raises(ParseError):
        load_game(str(name))


def test_new_files_get_what_the_umask_leaves(tmp_path: Path) -> None:
    for mask in (0o022, 0o077, 0o000):
        before = os.umask(mask)
        try:
            save_game(str(tmp_path / f"{mask}"), flagged_game())
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / f"{mask}").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o666, 0o755])
def test_files_keep_their_permissions(mode: int, tmp_path: Path) -> None:
    name = tmp_path / "game"
    name.write_bytes(b"an older and longer file" * 9)
    name.chmod(mode)
    save_game(str(name), flagged_game())
    assert name.read_bytes() == SMALL_FILE
    assert stat.S_IMODE(name.stat().st_mode) == mode


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "here").mkdir()
    (tmp_path / "there" / "game").write_bytes(b"old")
    (tmp_path / "here" / "link").symlink_to(Path("..") / "there" / "game")
    (tmp_path / "here" / "dangling").symlink_to(Path("..") / "there" / "new")
    (tmp_path / "here" / "loop").symlink_to("loop")
    save_game(str(tmp_path / "here" / "link"), flagged_game())
    save_game(str(tmp_path / "here" / "dangling"), flagged_game())
    with pytest.raises(OSError, match="loop") as caught:
        save_game(str(tmp_path / "here" / "loop"), flagged_game())
    assert caught.value.errno == errno.ELOOP
    assert (tmp_path / "here" / "link").is_symlink()
    assert (tmp_path / "here" / "dangling").is_symlink()
    assert (tmp_path / "here" / "loop").is_symlink()
    assert (tmp_path / "there" / "game").read_bytes() == SMALL_FILE
    assert (tmp_path / "there" / "new").read_bytes() == SMALL_FILE
    assert sorted(os.listdir(tmp_path / "there")) == ["game", "new"]
    assert sorted(os.listdir(tmp_path / "here")) == ["dangling", "link", "loop"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("directory", errno.EISDIR),
        ("directory/", errno.EISDIR),
        (".", errno.EISDIR),
        ("missing/", errno.ENOENT),
        ("missing/.", errno.ENOENT),
        ("missing/game", errno.ENOENT),
        ("file/game", errno.ENOTDIR),
        ("x" * 300, errno.ENAMETOOLONG),
    ],
)
def test_places_that_cannot_be_opened(name: str, reason: int, tmp_path: Path) -> None:
    (tmp_path / "directory").mkdir()
    (tmp_path / "file").write_bytes(b"kept")
    with pytest.raises(OSError, match=rf"\[Errno {reason}\]"):
        save_game(f"{tmp_path}/{name}", flagged_game())
    with pytest.raises(OSError, match=rf"\[Errno {reason}\]"):
        load_game(f"{tmp_path}/{name}")
    assert sorted(os.listdir(tmp_path)) == ["directory", "file"]
    assert os.listdir(tmp_path / "directory") == []
    assert (tmp_path / "file").read_bytes() == b"kept"


def test_name_with_nul_is_no_name(tmp_path: Path) -> None:
    for act in (lambda: save_game("a\0b", flagged_game()), lambda: load_game("a\0b")):
        with pytest.raises(ValueError, match="null"):
            act()


def test_game_before_its_first_open_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="before its first open"):
        save_game(str(tmp_path / "game"), Game(Grid((3, 4)), 2, rules="esp"))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("place", ["write_game", "os.fsync", "os.replace"])
def test_failed_save_keeps_the_old_file_and_leaves_nothing(
    error: type[BaseException], place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game").write_bytes(b"a good old game")

    def fail(*arguments: object) -> None:
        raise error("on purpose")

    monkeypatch.setattr(f"hypersweep.courses.esp.esp_session.{place}", fail)
    with pytest.raises(error, match="on purpose"):
        save_game(str(tmp_path / "game"), flagged_game())
    monkeypatch.undo()
    assert os.listdir(tmp_path) == ["game"]
    assert (tmp_path / "game").read_bytes() == b"a good old game"


Shape = tuple[int, int]


def printed(game: Game, **how: bool) -> list[bytes | bytearray]:
    """Pieces of a board, as they are written."""
    pieces: list[bytes | bytearray] = []
    write_board(pieces.append, game, remaining=-7, **how)
    return pieces


def played(shape: Shape) -> Game:
    """A game with mines on a diagonal pattern, some of its cells open and some flagged."""
    grid = Grid(shape)
    game = Game(grid, rules="esp", layout=Layout(grid, [cell for cell in grid if grid.index(cell) % 5 == 3]))
    for cell in grid:
        if grid.index(cell) % 7 == 1:
            game.flag(cell)
        elif grid.index(cell) % 7 == 4 and grid.index(cell) % 5 != 3:
            game.open(cell)
    return game


def expected(game: Game) -> Program:
    """The same position in the slow model."""
    model = Program(game.grid.shape[0], game.grid.shape[1], 0, 0, {})
    for cell in game.grid:
        place = (cell[0], cell[1])
        for members, is_member in (
            (model.open, game.is_open(cell)),
            (model.flags, game.is_flagged(cell)),
            (model.mines, game.layout is not None and game.layout.is_mine(cell)),
        ):
            if is_member:
                members.add(place)
    return model


SHAPES = [(3, 4), (1, 1), (1, 40), (40, 1), (5, 8), (7, 9), (2, 17), (17, 2), (16, 1), (1, 16), (3, 16)]


@pytest.mark.parametrize("at_once", [2, 3, 8, 16, 1 << 16])
@pytest.mark.parametrize("shape", SHAPES)
def test_pieces_make_no_difference(shape: Shape, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(esp_session, "CELLS_AT_ONCE", at_once)
    game = played(shape)
    assert game.outcome.name == "ONGOING" or game.grid.cells < 5
    model = expected(game)
    assert b"".join(printed(game)).decode() == model.board(remaining=-7)
    revealed = {cell: "\033[33m@\033[0m" if cell in model.mines else model.number(cell) for cell in model.cells()}
    assert b"".join(printed(game, uncovered=True)).decode() == model.board(revealed, -7)


@pytest.mark.slow
def test_pieces_are_bounded_and_end_between_characters() -> None:
    for shape in ((1, 500_000), (250_000, 2), (700, 710)):
        game = Game(Grid(shape), 3, rules="esp")
        pieces = printed(game)
        for piece in pieces:
            bytes(piece).decode()
        assert max(map(len, pieces)) < 1_000_000
        board = b"".join(pieces).decode()
        assert board == Program(shape[0], shape[1], 0, 0, {}).board(remaining=-7)


def test_every_field() -> None:
    grid = Grid((3, 4))
    layout = Layout(grid, [(0, 1), (0, 3), (2, 2)])
    game = Game(grid, rules="esp", layout=layout)
    game.open((0, 0))
    game.flag((0, 1))
    game.flag((1, 3))
    game.open((2, 0))
    in_play = """

  ¶: -7
  ====~
 |1¶░░|
 |12░¶|
 |·1░░|
  ====~
"""
    uncovered = """

  ¶: -7
  ====~
 |1@2@|
 |1232|
 |·1@1|
  ====~
"""
    lost = """

  ¶: -7
  ====~
 |1@░X|
 |12░¶|
 |·1@░|
  ====~
"""
    assert b"".join(printed(game)).decode() == screen(in_play).decode()
    assert b"".join(printed(game, uncovered=True)).decode() == screen(uncovered).decode()
    game.open((0, 3))
    assert b"".join(printed(game)).decode() == screen(lost).decode()


def test_numbers_up_to_eight() -> None:
    grid = Grid((3, 5))
    game = Game(grid, rules="esp", layout=Layout(grid, [cell for cell in grid if cell not in ((1, 1), (1, 3))]))
    game.open((1, 1))
    assert (
        b"".join(printed(game)).decode()
        == screen("""

  ¶: -7
  =====~
 |░░░░░|
 |░8░░░|
 |░░░░░|
  =====~
""").decode()
    )
