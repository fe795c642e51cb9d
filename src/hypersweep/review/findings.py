"""A review's findings: a game's judged moves, statistics derived from them, and the report as lines of text."""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass
from math import log10, prod
from typing import TYPE_CHECKING

from hypersweep.game import Outcome
from hypersweep.record.event import outcome_name
from hypersweep.review.judge import VERDICTS, ReviewedMove
from hypersweep.text import length_text, place_text, pluralize

if TYPE_CHECKING:
    from hypersweep.record import Record
    from hypersweep.review.judge import Judgement
    from hypersweep.solve import Reason
    from hypersweep.typing import Policy
    from hypersweep.view import View


_WIDTH = 78


@dataclass(frozen=True, slots=True)
class Lesson:
    """A costly move, and what the player could have known before it.

    Attributes:
        move: the move.
        cost: how much of the winning chance the move gave away; if that is unknown, how much of the survival chance.
        overlooked: why ``move.best_cell`` was best: the steps that prove it safe, conclusion last, or its chances if it
            was a guess too. Empty if the explanation exceeded the budget.
        warnings: if the move opened a certain mine, the steps that prove it; otherwise empty.
    """

    move: ReviewedMove
    cost: float
    overlooked: tuple[Reason, ...]
    warnings: tuple[Reason, ...]

    def __repr__(self) -> str:
        return f"<Lesson of move {self.move.number}, which gave away {self.cost:.1%}>"


