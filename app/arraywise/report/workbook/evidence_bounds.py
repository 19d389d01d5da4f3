"""Verdicts by I/O evidence and publications as formulas (MODEL E3, E4).

What was measured or stated stands as values; what follows at a load and a target is computed from
them, in the order in which the program asks its evidence: curve, I/O evidence, publications.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from arraywise.analysis.beside_curve import judge_beside
from arraywise.analysis.runway import least_targets
from arraywise.analysis.storage_bound import (
    BEYOND_TOP,
    REST_SHARE,
    SPREAD,
    SWEPT_SHARE,
    PublishedBound,
    StorageBound,
)
from arraywise.domain.decision import FAILS, PASSES, Verdict
from arraywise.domain.messages import message
from arraywise.domain.requirement import Basis
from arraywise.present.numbers import milliseconds
from arraywise.present.tables.overview import time_heading
from arraywise.report.workbook.cells import CellRole, LiveFormula
from arraywise.report.workbook.curves import NOT_KNOWN, read_line, row_of, write_columns
from arraywise.report.workbook.steps import Step, limit_steps, with_spare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.io_evidence import LatencyBand
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.steps import WorkbookColumn

NO_TARGET = "Target_s>1E+300"
"""Condition that no time is asked for."""
_SECONDS = '[>=1E+299]"unknown";0.000000'
_DECIDES = tuple(v for v in Verdict if v in PASSES | FAILS)
_NOTHING = '""'


@dataclass(frozen=True, slots=True)
class _BoundLine:
    """Latency by rate of I/Os, and where it is in the workbook."""

    iops: tuple[float, ...]
    seconds: tuple[float, ...]
    iops_area: str
    seconds_area: str

    def formula(self, rate: str) -> str:
        """Return the latency at a rate, straight between the rows and level beyond them."""
        row = row_of(self.iops_area, len(self.iops), rate)
        return read_line(self.iops_area, self.seconds_area, len(self.iops), rate, row)


@dataclass(frozen=True, slots=True)
class OptionBounds:
    """What counts of one option beside its curve."""

    storage: StorageBound | None = None
    published: PublishedBound | None = None
    lower: _BoundLine | None = None
    upper: _BoundLine | None = None
    writes: _BoundLine | None = None
    least: _BoundLine | None = None
    """The least target that is met by all evidence, by rates of transactions."""

    @property
    def capacity(self) -> float | None:
        """Capacity by the strongest of them; None where it says nothing of a pass."""
        if self.storage is not None:
            return self.storage.capacity_tps if self.storage.can_pass else None
        return None if self.published is None else self.published.capacity_tps


Bounds = dict[int, OptionBounds]
"""By the options' ids."""


def write_latencies(
    book: WorkbookWriter,
    content: ReportContent,
    names: tuple[Message, Message] = (message("Latencies"), message("Latency of an I/O by rate")),
) -> dict[int, OptionBounds]:
    """Write the latencies by rate as values; return the bounds of the options that have any."""
    known = {key: bounds for key, bounds in content.bounds.items() if bounds}
    least = {key: least_targets(each) for key, each in content.candidates.items() if key in known}
    if not known:
        return {}
    titles = {o.option.id: o.option.name for o in content.answer.options}
    bands = [
        (key, part, band)
        for key, bounds in known.items()
        for bound in bounds
        if isinstance(bound, StorageBound)
        for part, band in (
            ("lower", bound.lower),
            ("upper", bound.upper),
            ("writes", bound.writes),
        )
        if band is not None
    ]
    lines: dict[tuple[int, str], _BoundLine] = {}
    if bands or least:
        note = message(
            "Values: latency bounds from the I/O tests that count, and the least target met by all"
            " evidence. The sheet Response interpolates linearly between the rows."
        )
        grid = book.sheet(*names, note)
        for at, (key, part, band) in enumerate(bands):
            grid.put(3, 3 * at, titles[key], CellRole.STRONG)
            lines[key, part] = _write_band(grid, 3 * at, part, band)
        left = 3 * len(bands)
        for key, line in least.items():
            if len(line[0]):
                grid.put(3, left, titles[key], CellRole.STRONG)
                lines[key, "least"] = _write_line(grid, left, (_RATE, _LEAST), line)
                left += 3
        grid.finish((5, 0), pages_wide=2)
    return {
        key: OptionBounds(
            next((b for b in bounds if isinstance(b, StorageBound)), None),
            next((b for b in bounds if isinstance(b, PublishedBound)), None),
            lines.get((key, "lower")),
            lines.get((key, "upper")),
            lines.get((key, "writes")),
            lines.get((key, "least")),
        )
        for key, bounds in known.items()
    }


