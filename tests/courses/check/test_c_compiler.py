from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep.courses.check.c_compiler import can_run_with, compile_c, find_c_compiler, sanitizer_report
from hypersweep.errors import UncheckableError


def test_the_compiler_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "sh -c")
    assert find_c_compiler() == ["sh", "-c"]
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    with pytest.raises(UncheckableError, match="no-such-compiler"):
        find_c_compiler()


def test_without_a_compiler_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UncheckableError, match="apt install gcc"):
        find_c_compiler()


def test_a_command_with_a_quote_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "'cc -g")
    with pytest.raises(UncheckableError, match="expected a command in CC"):
        find_c_compiler()


def test_a_sanitizer_that_is_missing_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "false")
    assert not can_run_with(["-fsanitize=address"], tmp_path)


def test_the_report_begins_with_the_sanitizer() -> None:
    text = "hello\n====\n==7==ERROR: AddressSanitizer: heap-buffer-overflow\n\n    #0 in init_game\n"
    assert sanitizer_report(text) == "==7==ERROR: AddressSanitizer: heap-buffer-overflow\n#0 in init_game"
    assert sanitizer_report("==7==WARNING: AddressSanitizer failed to allocate\n") == ""


@pytest.mark.slow
@pytest.mark.needs("compiler")
def test_an_error_has_the_compilers_words(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int main(void) { return nothing; }\n", encoding="utf-8")
    with pytest.raises(UncheckableError) as error:
        compile_c(["x.c"], tmp_path / "x", folder=tmp_path)
    assert "x.c" in str(error.value)
    assert "nothing" in str(error.value)
    assert str(tmp_path) not in str(error.value)
