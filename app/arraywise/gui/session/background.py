"""Work in the background, and when Python looks for garbage.

Each lane has one thread, so what is asked of a lane happens in the order it was asked. A newer
request under the same key drops the older one: what has not started is cancelled, what is under
way is told to stop, and its answer is thrown away.

The search for garbage, left to itself, begins in whichever thread makes the next object. Parts
of a window that it finds in a thread of the background would be taken apart there, which Qt does
not survive. And it begins inside of Qt: the end of an object holds one of Qt's locks while PySide
asks Python for `disconnectNotify`, and an object whose garbage is found may need the same lock.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum, auto
from threading import Event
from traceback import clear_frames
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from shiboken6 import isValid

from arraywise.domain.messages import Stopped, UserError
from arraywise.gui.widgets.messages import error_text
from arraywise.gui.widgets.time_slicing import TimeSlicer

if TYPE_CHECKING:
    from collections.abc import Callable, Generator


class Lane(Enum):
    """Which thread does the work."""

    WRITING = auto()  # edits of the study, one after the other
    IMPORTING = auto()  # imports and exports, which may take long
    OPENING = auto()
    """Studies that are opened, made and copied; they wait for no import into another."""
    READING = auto()  # what pages show: files, raw text, traces
    PRINTING = auto()  # previews of documents; PDFium knows one thread only
    THINKING = auto()  # statistics and maps, of which only the newest request matters


class _JobNews(Enum):
    PROGRESS = auto()
    DONE = auto()
    COULD_NOT = auto()
    STOPPED = auto()
    BUG = auto()


@dataclass(slots=True)
class RunningTask:
    """One piece of work that is under way."""

    number: int
    title: str  # shown with its progress; empty for work too short to speak of
    done: int = 0
    total: int = 0
    text: str = ""
    stopping: Event = field(default_factory=Event)
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class JobControl:
    """What work is given to say how far it is and to ask whether it should stop."""

    progress: Callable[[int, int, str], None]
    stopped: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class BackgroundJob:
    """Something to do away from the window's thread."""

    lane: Lane  # whose thread does it
    work: Callable[[JobControl], Any]
    """Returns one value; raises UserError where it cannot be done."""
    then: Callable[[Any], None]  # takes the value, on the window's thread
    title: str = ""  # shown in the status bar with progress and Cancel; empty for short work
    key: str = ""  # older work with the same key is dropped
    otherwise: Callable[[UserError], None] | None = None
    """Takes a UserError; by default the window shows its sentence."""
    ended: Callable[[], None] | None = None  # called however it ended, also when it was dropped


_Order = tuple[BackgroundJob, RunningTask, Future[None]]


