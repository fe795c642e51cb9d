"""Slow and obvious leaderboards: all games are in a list, which is searched for each query."""

from __future__ import annotations

from datetime import UTC, datetime

from hypersweep.web.multiplayer.store.finished_games import GameRow


def naive_period(period: str, moment: int) -> str:
    day = datetime.fromtimestamp(moment / 1000, UTC)
    year, week, _ = day.isocalendar()
    return {
        "day": f"{day:%Y-%m-%d}",
        "week": f"{year}-W{week:02}",
        "month": f"{day:%Y-%m}",
        "year": f"{day:%Y}",
        "all": "",
    }[period]


def naive_list(
    games: list[GameRow], accounts: set[str], board: str, grade: str, period: str, begins: str
) -> list[tuple[int, str, str]]:
    """Place, person and game of each row, in order."""
    best: dict[str, GameRow] = {}
    for game in games:
        if (
            game.person in accounts
            and game.is_ranked
            and game.verified
            and game.why_not is None
            and game.outcome == "won"
            and game.board == board
            and game.daily is None
            and grade in ("", game.grade)
            and naive_period(period, game.finished) == begins
        ):
            assert game.person is not None
            old = best.get(game.person)
            if old is None or _key(game) < _key(old):
                best[game.person] = game
    rows = sorted(best.values(), key=lambda game: (game.milliseconds, game.finished, game.person))
    return [
        (1 + sum(other.milliseconds < game.milliseconds for other in rows), str(game.person), game.id) for game in rows
    ]


def _key(game: GameRow) -> tuple[int, int, str]:
    return game.milliseconds, game.finished, game.id
