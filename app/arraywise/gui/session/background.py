"""Background jobs on worker threads, and garbage collection.

Each worker has one thread, so its jobs run in the order they were started. A newer job with the
same key drops the older one: one that has not started is cancelled, a running one is asked to
stop, and its result is discarded.

The search for garbage, left to itself, begins in whichever thread makes the next object. Parts
of a window that it finds in a thread of the background would be taken apart there, which Qt does
not survive. And it begins inside of Qt: the end of an object holds one of Qt's locks while PySide
asks Python for `disconnectNotify`, and an object whose garbage is found may need the same lock.
"""

from __future__ import annotations

import atexit
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

_CHECK_MS = 500
_FEW_OBJECTS = 2_000  # so few new objects are not worth a collection
_CHECKS_WHEN_CALM, _CALM_CHECKS, _MOST_CHECKS = 20, 6, 120
"""After so many checks the older objects are collected too, which takes 50 ms: when no new object
was made for so many checks, or at last without waiting for that."""
_BULK_OBJECTS = 200_000  # new objects that take longer than a frame to be looked through


class Worker(Enum):
    """The worker thread that runs a job."""

    WRITING = auto()  # edits of the study, one after the other
    IMPORTING = auto()  # imports and exports, which may take long
    OPENING = auto()
    """Opens, creates and copies studies; waits for no import into another one."""
    READING = auto()  # what pages show: files, raw text, traces
    RENDERING = auto()  # previews of documents; PDFium knows one thread only
    COMPUTING = auto()  # statistics and maps, of which only the newest request matters


class _JobEvent(Enum):
    PROGRESS = auto()
    DONE = auto()
    FAILED = auto()
    STOPPED = auto()
    CRASHED = auto()


@dataclass(slots=True)
class RunningTask:
    """The progress of a running job."""

    number: int
    title: str  # shown with its progress; empty for work too short to speak of
    done: int = 0
    total: int = 0
    text: str = ""
    stop_requested: Event = field(default_factory=Event)
    is_dropped: bool = False


@dataclass(frozen=True, slots=True)
class JobControl:
    """How a running job reports progress and checks whether it should stop."""

    progress: Callable[[int, int, str], None]
    stopped: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class BackgroundJob:
    """A job to run on a worker thread, and the callbacks on the window's thread."""

    worker: Worker  # whose thread does it
    work: Callable[[JobControl], Any]
    """Returns one value; raises UserError where it cannot be done."""
    on_result: Callable[[Any], None]  # takes the value, on the window's thread
    title: str = ""  # shown in the status bar with progress and Cancel; empty for short work
    key: str = ""  # older work with the same key is dropped
    on_error: Callable[[UserError], None] | None = None
    """Takes a UserError; by default the window shows its message."""
    on_end: Callable[[], None] | None = None  # called however it ended, also when it was dropped


_RunningJob = tuple[BackgroundJob, RunningTask, Future[None]]