_PARTS = {
    "lower": message("Latency at least, s"),
    "upper": message("Latency at most, s"),
    "writes": message("Latency of writes at most, s"),
}


_RATE, _LEAST = message("Transactions/s"), message("Least target met, s")


def _write_band(grid: SheetWriter, left: int, part: str, band: LatencyBand) -> _BoundLine:
    line = band.low_line if part == "lower" else (band.iops, band.high_s)
    return _write_line(grid, left, (message("I/Os, 1/s"), _PARTS[part]), line)


def _write_line(
    grid: SheetWriter, left: int, titles: tuple[Message, Message], line: tuple[Floats, Floats]
) -> _BoundLine:
    columns = [(title, tuple(each.tolist())) for title, each in zip(titles, line, strict=True)]
    areas = write_columns(grid, left, columns)
    return _BoundLine(columns[0][1], columns[1][1], *areas)


def value_steps(bounds: Bounds) -> tuple[Step, ...]:
    """Return what was measured or stated, as values."""
    steps: list[Step] = []
    if any(own.storage is not None for own in bounds.values()):
        steps += [_value_step(bounds, "storage", *figure) for figure in _STORAGE_FIGURES]
    if any(own.published is not None for own in bounds.values()):
        steps += [_value_step(bounds, "published", *figure) for figure in _STATED_FIGURES]
        stated = (own.published.users for own in bounds.values() if own.published is not None)
        for at in range(max(map(len, stated), default=0)):
            steps += _users_steps(bounds, at)
    return tuple(steps)


def _value_step(
    bounds: Bounds,
    part: str,
    key: str,
    label: Text,
    unit: Text,
    figure: Callable[[Any], float | None],
) -> Step:
    """Return the step of a figure of `OptionBounds.storage` or `OptionBounds.published`."""

    def make(column: WorkbookColumn) -> Value:
        bound = getattr(bounds.get(column.answer.option.id), part, None)
        return None if bound is None else figure(bound)

    return Step(key, label, unit, make, "0.000###")


_STATED_FIGURES: tuple[tuple[str, Text, Text, Callable[[PublishedBound], float | None]], ...] = (
    ("stated", message("Published load"), "1/s", lambda bound: bound.capacity_tps),
    ("think", message("Think time"), "s", lambda bound: bound.think_time_s),
)


def _users_steps(bounds: Bounds, at: int) -> list[Step]:
    """Return the steps of one stated number of users and the time it is answered within."""
    names = (
        ("users", message("Published users"), message("users"), "users"),
        ("within", message("answered within"), "s", "within_s"),
    )
    return [
        _value_step(
            bounds, "published", f"{key}{at}", label, unit, partial(_users, at=at, name=name)
        )
        for key, label, unit, name in names
    ]


def _users(bound: PublishedBound, at: int, name: str) -> float | None:
    return float(getattr(bound.users[at], name)) if at < len(bound.users) else None


def _fails_above(bound: StorageBound) -> float | None:
    """Return the rate above which the storage is shown not to carry the load."""
    most: list[float] = []
    if bound.work_may_be_less:
        return None
    if bound.saturated_iops is not None:
        most.append(BEYOND_TOP * bound.saturated_iops / bound.requests)
    if bound.basis is Basis.PUBLISHED:
        most.append((1.0 + SPREAD) * bound.small_iops * bound.larger / bound.requests)
    return min(most, default=None)


def _waits_low(bound: StorageBound) -> float:
    waits = 1.0 if bound.terms.on_storage else bound.profile.waits_low
    if bound.lower is None or waits is None:
        return 0.0
    return waits / (bound.profile.overlap or 1.0)


def _waits_high(bound: StorageBound) -> float | None:
    if bound.terms.on_storage:
        return None if bound.upper is None else 1.0
    waits = bound.profile.waits_high
    if bound.upper is None or waits is None:
        return None
    return waits / (bound.profile.overlap or 1.0)


