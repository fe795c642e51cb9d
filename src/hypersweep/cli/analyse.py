r"""``hypersweep analyse``: analyse a position, and print a table or JSON, or with ``--jsonl`` a line per position.

With ``--dimacs`` or ``--opb``, print the position as a problem for other solvers instead.

The exit status is 0 if there is an answer; 2 for invalid arguments, or a position that is malformed or contradictory; 3
for a position that exceeds the budget; 130 after Ctrl-C; and 74 if the output can't be written (0 if the pipe was
closed). With ``--jsonl``, errors are answers too, so the status is 0 once all positions are answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli.input_files import names_file, open_text, read_bytes, refusal
from hypersweep.cli_support.command_parser import CommandParser, budget_message, chosen_name, run_command
from hypersweep.errors import BudgetExceededError, HypersweepError, InconsistentViewError, ParameterError, ParseError
from hypersweep.formats.files import as_position, load_file
from hypersweep.formats.json_shapes import parse_object
from hypersweep.formats.position_json import PositionReader, answer_line, error_line
from hypersweep.formats.position_text import name_option, read_position
from hypersweep.formats.sat_problem import to_dimacs, to_opb
from hypersweep.formats.starting_board import Start, first_cell, text_start
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.solve import POLICIES, Budget, analyse, choose
from hypersweep.text import parse_seconds, parse_whole_number

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence
    from typing import IO, Any

    from hypersweep.cli_support.output import Output
    from hypersweep.engine import Answer, SimpleEngine
    from hypersweep.solve import Analysis
    from hypersweep.view import View

# Maximum size of the input in bytes, far above any real position.
_MOST_BYTES = 1 << 28

_BUDGET_HINT = "use --estimate for an estimate instead"

_COLORS = ("always", "never", "auto")
# Seconds an engine may take to start (some load large files), and to answer beyond its time budget.
_STARTING, _TIMEOUT = 30.0, 10.0
_EPILOG = """\
Accepted input:
  hypersweep's form   '16x30 mines=99', then rows of cells
  a plain picture     rows of characters, or of words with blanks between
                      them; the mines with --mines, or on a line above or
                      below: '99', '99 mines', 'mines=99', '16x30 99'
  a game's output     what 'hypersweep play' or 'hypersweep esp' printed,
                      even a whole session: the last board is used
  lists               [["_", "1", " "], [-1, 1, 0]], as in Python and JSON
  emoji               keycaps, flags, and squares for covered cells; black
                      squares among others are zeros
  a JSON object       {"shape": [2, 3], "mines": 1, "view": ["##1", "111"]}
  other files         any file that 'hypersweep info' reads: a game's last
                      position; a board, or a game ID from Simon Tatham's
                      Mines, with the first cell open

Cells: # _ ? and x covered, F a flag, . or 0 or a blank a zero, 1 2 3 clues, *
a mine, ! a wrong flag. On a board with # or _ an x is a mine that exploded.
Where no blanks separate the cells, a blank is a zero, and a . is a mine
(HyperMines). Clues above 9 are numbers, with blanks between all cells, or
letters: a for 10.
A board of more than two dimensions, wrapped or orthogonal, needs its sides:
--shape 5x6x3~wrap=0, or the same before the mines.

With --jsonl each line of FILE is a JSON object as above. 'wrap' (a list of
axes, or true) and 'adjacency' ("orthogonal") are optional; 'view' may be
lists of codes, nested or flat: clues, -1 covered, -2 flagged, -3 a mine, -4
exploded, -5 a wrong flag. Other keys are ignored. An answer has the keys
shape, mines, solutions (decimal digits), probability (null where open), safe,
certain_mines and best; an error has error and line, and clues where clues
contradict each other.

examples:
  hypersweep analyse position.txt
  printf '##1#\\n1111\\n' | hypersweep analyse - --mines 2
  hypersweep analyse - --jsonl --policy progress < positions.jsonl
  hypersweep analyse position.txt --engine 'java MyEngine'
  hypersweep analyse position.txt --dimacs > position.cnf
"""


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep analyse``.
    """
    return run_command("hypersweep analyse", argv, _run, budget_hint=_BUDGET_HINT)


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "file")
    if options.help:
        screen.write(parser.format_help())
        screen.flush()
        return 0
    if options.file is None:
        raise ParameterError("no position to analyse: name a file, or '-' for standard input; see --help")
    job = _Job(options)
    try:
        return _answer(job, options, screen)
    finally:
        job.close()


