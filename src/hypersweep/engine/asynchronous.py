"""An engine client for asyncio."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.engine.client import EngineClient, Search, check_question
from hypersweep.engine.conversation import Conversation, Patience
from hypersweep.engine.process import EngineProcess
from hypersweep.errors import EngineError, EngineProtocolError, EngineTerminatedError, EngineTimeoutError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from hypersweep.engine.answer import Answer, EngineBudget, EngineInfo
    from hypersweep.rules import Rules
    from hypersweep.view import View

# Maximum wait for pipes in seconds, and the polling interval on systems whose event loop can't wait for pipes.
_LOOK = 0.1
_NAP = 0.002


class AsyncEngine(EngineClient):
    r"""An engine in a separate process, for use within one event loop.

    ``await AsyncEngine.open(command)`` starts it. Tasks may share it; their questions are answered one after another.
    Cancelling a task that waits for a move stops the engine's search; the next question works as usual.
    Everything else is as in ``SimpleEngine``. ``async with`` closes the engine at the end of the block.

    >>> import asyncio
    >>> from hypersweep import View
    >>> async def ask():
    ...     async with await AsyncEngine.open("hypersweep engine") as engine:
    ...         return await engine.go(View.parse("2x3 mines=1\n# # #\n1 1 ."))
    >>> asyncio.run(ask()).cell
    (0, 1)
    """

    __slots__ = ("_asker",)

    _lock_class = asyncio.Lock

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float | None = 10.0,
        options: Mapping[str, object] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(command, timeout=timeout, options=options, cwd=cwd, environment=environment)
        # The task whose question is pending.
        self._asker: asyncio.Task[object] | None = None

    @classmethod
    async def open(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float | None = 10.0,
        options: Mapping[str, object] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Self:
        """Start an engine, and wait until it has identified itself; arguments and errors as in ``SimpleEngine``."""
        engine = cls(command, timeout=timeout, options=options, cwd=cwd, environment=environment)
        await engine.restart()
        return engine

    async def restart(self) -> None:
        """Restart the engine, with the options set so far; stop it first if it is running.

        Raises:
            EngineError: the engine can't be started.
        """
        self._check_owner()
        self._check_asker()
        self._closing = True
        async with self._lock:
            if self._process is not None:
                await asyncio.shield(asyncio.to_thread(self._process.close))
            self._talk = Conversation()
            self._process = await self._started()
            self._closing = False
            try:
                await self._ask(self._talk.hello())
                if self._options:
                    await self._ask(self._talk.arrange(self._options))
            except BaseException:
                self._process.close(0.05)
                raise

    async def _started(self) -> EngineProcess:
        words, cwd, environment = self._start
        starting = asyncio.ensure_future(asyncio.to_thread(EngineProcess, words, cwd=cwd, environment=environment))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The thread can't be cancelled, so wait for the process it starts, and end that process. Otherwise, after a
            # cancellation by a signal, this process might exit and leave the engine running.
            await asyncio.shield(_end_unwanted(starting))
            raise

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options, as ``SimpleEngine.configure`` does.

        Raises:
            ParameterError: the engine lacks an option; no option is set.
            EngineError: the engine rejected a value, or failed.
        """
        async with self._turn():
            await self._ask(self._talk.arrange(options))
            self._options |= options

    async def new_game(self) -> None:
        """Tell the engine that the next position is from a new game.

        Raises:
            EngineError: the engine failed.
        """
        async with self._turn():
            await self._ask(self._talk.arrange(new_game=True))

    async def ping(self) -> None:
        """Check that the engine responds.

        Raises:
            EngineError: the engine failed or doesn't respond.
        """
        async with self._turn():
            await self._ask(self._talk.arrange())

    async def go(
        self,
        view: View,
        rules: Rules | str | None = None,
        budget: EngineBudget | None = None,
        *,
        wants: Sequence[str] = (),
        report: Callable[[EngineInfo], object] | None = None,
    ) -> Answer:
        """Return the engine's answer for a view; arguments and errors as in ``SimpleEngine.go``."""
        question = check_question(view, rules, budget, wants)
        async with self._turn():
            data = self._talk.go(*question)
            self._talk.report = report
            answer = await self._ask(data, question[2].seconds or 0.0)
        assert answer is not None
        return answer

    @asynccontextmanager
    async def analysis(
        self,
        view: View,
        rules: Rules | str | None = None,
        budget: EngineBudget | None = None,
        *,
        wants: Sequence[str] = (),
    ) -> AsyncIterator[AsyncEngineAnalysis]:
        r"""Start a search; at the end of the ``async with`` block it is stopped, unless the engine has answered.

        Inside the block, the task can't ask the engine anything else. Arguments and errors are as for
        ``SimpleEngine.go``.

        >>> import asyncio
        >>> from hypersweep import View
        >>> async def ask(view):
        ...     async with await AsyncEngine.open("hypersweep engine") as engine, engine.analysis(view) as analysis:
        ...         async for info in analysis.stream():
        ...             if (info.seconds or 0.0) > 1.0:
        ...                 break
        ...         return await analysis.answer()
        >>> asyncio.run(ask(View.parse("2x3 mines=1\n# # #\n1 1 .")))
        <Answer (0, 1), a mine with 0>
        """
        question = check_question(view, rules, budget, wants)
        async with self._turn():
            search = Search(self._talk)
            data = self._talk.go(*question)
            search.patience = await self._send(data, question[2].seconds or 0.0)
            try:
                yield AsyncEngineAnalysis(self, search)
            finally:
                search.end()

    async def close(self) -> None:
        """Ask the engine to quit, and kill it if necessary. Further calls do nothing.

        If a question from the calling task is pending, the engine is stopped only when that question ends.
        """
        process = self._process
        if os.getpid() != self._owner:
            if process is not None:
                process.close()
            return
        # A restart holds the lock: wait for its new process, then end that process.
        if (process is None or process.is_closed) and not self._lock.locked():
            return
        self._closing = True
        if self._asker is not None and self._asker is asyncio.current_task():
            # Called inside this task's own analysis: the engine will be stopped when the analysis ends.
            return
        async with self._lock:
            if self._process is not None:
                await self._end(self._process)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        self._check_owner()
        self._check_asker()
        async with self._lock:
            process = self._running()
            self._asker = asyncio.current_task()
            try:
                yield
            finally:
                self._talk.report = None
                if not self._talk.is_done:
                    # The task was cancelled, or a report raised an error; the engine is still usable.
                    process.send(self._talk.abandon())
                self._asker = None
                if self._closing:
                    await self._end(process)

    def _check_asker(self) -> None:
        if self._asker is not None and self._asker is asyncio.current_task():
            raise EngineError("can't ask the engine from an analysis before it has answered the previous question")

    async def _end(self, process: EngineProcess) -> None:
        if not process.is_closed:
            process.send(self._talk.quit())
        await asyncio.shield(asyncio.to_thread(process.close))

    async def _ask(self, data: bytes, seconds: float = 0.0) -> Answer | None:
        patience = await self._send(data, seconds)
        while not self._talk.is_done:
            await self._listen(patience)
        return self._talk.result()

    async def _send(self, data: bytes, seconds: float) -> Patience:
        patience = Patience(self._talk, seconds, self._timeout, monotonic())
        async with self._failing() as process:
            process.send(data)
            self._talk.receive(b"")
        return patience

    async def _listen(self, patience: Patience) -> None:
        talk = self._talk
        async with self._failing() as process:
            if self._closing:
                raise EngineTerminatedError("the engine was closed before it answered")
            await _until_ready(process, min(patience.deadline - monotonic(), _LOOK))
            talk.receive(process.listen(0.0))
            if data := talk.due() + patience.look(monotonic()):
                process.send(data)

    @asynccontextmanager
    async def _failing(self) -> AsyncIterator[EngineProcess]:
        process = self._process
        assert process is not None
        try:
            yield process
        except (EngineTimeoutError, EngineTerminatedError, EngineProtocolError) as error:
            error.said = error.said or process.said
            self._talk.abandon()
            await asyncio.to_thread(process.close, 0.05)
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()


