"""Records what is asked of XlsxWriter, and asks the same of it again without anything else."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from xlsxwriter import Workbook
from xlsxwriter.chart import Chart
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from arraywise.report import workbook as workbook_xlsx
from arraywise.worksheets.engine import evaluate_workbook

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.report.content import ReportContent

Call = tuple[int, str, tuple[Any, ...], dict[str, Any]]
"""Number of the object, method, arguments; objects among these are `Made`."""
MADE = (Worksheet, Format, Chart)


class Made(int):
    """Stands for an object that an earlier call made."""


class _Recorded:
    """An object of XlsxWriter's; what is asked of it is written down and done."""

    def __init__(self, real: object, calls: list[Call], count: list[int]) -> None:
        self._real, self._calls, self._count = real, calls, count
        self._number = count[0]
        count[0] += 1

    def __getattr__(self, name: str) -> Callable[..., object]:
        method = getattr(self._real, name)

        def call(*args: object, **named: object) -> object:
            self._calls.append((self._number, name, *_stated(args, named)))
            built = method(*map(_real, args), **{k: _real(v) for k, v in named.items()})
            return _Recorded(built, self._calls, self._count) if isinstance(built, MADE) else built

        return call


def _stated(
    args: tuple[object, ...], named: dict[str, object]
) -> tuple[tuple[object, ...], dict[str, object]]:
    def plain(value: object) -> object:
        return Made(value._number) if isinstance(value, _Recorded) else value

    return tuple(map(plain, args)), {k: plain(v) for k, v in named.items()}


def _real(value: object) -> object:
    return value._real if isinstance(value, _Recorded) else value


def record(content: ReportContent) -> list[Call]:
    """Return every call of XlsxWriter's that the workbook takes, in order."""
    calls: list[Call] = []

    def recorded(file: BytesIO, options: dict[str, Any]) -> _Recorded:
        return _Recorded(Workbook(file, options), calls, [0])

    original = workbook_xlsx.Workbook
    workbook_xlsx.Workbook = recorded  # type: ignore[assignment, misc]
    try:
        workbook_xlsx.build_workbook(content, evaluate_workbook)
    finally:
        workbook_xlsx.Workbook = original  # type: ignore[misc]
    return calls


def replay(calls: list[Call], options: dict[str, Any]) -> bytes:
    """Write the workbook with bare XlsxWriter."""
    file = BytesIO()
    objects: list[Any] = [Workbook(file, options)]
    for number, name, args, named in calls:
        given = [objects[a] if type(a) is Made else a for a in args]
        others = {k: objects[v] if type(v) is Made else v for k, v in named.items()}
        built = getattr(objects[number], name)(*given, **others)
        if isinstance(built, MADE):
            objects.append(built)
    return file.getvalue()