@dataclass(frozen=True, slots=True)
class Findings:
    """A game's judged moves, and totals.

    Undone moves are judged too, and count towards ``luck`` and ``given_away``. ``survival`` counts only moves that
    weren't undone.

    Attributes:
        record: the game's record.
        moves: every open or chord that changed something, in order.
        lessons: the moves that gave away the most, worst first, up to three.
        policy: the policy guesses were compared with; None if they were compared with none.
        is_complete: whether every move was judged within the time limit.
        view: the board at the end of the record.
    """

    record: Record
    moves: tuple[ReviewedMove, ...]
    lessons: tuple[Lesson, ...]
    policy: Policy | None
    is_complete: bool
    view: View

    @property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        """The moves whose risk is known and above 0."""
        return tuple([move for move in self.moves if move.is_guess])

    @property
    def verdicts(self) -> dict[str, int]:
        """Number of moves by verdict; verdicts that don't occur are left out."""
        counts = Counter(move.verdict for move in self.moves)
        return {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}

    @property
    def is_estimate(self) -> bool:
        """Whether any chance is an estimate."""
        return any(move.is_estimate for move in self.moves)

    @property
    def deaths(self) -> int:
        """Number of explosions."""
        return sum([not move.survived for move in self.moves])

    @property
    def expected_deaths(self) -> float:
        """Expected number of explosions: the sum of the moves' risks."""
        return sum([move.risk or 0.0 for move in self.moves])

    @property
    def luck(self) -> float:
        """Expected minus actual deaths, over moves with a known risk. Positive means good luck; the long-run mean is 0.

        It is 0 with ``guess="punished"``, where chance doesn't decide whether a guess survives.
        """
        return 0.0 if self.is_punished else sum([move.luck for move in self.moves])

    @property
    def is_punished(self) -> bool:
        """Whether the rules have ``guess="punished"``."""
        return self.record.rules.guess == "punished"

    @property
    def survival(self) -> float:
        """The chance of surviving all moves that weren't undone: the product of their chances; 0 after a blunder."""
        return prod([1.0 - (move.risk or 0.0) for move in self.moves if not move.is_taken_back], start=1.0)

    @property
    def best_survival(self) -> float:
        """Like ``survival``, but with each move's risk capped at ``ReviewedMove.allowed_risk``."""
        standing = [move for move in self.moves if not move.is_taken_back]
        return prod([1.0 - (move.risk or 0.0) + move.given_away for move in standing], start=1.0)

    @property
    def pluck(self) -> float | None:
        """How unlikely it was to survive the same moves: -log10 of the chance, without the first click.

        0 if no move after the first click was a guess, 1 if one player in ten survives. None after an explosion, with
        ``guess="punished"``, or if a move's risk is unknown.

        Source: "pluck" in ms_toollib, https://docs.rs/ms_toollib, where it is infinite after an explosion.
        """
        standing = [move for move in self.moves if not move.is_taken_back and move.number > 1]
        chance = prod([1.0 - (1.0 if move.risk is None else move.risk) for move in standing], start=1.0)
        return None if self.deaths or self.is_punished or not chance else abs(log10(chance))

    @property
    def accuracy(self) -> float:
        """Share of the moves with a known risk that gave nothing away; 1 if no move's risk is known."""
        judged = [move for move in self.moves if move.risk is not None]
        return sum([move.given_away == 0 for move in judged]) / len(judged) if judged else 1.0

    @property
    def skill(self) -> float:
        """The share of the best possible survival chance that the player kept; 1 if no move was riskier than allowed.

        It is ``survival`` / ``best_survival``, and so independent of luck: the same moves give the same skill, however
        they turned out.
        """
        best = self.best_survival
        return self.survival / best if best else 1.0

    @property
    def given_away(self) -> float:
        """How much survival chance the moves gave away, summed over all moves."""
        return sum([move.given_away for move in self.moves])

    def timeline(self) -> list[tuple[int, float]]:
        """Return (time in ms, chance of surviving up to and including the guess) for each guess that wasn't undone."""
        points = []
        chance = 1.0
        for move in self.guesses:
            if not move.is_taken_back:
                chance *= 1.0 - (move.risk or 0.0)
                points.append((move.milliseconds, chance))
        return points

    def figures(self) -> dict[str, float | int | bool | None]:
        """Return the figures listed in a game's statistics, by name; they don't depend on the policy.

        >>> from hypersweep.record import Record
        >>> from hypersweep.review import review
        >>> review(Record("3x4", 2, seed=7)).figures()["unneeded_guesses"]
        0
        """
        counts = self.verdicts
        return {
            "luck": self.luck,
            "pluck": self.pluck,
            "guesses": len(self.guesses),
            "unneeded_guesses": counts.get("unneeded guess", 0),
            "blunders": counts.get("blunder", 0),
            "is_estimate": self.is_estimate,
        }

    def as_dict(self) -> dict[str, object]:
        """Return the review as a dictionary for JSON, with reasons as sentences."""
        return {
            "board": self.record.grid.format(),
            "mines": self.record.mines,
            "outcome": self.record.outcome.name.lower(),
            "policy": self.policy,
            "is_complete": self.is_complete,
            "is_estimate": self.is_estimate,
            "verdicts": self.verdicts,
            "deaths": self.deaths,
            "expected_deaths": self.expected_deaths,
            "luck": self.luck,
            "pluck": self.pluck,
            "survival": self.survival,
            "best_survival": self.best_survival,
            "skill": self.skill,
            "accuracy": self.accuracy,
            "given_away": self.given_away,
            "moves": [move.as_dict() | ({"luck": 0.0} if self.is_punished else {}) for move in self.moves],
            "lessons": [
                {
                    "move": lesson.move.number,
                    "cost": lesson.cost,
                    "overlooked": [str(reason) for reason in lesson.overlooked],
                    "warnings": [str(reason) for reason in lesson.warnings],
                }
                for lesson in self.lessons
            ],
        }


def chance_text(chance: float | None, is_estimate: bool = False) -> str:
    """Return a chance in percent, as text; "0 %" or "100 %" only if that is exact.

    >>> chance_text(0.3333), chance_text(0.00001), chance_text(1.0), chance_text(0.25, is_estimate=True)
    ('33.3 %', '< 0.1 %', '100 %', '~25.0 %')
    """
    if chance is None:
        return "?"
    mark = "~" if is_estimate else ""
    if chance in (0.0, 1.0):
        return f"{mark}{chance:.0%}".replace("%", " %")
    if chance < 0.001:
        return "< 0.1 %"
    if chance > 0.999:
        return "> 99.9 %"
    return f"{mark}{100 * chance:.1f} %"


