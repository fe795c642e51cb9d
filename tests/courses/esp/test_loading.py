"""Games that begin with `load`, with the expected output written by hand from the text of the specification."""

from __future__ import annotations

from pathlib import Path

from courses.esp.esp_play import play, screen


def board_file(directory: Path, valid: int, mines: int, opened: int, flags: int) -> None:
    """Write the file `board`, 2 x 3 cells."""
    sides = b"\2" + bytes(7) + b"\3" + bytes(7)
    (directory / "board").write_bytes(b"ESP\0" + sides + bytes((valid, mines, opened, flags)))


def after_load(lines: bytes) -> tuple[int, str]:
    """Status, and output after the welcome, of a run that starts with `load board`."""
    status, output = play(["--size", "1", "7", "--mines", "3"], b"load board\n" + lines)
    return status, output.decode().partition("playing field.\n")[2]


def test_load_counts_flags_on_closed_fields_alone(directory: Path) -> None:
    # Mines on (0, 1) and (1, 0); (0, 0) and (1, 2) open; flags on (0, 0), (0, 1) and (1, 1).
    board_file(directory, 0b111111, 0b001010, 0b100001, 0b010011)
    assert after_load(b"flag 0 0\nopen 1 1\nopen 0 2\n") == (
        0,
        screen("""
 >~
  ¶: 0
  ===~
 |2¶░|
 |░¶1|
  ===~
 >~
  ¶: 0
  ===~
 |2¶░|
 |░¶1|
  ===~
 >~
  ¶: 1
  ===~
 |2¶░|
 |░21|
  ===~
 >~
=== You won! ===

  ¶: 1
  ===~
 |2@1|
 |@21|
  ===~
""").decode(),
    )


def test_board_loaded_after_its_loss_goes_on(directory: Path) -> None:
    # Mines on (0, 1) and (1, 0); the first of them open, and nothing else.
    board_file(directory, 0b111111, 0b001010, 0b000010, 0)
    before = (directory / "board").read_bytes()
    shown = """
 >~
  ¶: 2
  ===~
 |░X░|
 |░░░|
  ===~
"""
    rest = """
 >~
  ¶: 1
  ===~
 |░X░|
 |¶░░|
  ===~
 >~
  ¶: 1
  ===~
 |2X░|
 |¶░░|
  ===~
 >~
=== You lost! ===

  ¶: 1
  ===~
 |2X░|
 |X░░|
  ===~
"""
    lines = b"save copy\nflag 1 0\nopen 0 0\nopen 1 0\n"
    assert after_load(lines) == (0, (screen(shown) * 2 + screen(rest)).decode())
    assert (directory / "copy").read_bytes() == before


def test_board_loaded_after_its_win_is_won_by_the_next_open(directory: Path) -> None:
    board_file(directory, 0b111111, 0b001010, 0b110101, 0)
    shown = """
 >~
  ¶: 2
  ===~
 |2░1|
 |░21|
  ===~
"""
    won = """
 >~
=== You won! ===

  ¶: 2
  ===~
 |2@1|
 |@21|
  ===~
"""
    lost = """
 >~
=== You lost! ===

  ¶: 2
  ===~
 |2X1|
 |@21|
  ===~
"""
    assert after_load(b"") == (0, screen(shown).decode() * 2)
    assert after_load(b"open 0 0\n") == (0, (screen(shown) + screen(won)).decode())
    assert after_load(b"open 0 1\n") == (0, (screen(shown) + screen(lost)).decode())


def test_nothing_is_highlighted_on_a_won_board(directory: Path) -> None:
    # All is open but (0, 0), a mine among it.
    board_file(directory, 0b111111, 0b001010, 0b110110, 0)
    assert after_load(b"open 0 0\n") == (
        0,
        screen("""
 >~
  ¶: 2
  ===~
 |░X1|
 |░21|
  ===~
 >~
=== You won! ===

  ¶: 2
  ===~
 |2@1|
 |@21|
  ===~
""").decode(),
    )


def test_board_of_mines_only(directory: Path) -> None:
    board_file(directory, 0b111111, 0b111111, 0, 0b000100)
    shown = """
 >~
  ¶: 5
  ===~
 |░░¶|
 |░░░|
  ===~
"""
    lost = """
 >~
=== You lost! ===

  ¶: 5
  ===~
 |@@X|
 |@@@|
  ===~
"""
    started = """
 >~
=== You won! ===

  ¶: 5
  ===~
 |@@@|
 |@5@|
  ===~
"""
    assert after_load(b"open 0 2\n") == (0, (screen(shown) + screen(lost)).decode())
    assert after_load(b"start 1 1\n") == (0, (screen(shown) + screen(started)).decode())