def _log_low(bound: StorageBound) -> float:
    knows = bound.lower is not None and bound.profile.waits_low is not None
    if bound.terms.on_storage or bound.log_write_s is None or not knows:
        return 0.0
    return bound.profile.log_waits * bound.log_write_s


def _rest(bound: StorageBound) -> float | None:
    judged = bound.terms.tells_time and not bound.terms.on_storage
    return bound.profile.rest_s if judged else None


def _share(bound: StorageBound) -> float | None:
    terms = bound.terms
    if terms.on_storage:
        return 1.0
    return bound.share_without_rest if terms.tells_time else None


def _fixed(bound: StorageBound) -> float:
    return 0.0 if bound.terms.on_storage else bound.fixed_s


_STORAGE_FIGURES: tuple[
    tuple[str, Text, Text, Callable[[StorageBound], float | None]], ...
] = (
    ("requests", message("I/Os of a transaction"), "", lambda b: b.requests),
    ("requests_high", message("counted at most"), "", lambda b: b.most_requests),
    ("path", message("Time on the path of small and large I/O"), "s", lambda b: b.path_s),
    ("behind", message("Queueing time of a burst, by rate"), "s²", lambda b: b.behind_s2),
    (
        "sure", message("The least time can show a failure (1)"), "",
        lambda b: 1.0 if b.is_sure else 0.0,
    ),
    (
        "carried", message("Load carried by I/O evidence"), "1/s",
        lambda b: b.capacity_tps if b.tells_capacity else None,
    ),
    ("io_limit", message("A pass is shown up to"), "1/s", lambda b: b.limit_tps),
    ("io_beyond", message("Shown not to be carried above"), "1/s", _fails_above),
    ("waits_low", message("Waits for the storage, at least"), "", _waits_low),
    ("waits_high", message("Waits for the storage, at most"), "", _waits_high),
    (
        "log_waits", message("Waits for the log"), "",
        lambda b: 0.0 if b.terms.on_storage else b.profile.log_waits,
    ),
    ("log_write", message("Latency of a log write"), "s", lambda b: b.log_write_s),
    ("log_low", message("Log, at least"), "s", _log_low),
    (
        "io_cpu", message("Processor time, at least"), "s",
        lambda b: 0.0 if b.terms.on_storage else b.profile.cpu_s or 0.0,
    ),
    (
        "by_mean", message("Target that the least time can miss (1)"), "",
        lambda b: 1.0 if b.terms.tells_time else 0.0,
    ),
    ("rest", message("Rest of a transaction"), "s", _rest),
    (
        "rest_until", message("Rest known up to"), "1/s",
        lambda b: min(b.profile.rest_until_tps, NOT_KNOWN),
    ),
    ("io_fixed", message("Processor time that counts"), "s", _fixed),
    ("io_share", message("Share of the target that may be taken"), "", _share),
)  # fmt: skip


RATES = {
    "demand": "Demand_tps",
    "room": "Demand_tps*(1+Least_headroom)",
    "peak": "Demand_tps",
    "average": "Demand_tps/Peak_factor",
    "today": "Demand_today*(1+Least_headroom)",
}
"""Formulas of the rates that options are judged at, by the name of the block."""