def _answer(job: _Job, options: Namespace, screen: Output) -> int:
    if options.jsonl:
        with open_text(options.file) as stream:
            for text in job.lines(_read_lines(stream, options.file)):
                screen.write(text)
                screen.flush()
        return 0
    view = job.view(options.file)
    if options.dimacs or options.opb:
        export = to_dimacs if options.dimacs else to_opb
        screen.write(export(view, trust_flags=job.trust))
        screen.flush()
        return 0
    try:
        # Compute the whole answer before printing, so that an error leaves no partial output.
        text = job.object(view) if options.json else "\n".join(job.report(view, screen))
    except InconsistentViewError as error:
        if options.json:
            screen.write(error_line(error) + "\n")
            screen.flush()
        raise
    screen.write(text + "\n")
    screen.flush()
    return 0


class _Job:
    """Reads, analyses and reports positions according to the options."""

    def __init__(self, options: Namespace) -> None:
        self.policy = POLICIES[-1] if options.policy is None else chosen_name(options.policy, "--policy", POLICIES)
        self.color = chosen_name(options.color, "--color", _COLORS)
        limits: dict[str, Any] = {}
        if options.states is not None:
            limits["states"] = parse_whole_number(options.states, "--states", least=1)
        if options.memory is not None:
            limits["memory"] = parse_whole_number(options.memory, "--memory", least=1) << 20
        if options.seconds is not None:
            limits["seconds"] = parse_seconds(options.seconds, "--seconds")
        self.budget = Budget(**limits)
        self.estimate = bool(options.estimate)
        self.trust = bool(options.trust_flags)
        self.mines = None if options.mines is None else parse_whole_number(options.mines, "--mines", least=0)
        self.grid = None if options.shape is None else Grid.parse(options.shape)
        forms = [name for name in ("json", "jsonl", "dimacs", "opb") if getattr(options, name)]
        if len(forms) > 1:
            raise ParameterError(f"can't combine --{forms[0]} with --{forms[1]}")
        self.engine: SimpleEngine | None = None
        if options.engine is not None:
            from hypersweep.engine import EngineBudget, SimpleEngine

            if forms and forms[0] in ("dimacs", "opb"):
                raise ParameterError(f"can't use --{forms[0]} with --engine: writing the position needs no engine")
            if options.policy is not None:
                raise ParameterError("can't use --policy with --engine, which has its own policy")
            if options.estimate:
                raise ParameterError("can't use --estimate with --engine: the engine decides when to estimate")
            self.asked = EngineBudget(**limits)
            trusting = {"trust_flags": True} if self.trust else None
            self.engine = SimpleEngine(options.engine, timeout=_STARTING, options=trusting)
            self.engine.timeout = _TIMEOUT

    def close(self) -> None:
        """Stop the engine's process, if there is one."""
        if self.engine is not None:
            self.engine.close()

    def ask(self, engine: SimpleEngine, view: View, wants: Sequence[str]) -> Answer:
        """Return the engine's answer, restarting the engine first if it has failed."""
        if engine.is_closed:
            engine.restart()
        return engine.go(view, budget=self.asked, wants=wants)

    def view(self, name: str) -> View:
        """Read the position from a file in any format, standard input, or a game ID from Simon Tatham's Mines."""
        if name != "-" and not names_file(name) and (start := text_start(name)) is not None:
            return _begun(start)
        data = read_bytes(name, _MOST_BYTES)
        try:
            return self._read(_text(data))
        except ParseError as error:
            own = name_option(error, "--mines N")
            if self.mines is not None or self.grid is not None:
                raise own from None
            try:
                form, thing = load_file(data, path="" if name == "-" else name)
                if isinstance(thing, Layout):
                    return _begun(Start(thing, first_cell(form, thing, data)))
                return as_position(thing)
            except ParseError:
                raise own from None

    def _read(self, text: str) -> View:
        """Parse a position from text."""
        if text.lstrip(" \t\r\n")[:1] == "{":
            return PositionReader(grid=self.grid, mines=self.mines).view(parse_object(text))
        return read_position(text, grid=self.grid, mines=self.mines)

    def analysis(self, view: View) -> Analysis:
        """Analyse a position within the budget."""
        return analyse(view, trust_flags=self.trust, budget=self.budget, estimate=self.estimate)

    def best(self, analysis: Analysis) -> tuple[int, ...] | None:
        """Return the cell the policy opens, or None if there is none."""
        found = choose(analysis.view, self.policy, analysis=analysis)
        return None if found is None else found.cell

    def object(self, view: View) -> str:
        """Return the solver's or the engine's analysis as a JSON object on one line."""
        if self.engine is not None:
            from hypersweep.cli.engine_report import engine_line

            return engine_line(self.ask(self.engine, view, ("chances", "reasons")), view, self.engine.name)
        analysis = self.analysis(view)
        return answer_line(analysis, self.layouts(analysis), self.best(analysis))

    def layouts(self, analysis: Analysis) -> int | None:
        """Return the number of layouts that fit, or None if chances are only estimated."""
        return analysis.count_layouts() if analysis.is_exact else None

    def lines(self, lines: Iterator[tuple[int, bytes]]) -> Iterator[str]:
        """Yield a line of JSON for each numbered input line: an analysis or an error."""
        reader = PositionReader(grid=self.grid, mines=self.mines)
        for number, line in lines:
            try:
                yield self.object(reader.view(parse_object(line.rstrip(b"\r\n")))) + "\n"
            except BudgetExceededError as error:
                yield error_line(BudgetExceededError(budget_message(error, _BUDGET_HINT)), number) + "\n"
            except (HypersweepError, MemoryError) as error:
                yield error_line(error, number) + "\n"

    def report(self, view: View, screen: Output) -> Iterator[str]:
        """Yield the lines of a readable report on the solver's or engine's analysis."""
        is_colourful = {"always": True, "never": False}.get(self.color, screen.is_colourful)
        if self.engine is not None:
            from hypersweep.cli.engine_report import engine_report_lines

            answer, name = self.ask(self.engine, view, ("chances", "ranked", "reasons")), self.engine.name
            return engine_report_lines(
                answer, view, name, screen.symbols, columns=screen.columns, bar=screen.bar, is_colourful=is_colourful
            )
        from hypersweep.cli.analysis_report import report_lines

        analysis = self.analysis(view)
        return report_lines(
            analysis,
            self.best(analysis),
            self.policy,
            screen.symbols,
            columns=screen.columns,
            bar=screen.bar,
            is_colourful=is_colourful,
        )