class Background(QObject):
    """The one place where threads are used."""

    _came = Signal(object)
    changed = Signal()  # tasks with a title began, moved on or ended
    show_error = Signal(str)
    """A sentence for the user, from work that said nothing of its own about failing."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Work for a window, and end with it: a slot that holds the window would keep both."""
        super().__init__(parent)
        self._pools = {
            lane: ThreadPoolExecutor(1, thread_name_prefix=f"arraywise-{lane.name.lower()}")
            for lane in Lane
        }
        self._numbers = itertools.count(1)
        self._progress_is_coming = False
        self._is_open = True
        self._under_way: dict[int, _Order] = {}
        self._slicer: list[TimeSlicer] = []
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def tasks(self) -> tuple[RunningTask, ...]:
        """Tasks that have a title, oldest first."""
        return tuple(task for _, task, _ in self._under_way.values() if task.title)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._under_way and not self._slicer

    def run_sliced(self, work: Generator[None], owner: QObject) -> TimeSlicer:
        """Do work of the window's thread with a turn of its loop at each `yield`, until closed."""
        slicer = TimeSlicer(work, owner)
        slicer.ended.connect(self._slicer.remove)
        slicer.destroyed.connect(lambda: self._forget(slicer))
        self._slicer.append(slicer)
        return slicer

    def _forget(self, slicer: TimeSlicer) -> None:
        """Wait no longer for work whose owner is gone."""
        if slicer in self._slicer:
            self._slicer.remove(slicer)

    def start(self, job: BackgroundJob) -> RunningTask:
        """Do a job on its lane's thread, then hand its result over; once closed, edits only."""
        if job.key:
            self._drop(job.key)
        task = RunningTask(next(self._numbers), job.title)
        if not self._is_open and job.lane is not Lane.WRITING:
            task.dropped = True
            if job.ended is not None:
                job.ended()
            return task
        future = self._pools[job.lane].submit(self._run, task, job.work)
        self._under_way[task.number] = (job, task, future)
        if job.title:
            self.changed.emit()
        return task

    def cancel(self, task: RunningTask) -> None:
        """Ask a task to stop; what it did not finish is not kept."""
        task.stopping.set()
        order = self._under_way.get(task.number)
        if order is not None and order[2].cancel():
            self._end(task.number)

    def finish_writing(self) -> None:
        """Wait until all edits that are on their way are written."""
        self._pools[Lane.WRITING].submit(lambda: None).result()

    def close(self) -> None:
        """Stop what can be stopped, finish writing, and wait until no thread is left."""
        self._is_open = False
        for slicer in tuple(self._slicer):
            slicer.drop()
        for job, task, future in self._under_way.values():
            task.stopping.set()
            task.dropped = True
            if job.lane is not Lane.WRITING:
                future.cancel()
        for pool in self._pools.values():
            pool.shutdown(wait=True)
        self._under_way.clear()

    def drop_readings(self) -> None:
        """Throw away what was read for pages that are gone."""
        for job, task, _ in self._under_way.values():
            task.dropped = task.dropped or job.lane is Lane.READING

    def _drop(self, key: str) -> None:
        for job, task, _ in list(self._under_way.values()):
            if job.key == key:
                task.dropped = True
                self.cancel(task)

    def _run(self, task: RunningTask, work: Callable[[JobControl], Any]) -> None:
        """Do the work, and send news home: a window's parts are let go by its thread only."""

        def report(done: int, total: int, text: str) -> None:
            task.done, task.total, task.text = done, total, text
            if task.title and not self._progress_is_coming:
                self._progress_is_coming = True
                self._came.emit((None, _JobNews.PROGRESS, None))

        watch = JobControl(report, task.stopping.is_set)
        news: tuple[_JobNews, Any]
        try:
            news = (_JobNews.DONE, work(watch))
        except Stopped as error:
            clear_frames(error.__traceback__)  # ReportLab's hold it, and with it all that is drawn
            news = (_JobNews.STOPPED, None)
        except UserError as error:
            clear_frames(error.__traceback__)
            news = (_JobNews.COULD_NOT, error)
        except Exception as error:  # noqa: BLE001 - it goes on to the crash dialog
            news = (_JobNews.BUG, error)
        self._came.emit((task.number, *news))

    @Slot(object)
    def _take(self, news: tuple[int | None, _JobNews, Any]) -> None:
        number, kind, value = news
        if number is None:
            self._progress_is_coming = False
            self.changed.emit()
            return
        job = self._end(number)
        if kind is _JobNews.BUG:
            raise value
        if job is None or _is_gone(job.then):
            return
        if kind is _JobNews.DONE:
            job.then(value)
        elif kind is _JobNews.COULD_NOT and job.otherwise is not None:
            job.otherwise(value)
        elif kind is _JobNews.COULD_NOT:
            self.show_error.emit(error_text(value))

    def _end(self, number: int) -> BackgroundJob | None:
        """Take a task off the list; return its job where somebody still waits for it."""
        order = self._under_way.pop(number, None)
        if order is None:
            return None
        job, task, _ = order
        if job.ended is not None:
            job.ended()
        if job.title:
            self.changed.emit()
        return None if task.dropped else job


def _is_gone(then: Callable[[Any], None]) -> bool:
    """Return whether the page that asked, or a part of it that is to be told, was closed."""
    cells = getattr(then, "__closure__", None) or ()
    held = (getattr(then, "__self__", None), *(cell.cell_contents for cell in cells))
    return any(isinstance(each, QObject) and not isValid(each) for each in held)


_LOOK_MS = 500
_FEW = 2_000  # new objects that are not worth a look
_LOOKS, _CALM_LOOKS, _MOST_LOOKS = 20, 6, 120
"""After so many looks at what is new the older objects are looked through too, which takes 50 ms:
when nothing was made for so many looks, or at last without waiting for that."""
_BULK = 200_000  # new objects that take longer than a frame to be looked through


def exclude() -> None:
    """Leave what was just made in bulk, and stays, out of every search.

    A paste of 200,000 cells makes a million objects without a cycle among them; looking for one
    held the window up for 0.15 s. They are still let go when nothing refers to them any more.
    """
    if gc.get_count()[0] >= _BULK:
        gc.freeze()


class Collector(QObject):
    """Looks for garbage now and then, in place of Python; there is one in a program."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._looks = self._calm = 0
        # glibc keeps what threads have freed, 40 MiB after a thousand edits, until it is asked.
        library = ctypes.CDLL(None) if sys.platform == "linux" else None
        self._trim: Callable[[int], int] | None = getattr(library, "malloc_trim", None)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        gc.disable()
        gc.freeze()  # what is loaded stays: no search goes over it

    def look(self) -> None:
        """Look for garbage, if there may be some."""
        is_calm = gc.get_count()[0] < _FEW
        self._calm = self._calm + 1 if is_calm else 0
        if self._looks >= (_LOOKS if self._calm >= _CALM_LOOKS else _MOST_LOOKS):
            self.tidy()
        elif not is_calm:
            gc.collect(1)
            self._looks += 1

    def tidy(self) -> None:
        """Look for garbage everywhere, and give the memory that is free back to the system."""
        gc.collect()
        self._looks = 0
        if self._trim is not None:
            self._trim(0)