@dataclass(frozen=True, slots=True)
class _BoundsAtRate:
    """The steps of one option at one rate: each formula with its value."""

    name: str
    column: WorkbookColumn
    own: OptionBounds
    rate_tps: float
    target_s: float

    @property
    def _rate(self) -> str:
        return RATES[self.name]

    def cell(self, key: str) -> str:
        return self.column.at(f"{self.name}_{key}")

    def low(self) -> Value:
        bound, line, at = self.own.storage, self.own.lower, self.column.at
        if bound is None:
            return None
        latency = "0"
        if line is not None:
            iops = f"{self._rate}*{at('requests')}"
            latency = f"({line.formula(iops)})"
        formula = f"={at('waits_low')}*{latency}+{at('log_low')}"
        return LiveFormula(formula, float(bound.low_s(np.array([self.rate_tps]))[0]))

    def latency(self) -> Value:
        bound, line = self.own.storage, self.own.upper
        if bound is None or line is None:
            return None
        return self._longest(line, float(bound.latency_high_s(np.array([self.rate_tps]))[0]))

    def log_latency(self) -> Value:
        bound, line = self.own.storage, self.own.writes
        if bound is None or self.own.upper is None:
            return None
        value = float(bound.log_high_s(np.array([self.rate_tps]))[0])
        if line is None:
            return LiveFormula(f"={self.cell('latency')}", min(value, NOT_KNOWN))
        return self._longest(line, value)

    def _longest(self, line: _BoundLine, value: float) -> LiveFormula:
        at = self.column.at
        iops = f"{self._rate}*{at('requests_high')}"
        top = f"INDEX({line.iops_area},{len(line.iops)})*(1+1E-12)"
        busy = f"MIN({self._rate}*{at('path')},{SWEPT_SHARE})"
        behind = f"{self._rate}*{at('behind')}/(1-{busy})"
        formula = f"=IF({iops}<={top},{line.formula(iops)}+{behind},1E+300)"
        return LiveFormula(formula, min(value, NOT_KNOWN))

    def high(self) -> Value:
        bound, at = self.own.storage, self.column.at
        if bound is None:
            return None
        latency, longest = self.cell("latency"), self.cell("log_latency")
        log = f"{at('log_waits')}*MAX({longest},N({at('log_write')}))"
        is_known = f"AND({latency}<1E+299,OR({at('log_waits')}=0,{longest}<1E+299))"
        known = f"IF({is_known},{at('waits_high')}*{latency}+{log},1E+300)"
        value = float(bound.high_s(np.array([self.rate_tps]))[0])
        formula = f"=IF(AND(ISNUMBER({at('waits_high')}),ISNUMBER({latency})),{known},1E+300)"
        return LiveFormula(formula, value if math.isfinite(value) else NOT_KNOWN)

    def by_storage(self) -> Value:
        bound, at = self.own.storage, self.column.at
        if bound is None:
            return None
        high = self.cell("high_storage")
        low = self.cell("low_storage")
        agrees = f"{low}<={1 + SPREAD}*{high}"
        missed = f"{at('sure')}*{low}+{at('io_cpu')}>Target_s,{agrees}"
        beyond = f"AND(ISNUMBER({at('io_beyond')}),{self._rate}>{at('io_beyond')})"
        failed = f"OR(AND({at('by_mean')}=1,{missed}),{beyond})"
        knows_rest = f"AND(ISNUMBER({at('rest')}),{self._rate}<={at('rest_until')})"
        leaves_rest = f"N({at('rest')})+{high}<={REST_SHARE}*Target_s"
        shared = f"{at('io_fixed')}+{high}<={at('io_share')}*Target_s"
        kept = (
            f"IF({NO_TARGET},TRUE,AND({agrees},IF(ISNUMBER({at('rest')}),{leaves_rest},TRUE),"
            f"IF({knows_rest},TRUE,IF(ISNUMBER({at('io_share')}),{shared},FALSE))))"
        )
        passed = f"IF({self._rate}<={at('io_limit')}*(1+1E-12),{kept},FALSE)"
        word = Verdict.PASS_PUBLISHED if bound.basis is Basis.PUBLISHED else Verdict.PASS_IO
        return self._beside_curve(failed, passed, bound, word)

    def by_publication(self) -> Value:
        bound, at = self.own.published, self.column.at
        if bound is None:
            return None
        stated, think = at("stated"), at("think")
        passed = [f"AND(ISNUMBER({stated}),{NO_TARGET},{self._rate}<={stated}*(1+1E-9))"]
        for number in range(len(bound.users)):
            users, within = at(f"users{number}"), at(f"within{number}")
            asked = f"{self._rate}*(IF({NO_TARGET},0,Target_s)+{think})"
            passed.append(f"AND(ISNUMBER({think}),{asked}<={users}*(1+1E-9),Target_s>={within})")
        failed = f"AND(ISNUMBER({stated}),{self._rate}>{1 + SPREAD}*{stated})"
        return self._beside_curve(failed, f"OR({','.join(passed)})", bound, Verdict.PASS_PUBLISHED)

    def _beside_curve(
        self, failed: str, passed: str, bound: StorageBound | PublishedBound, word: Verdict
    ) -> LiveFormula:
        """Return what evidence beside the curve decides, if anything (MODEL E3)."""
        fail, kept, curve = f'"{Verdict.FAIL}"', f'"{word}"', self.column.curve
        if curve is not None and curve.table.measured is not None:
            at, rate = self.column.at, self._rate
            below, above = f"{rate}<{at('first')}", f"{rate}>{at('limit')}"
            may_fail = f"OR({above},AND({below},Target_s<{at('first_low')}))"
            may_pass = f"OR({below},AND({above},Target_s>={at('limit_high')}))"
            fail, kept = f"IF({may_fail},{fail},{_NOTHING})", f"IF({may_pass},{kept},{_NOTHING})"
        formula = f"=IF({failed},{fail},IF({passed},{kept},{_NOTHING}))"
        return LiveFormula(formula, self._verdict(bound, word))

    def _verdict(self, bound: StorageBound | PublishedBound, word: Verdict) -> str:
        rate, target = np.array([self.rate_tps]), np.array([self.target_s])
        measured = None if self.column.curve is None else self.column.curve.table.measured
        passed, failed = judge_beside(measured, bound, rate, target)
        if failed[0]:
            return Verdict.FAIL.value
        return word.value if passed[0] else ""

    def decided_by(self) -> Value:
        """Return 0 for the curve or nothing, 1 for I/O evidence, 2 for a publication."""
        curve, storage, published = (
            self.cell(key) for key in ("verdict", "by_storage", "by_publication")
        )
        decides = ",".join(f'{curve}="{verdict}"' for verdict in _DECIDES)
        other = f"IF(N(LEN({storage}))>0,1,IF(N(LEN({published}))>0,2,0))"
        return LiveFormula(f"=IF(OR({decides}),0,{other})", self._decided_by())

    def _decided_by(self) -> int:
        values = self.column.values
        if values[f"{self.name}_verdict"] in {verdict.value for verdict in _DECIDES}:
            return 0
        keys = ("by_storage", "by_publication")
        decided = (n for n, key in enumerate(keys, start=1) if values.get(f"{self.name}_{key}"))
        return next(decided, 0)

    def verdict(self) -> Value:
        curve, by = self.cell("verdict"), self.cell("decided_by")
        has_none = self.own == OptionBounds()
        no_data = "FALSE" if has_none else f'{curve}="{Verdict.NO_DATA}"'
        by_curve = f'IF({no_data},"{Verdict.NOT_DEMONSTRATED}",{curve})'
        cells = f"IF({by}=1,{self.cell('by_storage')},{self.cell('by_publication')})"
        return LiveFormula(f"=IF({by}=0,{by_curve},{cells})", self._verdict_value(has_none))

    def _verdict_value(self, has_none: bool) -> str:  # noqa: FBT001 - private
        values, by = self.column.values, self._decided_by()
        if by:
            return str(values[f"{self.name}_{('by_storage', 'by_publication')[by - 1]}"])
        has_curve = self.column.curve is not None
        curve = str(values[f"{self.name}_verdict"]) if has_curve else Verdict.NO_DATA.value
        is_open = curve == Verdict.NO_DATA.value and not has_none
        return Verdict.NOT_DEMONSTRATED.value if is_open else curve