def _begun(start: Start) -> View:
    """Open the first cell, if the start names one, and return what the player then sees."""
    game = Game(layout=start.layout)
    first = start.opening()
    if first is not None:
        game.open(first)
    return as_position(game)


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    description = "Analyse a position: the chance of a mine in every cell, the best move, and why."
    parser = CommandParser("hypersweep analyse", description, _EPILOG)
    add = parser.add_argument
    names = ", ".join(POLICIES)
    add(
        "file",
        nargs="?",
        metavar="FILE",
        files="*",
        help="a position, or any file that 'hypersweep info' reads; '-' for standard input",
    )
    add("--mines", metavar="N", help="number of mines, overriding the position's")
    add("--shape", metavar="GRID", help="sides of the board, such as 5x6x3 or 4x4~wrap=0, overriding the position's")
    add(
        "--policy",
        metavar="NAME",
        words=POLICIES,
        help=f"how the best move is chosen: {names} (the default is the last)",
    )
    add("--engine", metavar="COMMAND", help="ask another program that speaks the engine protocol")
    add("--trust-flags", action="store_true", help="treat every flag as a mine")
    add("--states", metavar="N", help="maximum number of states to use (default: 4194304)")
    add("--memory", metavar="MIB", help="maximum memory to use, in MiB (default: 1024)")
    add("--seconds", metavar="S", help="time limit in seconds for each step")
    add("--estimate", action="store_true", help="beyond these limits, estimate by sampling")
    add("--json", action="store_true", help="print one JSON object")
    add("--jsonl", action="store_true", help="read one JSON object per line and print one for each")
    add("--dimacs", action="store_true", help="print the position for SAT solvers and model counters, as CNF")
    add("--opb", action="store_true", help="print the position for pseudo-Boolean solvers")
    add("--color", "--colour", metavar="WHEN", default="auto", words=_COLORS, help="always, never or auto")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _read_lines(stream: IO[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    """Yield the non-empty lines of a stream with their numbers."""
    number = 0
    while True:
        number += 1
        try:
            line = stream.readline(_MOST_BYTES + 1)
        except OSError as error:
            raise refusal(name, error) from None
        if not line:
            return
        if len(line) > _MOST_BYTES:
            raise ParseError(f"line {number} is too long: more than {_MOST_BYTES} bytes")
        if line.strip():
            yield number, line


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        raise ParseError(
            f"expected text in UTF-8, got the byte 0x{data[error.start]:02x} in line {line}, column {column}"
        ) from None