def luck_text(review: Findings) -> str:
    """Return a game's luck as text with a sign; "none" if the rules leave nothing to luck.

    >>> from hypersweep.record import Record
    >>> from hypersweep.review import review
    >>> [luck_text(review(Record("3x4", 2, seed=7, rules=f"classic,guess={guess}"))) for guess in ("never", "punished")]
    ['+0.00', 'none']
    """
    return "none" if review.is_punished else f"{review.luck:+.2f}"


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as text for the report.

    >>> outcome_text(Outcome.ONGOING), outcome_text(Outcome.LOST)
    ('not finished', 'lost')
    """
    return "not finished" if outcome is Outcome.ONGOING else outcome_name(outcome)


def player_text(record: Record) -> str:
    """Return the player's name for terminals and pictures: shortened, and with only printable characters.

    >>> from hypersweep.record import Record
    >>> player_text(Record("3x4", 2, seed=7, tags={"player": "Ann"}))
    'Ann'
    """
    name = "".join(letter for letter in record.tags.get("player", "") if letter.isprintable()).strip()
    return name if len(name) <= 40 else name[:39] + "…"


def summary(review: Findings) -> str:
    """Return a one-line summary: board, mines, rule for guesses, outcome and time.

    >>> from hypersweep.record import Record
    >>> from hypersweep.review import review
    >>> summary(review(Record("3x4", 2, seed=7)))
    '3x4, 2 mines: not finished after 0.00 s'
    >>> summary(review(Record("3x4", 2, seed=7, rules="classic,guess=never")))
    '3x4, 2 mines, no guess: not finished after 0.00 s'
    """
    record = review.record
    player = player_text(record)
    by = f", played by {player}" if player else ""
    board = ", ".join(filter(None, (str(record.grid), pluralize(record.mines, "mine"), record.rules.guess_words)))
    return f"{board}: {outcome_text(record.outcome)} after {length_text(record.milliseconds)}{by}"


def report(review: Findings) -> list[str]:
    r"""Return the lines of the report.

    >>> from hypersweep.record import Record
    >>> from hypersweep.review import review
    >>> print("\n".join(report(review(Record("3x4", 2, seed=7)))))
    Review of 3x4, 2 mines: not finished after 0.00 s
    <BLANKLINE>
      No cell was opened.
    """
    lines = [f"Review of {summary(review)}", ""]
    if not review.moves:
        return [*lines, "  No cell was opened."]
    verdicts = ", ".join(pluralize(count, verdict) for verdict, count in review.verdicts.items())
    about = review.is_estimate

    def fact(name: str, value: str, words: str) -> None:
        wrapped = textwrap.wrap(words, _WIDTH - 23) or [""]
        lines.append(f"  {name:<10} {value:>8}  {wrapped[0]}".rstrip())
        lines.extend(" " * 23 + line for line in wrapped[1:])

    fact("moves", str(len(review.moves)), verdicts)
    fact("survival", chance_text(review.survival, about), _survival_words(review))
    deaths = "none came" if not review.deaths else "one came" if review.deaths == 1 else f"{review.deaths} came"
    if review.is_punished:
        words = f"by the rules an unneeded guess always hits, a needed one never; deaths: {deaths}"
    else:
        words = f"{review.expected_deaths:.2f} deaths expected, {deaths}"
    fact("luck", luck_text(review), words)
    fact("skill", chance_text(review.skill, about), _skill_words(review))
    sound = sum(move.given_away == 0 for move in review.moves if move.risk is not None)
    fact(
        "accuracy",
        chance_text(review.accuracy, about),
        f"{sound} of {pluralize(len(review.moves), 'move')} gave nothing away",
    )
    lines.extend(("", *_guess_table(review)))
    if review.lessons:
        heading = "The move that gave away most" if len(review.lessons) == 1 else "The moves that gave away most"
        lines.extend(("", f"  {heading}"))
        for lesson in review.lessons:
            lines.extend(("", *_lesson_lines(lesson)))
    for note in _notes(review):
        lines.append("")
        lines.extend(textwrap.wrap(note, _WIDTH - 2, initial_indent="  ", subsequent_indent="  "))
    return lines


def _survival_words(review: Findings) -> str:
    words = "the chance of surviving all moves that stand"
    if review.survival == 0:
        words = "nothing is left after a blunder"
    if review.best_survival > review.survival:
        words += f"; {chance_text(review.best_survival, review.is_estimate)} without needless risks"
    return words


def _skill_words(review: Findings) -> str:
    if review.given_away == 0:
        return "no move took more risk than it had to" if review.guesses else "no move took any risk"
    return f"of the chance to survive was kept; {100 * review.given_away:.1f} points were given away in all"


def _guess_table(review: Findings) -> list[str]:
    guesses = review.guesses
    if not guesses:
        return ["  There was nothing to guess."]
    rows = [("move", "time", "", "verdict", "risk", "best was", "")]
    rows.extend(_guess_row(move) for move in guesses)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    right = (0, 1, 4)
    lines = []
    for row in rows:
        parts = [
            text.rjust(width) if column in right else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(("  " + "  ".join(parts)).rstrip())
    return lines


def best_text(move: ReviewedMove | Judgement) -> str:
    """Return a short text for the best alternative to a guess; empty if unknown."""
    if move.best_cell is None or move.best_risk is None:
        return ""
    if move.verdict == "forced guess":
        if move.safest_cell is None or (move.risk or 0.0) < (move.safest_risk or 0.0) + 5e-4:
            return "as good as any"
        return f"safer {place_text(move.safest_cell)} tells less"
    best = place_text(move.best_cell)
    if move.safest_cell is None:
        return f"{best} for certain"
    return f"{best} at {chance_text(move.best_risk, move.is_estimate)}"


def _guess_row(move: ReviewedMove) -> tuple[str, str, str, str, str, str, str]:
    ends = []
    if not move.survived:
        ends.append("mine!")
    if move.is_taken_back:
        ends.append("taken back")
    if move.win_chance is not None and move.kept_win_chance is not None:
        if move.kept_win_chance < move.win_chance - 1e-9:
            ends.append(f"wins {chance_text(move.kept_win_chance)} instead of {chance_text(move.win_chance)}")
        else:
            ends.append(f"wins {chance_text(move.win_chance)}")
    where = f"{move.kind} {place_text(move.cell)}"
    risk = chance_text(move.risk, move.is_estimate)
    return (
        str(move.number),
        length_text(move.milliseconds),
        where,
        move.verdict,
        risk,
        best_text(move),
        ", ".join(ends),
    )


def _lesson_lines(lesson: Lesson) -> list[str]:
    move = lesson.move
    head = (
        f"Move {move.number} at {length_text(move.milliseconds)}, {move.kind} {place_text(move.cell)}: {move.verdict}, "
        f"risk {chance_text(move.risk, move.is_estimate)}. It gave away {100 * lesson.cost:.1f} points"
        f"{' of the chance to win' if move.win_chance is not None and move.verdict == 'risky guess' else ''}."
    )
    lines = textwrap.wrap(head, _WIDTH - 2, initial_indent="  ", subsequent_indent="    ")
    for title, reasons in (("Why it was a mine", lesson.warnings), (_title(lesson), lesson.overlooked)):
        if reasons:
            lines.append(f"    {title}:")
            lines.extend(_reason_lines(reasons))
    return lines


def _title(lesson: Lesson) -> str:
    last = lesson.overlooked[-1] if lesson.overlooked else None
    if last is None or last.conclusion == "guess":
        return "The better guess"
    return "What was certain"


def _reason_lines(reasons: tuple[Reason, ...]) -> list[str]:
    lines: list[str] = []
    # Show only the end of a long chain of reasons, since it matters most.
    shown = reasons if len(reasons) <= 6 else reasons[-5:]
    if len(shown) < len(reasons):
        lines.append(f"    - ({len(reasons) - len(shown)} easier steps first)")
    for reason in shown:
        lines.extend(textwrap.wrap(str(reason), _WIDTH - 2, initial_indent="    - ", subsequent_indent="      "))
    return lines


def _notes(review: Findings) -> list[str]:
    notes = []
    undone = sum(move.is_taken_back for move in review.moves)
    if undone:
        notes.append(
            f"{pluralize(undone, 'move')} taken back: judged and counted for luck and points given away, but not for "
            "survival and skill. What a player saw of the mines before an undo is not held against them."
        )
    if not review.is_complete:
        unknown = review.verdicts.get("unknown", 0)
        notes.append(f"Time ran out: {pluralize(unknown, 'move')} could not be judged. Give it more seconds.")
    elif review.verdicts.get("unknown"):
        notes.append("Moves called unknown were too hard to judge with this budget.")
    if review.is_estimate:
        notes.append("~ marks estimates: those positions were too hard to count exactly.")
    return notes