def judged_steps(name: str, rate_tps: float, target_s: float, bounds: Bounds) -> Iterator[Step]:
    """Return the steps from curve, I/O evidence and publications to the verdict at a rate."""

    def step(
        key: str,
        label: Text,
        unit: Text,
        make: Callable[[_BoundsAtRate], Value],
        form: str = "@",
        kind: CellRole = CellRole.COMPUTED,
    ) -> Step:
        def made(column: WorkbookColumn) -> Value:
            own = bounds.get(column.answer.option.id, OptionBounds())
            return make(_BoundsAtRate(name, column, own, rate_tps, target_s))

        return Step(f"{name}_{key}", label, unit, made, form, kind)

    yield step("low_storage", message("Storage takes at least"), "s", _BoundsAtRate.low, _SECONDS)
    title = message("Latency of an I/O at most")
    yield step("latency", title, "s", _BoundsAtRate.latency, _SECONDS)
    title = message("Latency of a write at most")
    yield step("log_latency", title, "s", _BoundsAtRate.log_latency, _SECONDS)
    yield step("high_storage", message("Storage takes at most"), "s", _BoundsAtRate.high, _SECONDS)
    yield step("by_storage", message("By I/O evidence"), "", _BoundsAtRate.by_storage)
    yield step("by_publication", message("By a publication"), "", _BoundsAtRate.by_publication)
    title = message("Decided by the curve (0), I/O evidence (1), a publication (2)")
    yield step("decided_by", title, "", _BoundsAtRate.decided_by, "0")
    yield step("final", message("Verdict"), "", _BoundsAtRate.verdict, "@", CellRole.RESULT)