class Background(QObject):
    """Runs jobs on worker threads and delivers their results on the window's thread."""

    _event_posted = Signal(object)
    changed = Signal()  # tasks with a title began, moved on or ended
    show_error = Signal(str)
    """Carries the message of an error that its job does not handle."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Create the worker threads of a window."""
        super().__init__(parent)
        self._pools = {
            worker: ThreadPoolExecutor(1, thread_name_prefix=f"arraywise-{worker.name.lower()}")
            for worker in Worker
        }
        self._numbers = itertools.count(1)
        self._progress_is_coming = False
        self._is_open = True
        self._running: dict[int, _RunningJob] = {}
        self._slicers: list[TimeSlicer] = []
        self._event_posted.connect(self._handle_event, Qt.ConnectionType.QueuedConnection)

    @property
    def tasks(self) -> tuple[RunningTask, ...]:
        """Tasks that have a title, oldest first."""
        return tuple(task for _, task, _ in self._running.values() if task.title)

    @property
    def is_idle(self) -> bool:
        """Whether no job is running."""
        return not self._running and not self._slicers

    def run_sliced(self, work: Generator[None], owner: QObject) -> TimeSlicer:
        """Run work on the window's thread with a turn of its event loop at each `yield`."""
        slicer = TimeSlicer(work, owner)
        slicer.ended.connect(self._slicers.remove)
        slicer.destroyed.connect(lambda: self._remove_slicer(slicer))
        self._slicers.append(slicer)
        return slicer

    def _remove_slicer(self, slicer: TimeSlicer) -> None:
        """Forget sliced work whose owner was deleted."""
        if slicer in self._slicers:
            self._slicers.remove(slicer)

    def start(self, job: BackgroundJob) -> RunningTask:
        """Start a job on its worker thread; after `close` only edits are still started."""
        if job.key:
            self._drop_older(job.key)
        task = RunningTask(next(self._numbers), job.title)
        if not self._is_open and job.worker is not Worker.WRITING:
            task.is_dropped = True
            if job.on_end is not None:
                job.on_end()
            return task
        future = self._pools[job.worker].submit(self._run_job, task, job.work)
        self._running[task.number] = (job, task, future)
        if job.title:
            self.changed.emit()
        return task

    def cancel(self, task: RunningTask) -> None:
        """Ask a task to stop; unfinished work is not saved."""
        task.stop_requested.set()
        running = self._running.get(task.number)
        if running is not None and running[2].cancel():
            self._finish_task(task.number)

    def finish_writing(self) -> None:
        """Wait until all started edits are written."""
        self._pools[Worker.WRITING].submit(lambda: None).result()

    def close(self) -> None:
        """Cancel all jobs but edits, finish these, and wait until no thread is left."""
        self._is_open = False
        for slicer in tuple(self._slicers):
            slicer.cancel()
        for job, task, future in self._running.values():
            task.stop_requested.set()
            task.is_dropped = True
            if job.worker is not Worker.WRITING:
                future.cancel()
        for pool in self._pools.values():
            pool.shutdown(wait=True)
        self._running.clear()

    def drop_page_reads(self) -> None:
        """Discard the results of running reads, whose pages were closed."""
        for job, task, _ in self._running.values():
            task.is_dropped = task.is_dropped or job.worker is Worker.READING

    def _drop_older(self, key: str) -> None:
        for job, task, _ in list(self._running.values()):
            if job.key == key:
                task.is_dropped = True
                self.cancel(task)

    def _run_job(self, task: RunningTask, work: Callable[[JobControl], Any]) -> None:
        """Do the work of a job on its worker thread, and post how it ended."""

        def report(done: int, total: int, text: str) -> None:
            task.done, task.total, task.text = done, total, text
            if task.title and not self._progress_is_coming:
                self._progress_is_coming = True
                self._event_posted.emit((None, _JobEvent.PROGRESS, None))

        control = JobControl(report, task.stop_requested.is_set)
        event: tuple[_JobEvent, Any]
        try:
            event = (_JobEvent.DONE, work(control))
        except Stopped as error:
            clear_frames(error.__traceback__)  # ReportLab's hold it, and with it all that is drawn
            event = (_JobEvent.STOPPED, None)
        except UserError as error:
            clear_frames(error.__traceback__)
            event = (_JobEvent.FAILED, error)
        except Exception as error:  # noqa: BLE001 - it goes on to the crash dialog
            event = (_JobEvent.CRASHED, error)
        self._event_posted.emit((task.number, *event))

    @Slot(object)
    def _handle_event(self, event: tuple[int | None, _JobEvent, Any]) -> None:
        number, kind, value = event
        if number is None:
            self._progress_is_coming = False
            self.changed.emit()
            return
        job = self._finish_task(number)
        if kind is _JobEvent.CRASHED:
            raise value
        if job is None or _is_receiver_deleted(job.on_result):
            return
        if kind is _JobEvent.DONE:
            job.on_result(value)
        elif kind is _JobEvent.FAILED and job.on_error is not None:
            job.on_error(value)
        elif kind is _JobEvent.FAILED:
            self.show_error.emit(error_text(value))

    def _finish_task(self, number: int) -> BackgroundJob | None:
        """Remove a task from the running ones; return its job unless its result was dropped."""
        running = self._running.pop(number, None)
        if running is None:
            return None
        job, task, _ = running
        if job.on_end is not None:
            job.on_end()
        if job.title:
            self.changed.emit()
        return None if task.is_dropped else job


def _is_receiver_deleted(callback: Callable[[Any], None]) -> bool:
    """Return whether a Qt object that a callback belongs to or refers to was deleted."""
    cells = getattr(callback, "__closure__", None) or ()
    held = (getattr(callback, "__self__", None), *(cell.cell_contents for cell in cells))
    return any(isinstance(each, QObject) and not isValid(each) for each in held)


def freeze_bulk_objects() -> None:
    """Exclude objects that were just created in bulk from garbage collection.

    A paste of 200,000 cells makes a million objects without a cycle among them; looking for one
    held the window up for 0.15 s. They are still let go when nothing refers to them any more.
    """
    if gc.get_count()[0] >= _BULK_OBJECTS:
        gc.freeze()


class GarbageCollector(QObject):
    """Collects garbage by a timer in the window's thread, in place of Python; one per program."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._checks = self._calm_checks = 0
        # glibc keeps what threads have freed, 40 MiB after a thousand edits, until it is asked.
        library = ctypes.CDLL(None) if sys.platform == "linux" else None
        self._trim: Callable[[int], int] | None = getattr(library, "malloc_trim", None)
        self._timer = QTimer(self)
        self._timer.setInterval(_CHECK_MS)
        self._timer.timeout.connect(self.collect_if_needed)
        self._timer.start()
        gc.disable()
        gc.freeze()  # what is loaded stays: no search goes over it
        atexit.register(gc.unfreeze)  # else DuckDB's own objects are said to be leaked

    def collect_if_needed(self) -> None:
        """Collect young garbage, or all after enough checks, if new objects make it worth it."""
        is_calm = gc.get_count()[0] < _FEW_OBJECTS
        self._calm_checks = self._calm_checks + 1 if is_calm else 0
        if self._checks >= (
            _CHECKS_WHEN_CALM if self._calm_checks >= _CALM_CHECKS else _MOST_CHECKS
        ):
            self.collect_all()
        elif not is_calm:
            gc.collect(1)
            self._checks += 1

    def collect_all(self) -> None:
        """Collect all garbage, and return free memory to the system."""
        gc.collect()
        self._checks = 0
        if self._trim is not None:
            self._trim(0)