class AsyncEngineAnalysis(NotCopyable):
    """A search by an ``AsyncEngine``, started by ``AsyncEngine.analysis``."""

    __slots__ = ("_engine", "_search")

    _why_no_copy = "it represents a running search"

    def __init__(self, engine: AsyncEngine, search: Search) -> None:
        self._engine = engine
        self._search = search

    async def stream(self) -> AsyncIterator[EngineInfo]:
        """Yield the engine's progress reports until it answers; errors as in ``EngineAnalysis.stream``."""
        while True:
            if (info := self._search.next_info()) is not None:
                yield info
            elif self._search.is_running:
                await self._engine._listen(self._search.patience)
            else:
                self._search.result()
                return

    async def answer(self) -> Answer:
        """Stop the search if it is still running, and return the answer; errors as in ``EngineAnalysis.answer``."""
        if self._search.is_running:
            self._search.ignore_infos()
            self._engine.stop()
        while self._search.is_running:
            await self._engine._listen(self._search.patience)
        return self._search.result()


async def _end_unwanted(starting: asyncio.Future[EngineProcess]) -> None:
    with suppress(EngineTerminatedError):
        process = await starting
        await asyncio.to_thread(process.close, 0.05)


async def _until_ready(process: EngineProcess, seconds: float) -> None:
    """Wait until the engine's pipes can be read or written, or until the time is up."""
    loop = asyncio.get_running_loop()
    reading, writing = process.descriptors()
    ready = asyncio.Event()
    try:
        for number in reading:
            loop.add_reader(number, ready.set)
        for number in writing:
            loop.add_writer(number, ready.set)
    except NotImplementedError:
        reading = writing = ()
    try:
        async with asyncio.timeout(max(seconds, 0.0) if reading else _NAP):
            await ready.wait()
    except TimeoutError:
        pass
    finally:
        for number in reading:
            loop.remove_reader(number)
        for number in writing:
            loop.remove_writer(number)