def shown_steps(bounds: Bounds, answer: Answer, target_s: float, *, alone: bool) -> Iterator[Step]:
    """Return response time, capacity and what scores are computed from.

    Alone: no option has a curve, and storage times are compared among themselves.
    """
    time = time_heading(answer)

    def step(
        key: str, label: Text, unit: Text, make: Callable[[_Shown], Value], form: str = "0.00"
    ) -> Step:
        def made(column: WorkbookColumn) -> Value:
            own = bounds.get(column.answer.option.id, OptionBounds())
            return make(_Shown(column, own, target_s, alone))

        return Step(f"shown_{key}", label, unit, made, form)

    yield step("low", message("{time}, low end", time=time), "ms", _Shown.low)
    yield step("response", time, "ms", _Shown.point)
    yield step("high", message("{time}, high end", time=time), "ms", _Shown.high)
    title = message("Rate within the target, likely")
    yield step("capacity", title, "1/s", _Shown.capacity, "0.000")
    title = message("Rate within the target, low end")
    yield step("capacity_low", title, "1/s", _Shown.capacity_low, "0.000")
    yield step("criterion", message("Headroom"), "", _Shown.headroom, "0.0%")
    yield from limit_steps(
        answer.requirement,
        target_s,
        "shown_",
        {key: partial(_elsewhere, own) for key, own in bounds.items()},
    )
    yield step("at_least", message("More was not shown (1)"), "", _Shown.at_least, "0")
    title = message("{time} that is valued", time=time)
    yield step("scored", title, "s", _Shown.scored, "0.000000")
    title = message("Load carried that is valued")
    yield step("scored_capacity", title, "1/s", _Shown.scored_capacity, "0.000")


@dataclass(frozen=True, slots=True)
class _Shown:
    """What pages show of one option: each formula with its value."""

    column: WorkbookColumn
    own: OptionBounds
    target_s: float
    alone: bool

    def _by_curve(self, cell: str, otherwise: str) -> str:
        """Return a cell of the curve where it decides, a formula for I/O evidence elsewhere."""
        if self.own.storage is None:
            return cell if self.column.curve is not None else _NOTHING
        if self.column.curve is None:
            return otherwise
        return f"IF({self.column.at('demand_decided_by')}=0,{cell},{otherwise})"

    def _passes(self) -> str:
        cell = self.column.at("demand_final")
        return "OR(" + ",".join(f'{cell}="{v}"' for v in Verdict if v in PASSES) + ")"

    def low(self) -> Value:
        at = self.column.at
        low = f"{at('demand_low_storage')}*1000"
        if not self.alone and self.own.storage is not None:
            low = f'IF({self._passes()},({at("demand_low_storage")}+{at("io_cpu")})*1000,"")'
        formula = self._by_curve(at("response_low"), low)
        return _of(formula, milliseconds(self.column.answer.response_s.low))

    def point(self) -> Value:
        at = self.column.at
        most = at("demand_high_storage")
        point = f'IF({most}<1E+299,{most}*1000,"")' if self.alone else _NOTHING
        formula = self._by_curve(at("response"), point)
        return _of(formula, milliseconds(self.column.answer.response_s.point))

    def high(self) -> Value:
        at = self.column.at
        most = at("demand_high_storage")
        high = f'IF({most}<1E+299,{most}*1000,"")'
        if not self.alone:
            high = f'IF({self._passes()},IF({NO_TARGET},"",Target_s*1000),"")'
        formula = self._by_curve(at("response_high"), high)
        return _of(formula, milliseconds(self.column.answer.response_s.high))

    def capacity(self) -> Value:
        return self._capacity("capacity", "carried", self.column.answer.capacity_tps)

    def capacity_low(self) -> Value:
        low = self.column.answer.capacity_low_tps
        return self._capacity("capacity_low", "io_limit", low)

    def _capacity(self, by_curve: str, by_storage: str, value: float | None) -> Value:
        at, parts = self.column.at, []
        if self.own.storage is not None:
            limit = f"AND(ISNUMBER({at('carried')}),N({at(by_storage)})>0)"
            parts.append(f'IF({limit},{at(by_storage)},"")')
        if self.own.published is not None:
            parts.append(f'IF(ISNUMBER({at("stated")}),{at("stated")},"")')
        by, known = at("demand_decided_by"), at("capacity")
        other = parts[0] if parts else _NOTHING
        if len(parts) > 1:
            other = f"IF({by}=2,{parts[1]},{parts[0]})"
        if self.column.curve is not None:
            own = f"IF(ISNUMBER({at(by_curve)}),{at(by_curve)},{_NOTHING})"
            other = f"IF(AND({by}=0,ISNUMBER({known})),{own},{other})" if parts else own
        return _of(other, value)

    def headroom(self) -> Value:
        cell = self.column.at("shown_capacity")
        formula = f'IF(AND(ISNUMBER({cell}),Demand_tps>0),{cell}/Demand_tps-1,"")'
        return _of(formula, self.column.answer.headroom)

    def at_least(self) -> Value:
        at = self.column.at
        formula = "0"
        if self.column.curve is not None:
            by_curve = f"AND({at('demand_decided_by')}=0,ISNUMBER({at('capacity')}))"
            formula = f"IF({by_curve},{at('at_least')},0)"
        return LiveFormula(f"={formula}", int(self.column.answer.capacity_is_censored))

    def scored(self) -> Value:
        at, column = self.column.at, self.column
        if column.curve is not None:
            middle, value = at("demand_middle"), column.value("demand_middle")
            if self.own == OptionBounds():
                return LiveFormula(f"={middle}", value)
            words = (Verdict.PASS_IO, Verdict.PASS_PUBLISHED)
            cells = [
                f"demand_{key}"
                for key, own in (
                    ("by_storage", self.own.storage),
                    ("by_publication", self.own.published),
                )
                if own is not None
            ]
            passed = ",".join(f'{at(cell)}="{word}"' for cell in cells for word in words)
            by_other = any(column.values[cell] in {w.value for w in words} for cell in cells)
            is_beyond = column.value("demand_rate") > column.value("limit")
            formula = f'=IF(AND(Demand_tps>{at("limit")},OR({passed})),"",{middle})'
            return LiveFormula(formula, "" if is_beyond and by_other else value)
        if self.own.storage is None or not self.alone:
            return None
        most, value = at("demand_high_storage"), column.value("demand_high_storage")
        return LiveFormula(f'=IF({most}<1E+299,{most},"")', value if value < NOT_KNOWN else "")

    def scored_capacity(self) -> Value:
        at, column = self.column.at, self.column
        if column.curve is not None:
            return LiveFormula(f"={at('capacity')}", column.values["capacity"] or "")
        cell = at("carried") if self.own.storage is not None else None
        if cell is None and self.own.published is not None:
            cell = at("stated")
        return None if cell is None else _of(f'IF(ISNUMBER({cell}),{cell},"")', self.own.capacity)


def _elsewhere(own: OptionBounds, column: WorkbookColumn) -> str:
    """Return the load that an option carries at a target that no value was computed for."""
    if own.least is None:
        return _NOTHING
    rates, seconds, count = own.least.iops_area, own.least.seconds_area, len(own.least.iops)
    between = read_line(seconds, rates, count, "Target_s", row_of(seconds, count, "Target_s"))
    most = f"IF(Target_s>=INDEX({seconds},{count}),INDEX({rates},{count}),{between})"
    if column.curve is not None:
        most = f"MAX(N({column.at('capacity_low')}),{most})"
    return f'IF(OR({NO_TARGET},Target_s<INDEX({seconds},1)),"",{with_spare(most)})'


def _of(formula: str, value: float | None) -> LiveFormula:
    return LiveFormula(f"={formula}", value)
