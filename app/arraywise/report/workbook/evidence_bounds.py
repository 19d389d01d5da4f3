"""Verdicts by I/O evidence and publications as formulas (MODEL E3, E4).

What was measured or stated stands as values; what follows at a load and a target is computed from
them, in the order in which the program asks its evidence: curve, I/O evidence, publications.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from arraywise.analysis.runway import least_targets
from arraywise.analysis.storage_bound import (
    BEYOND_TOP,
    REST_SHARE,
    SPREAD,
    SWEPT_SHARE,
    PublishedBound,
    StorageBound,
)
from arraywise.domain.cells import FormulaText
from arraywise.domain.decision import FAILS, PASSES, Verdict
from arraywise.domain.messages import message
from arraywise.domain.requirement import Basis
from arraywise.present.tables.overview import time_column_title
from arraywise.report.workbook.cells import CellRole
from arraywise.report.workbook.curves import (
    NOT_KNOWN,
    linear_interpolation_formula,
    row_lookup_formula,
    write_columns,
)
from arraywise.report.workbook.steps import Step, carried_load_steps, load_with_headroom_formula

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.io_evidence import LatencyBand
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.steps import OptionColumnCells

NO_TARGET = "Target_s>1E+300"
"""Condition that no time is asked for."""
_SECONDS = '[>=1E+299]"unknown";0.000000'
_DECIDES = tuple(v for v in Verdict if v in PASSES | FAILS)
_NOTHING = '""'

_STATED_FIGURES: tuple[tuple[str, Text, Text, Callable[[PublishedBound], float | None]], ...] = (
    ("stated", message("Published load"), "1/s", lambda bound: bound.capacity_tps),
    ("think", message("Think time"), "s", lambda bound: bound.think_time_s),
)


@dataclass(frozen=True, slots=True)
class _BoundLine:
    """Latency by rate of I/Os, and where it is in the workbook."""

    iops: tuple[float, ...]
    seconds: tuple[float, ...]
    iops_area: str
    seconds_area: str

    def latency_formula(self, rate: str) -> str:
        """Return the latency at a rate, straight between the rows and level beyond them."""
        row = row_lookup_formula(self.iops_area, len(self.iops), rate)
        return linear_interpolation_formula(
            self.iops_area, self.seconds_area, len(self.iops), rate, row
        )


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


Bounds = dict[int, OptionBounds]
"""By the options' ids."""


def write_latencies_sheet(book: WorkbookWriter, content: ReportContent) -> dict[int, OptionBounds]:
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
        grid = book.add_sheet(message("Latencies"), message("Latency of an I/O by rate"), note)
        for at, (key, part, band) in enumerate(bands):
            grid.write_cell(3, 3 * at, titles[key], CellRole.STRONG)
            lines[key, part] = _write_band(grid, 3 * at, part, band)
        left = 3 * len(bands)
        for key, line in least.items():
            if len(line[0]):
                grid.write_cell(3, left, titles[key], CellRole.STRONG)
                lines[key, "least"] = _write_bound_line(grid, left, (_RATE, _LEAST), line)
                left += 3
        grid.set_up_page_and_panes((5, 0), pages_wide=2)
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
    return _write_bound_line(grid, left, (message("I/Os, 1/s"), _PARTS[part]), line)


def _write_bound_line(
    grid: SheetWriter, left: int, titles: tuple[Message, Message], line: tuple[Floats, Floats]
) -> _BoundLine:
    columns = [(title, tuple(each.tolist())) for title, each in zip(titles, line, strict=True)]
    areas = write_columns(grid, left, columns)
    return _BoundLine(columns[0][1], columns[1][1], *areas)


def bound_value_steps(bounds: Bounds) -> tuple[Step, ...]:
    """Return what was measured or stated, as values."""
    steps: list[Step] = []
    if any(own.storage is not None for own in bounds.values()):
        steps += [_value_step(bounds, "storage", *figure) for figure in _STORAGE_FIGURES]
    if any(own.published is not None for own in bounds.values()):
        steps += [_value_step(bounds, "published", *figure) for figure in _STATED_FIGURES]
        stated = (own.published.users for own in bounds.values() if own.published is not None)
        for at in range(max(map(len, stated), default=0)):
            steps += _stated_users_steps(bounds, at)
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

    def make(column: OptionColumnCells) -> Value:
        bound = getattr(bounds.get(column.answer.option.id), part, None)
        return None if bound is None else figure(bound)

    return Step(key, label, unit, make, "0.000###")


def _stated_users_steps(bounds: Bounds, at: int) -> list[Step]:
    """Return the steps of one stated number of users and the time it is answered within."""
    names = (
        ("users", message("Published users"), message("users"), "users"),
        ("within", message("answered within"), "s", "within_s"),
    )
    return [
        _value_step(
            bounds,
            "published",
            f"{key}{at}",
            label,
            unit,
            partial(_stated_users_figure, at=at, name=name),
        )
        for key, label, unit, name in names
    ]


def _stated_users_figure(bound: PublishedBound, at: int, name: str) -> float | None:
    return float(getattr(bound.users[at], name)) if at < len(bound.users) else None


def _rate_not_carried(bound: StorageBound) -> float | None:
    """Return the rate above which the storage is shown not to carry the load."""
    most: list[float] = []
    if bound.work_may_be_less:
        return None
    if bound.saturated_iops is not None:
        most.append(BEYOND_TOP * bound.saturated_iops / bound.requests)
    if bound.basis is Basis.PUBLISHED:
        most.append((1.0 + SPREAD) * bound.small_iops * bound.larger / bound.requests)
    return min(most, default=None)


def _fewest_waits(bound: StorageBound) -> float:
    waits = 1.0 if bound.terms.on_storage else bound.profile.min_read_waits
    if bound.lower is None or waits is None:
        return 0.0
    return waits / (bound.profile.overlap or 1.0)


def _most_waits(bound: StorageBound) -> float | None:
    if bound.terms.on_storage:
        return None if bound.upper is None else 1.0
    waits = bound.profile.max_read_waits
    if bound.upper is None or waits is None:
        return None
    return waits / (bound.profile.overlap or 1.0)


def _least_log_wait_s(bound: StorageBound) -> float:
    knows = bound.lower is not None and bound.profile.min_read_waits is not None
    if bound.terms.on_storage or bound.log_write_s is None or not knows:
        return 0.0
    return bound.profile.log_waits * bound.log_write_s


def _remaining_time_s(bound: StorageBound) -> float | None:
    judged = bound.terms.tells_time and not bound.terms.on_storage
    return bound.profile.rest_s if judged else None


def _storage_share_of_target(bound: StorageBound) -> float | None:
    terms = bound.terms
    if terms.on_storage:
        return 1.0
    return bound.share_without_rest if terms.tells_time else None


def _fixed_time_s(bound: StorageBound) -> float:
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
        "carried", message("Highest rate by I/O evidence"), "1/s",
        lambda b: b.capacity_tps if b.tells_capacity else None,
    ),
    ("io_limit", message("A pass is shown up to"), "1/s", lambda b: b.limit_tps),
    ("io_beyond", message("Shown not to be carried above"), "1/s", _rate_not_carried),
    ("waits_low", message("Waits for the storage, at least"), "", _fewest_waits),
    ("waits_high", message("Waits for the storage, at most"), "", _most_waits),
    (
        "log_waits", message("Waits for the log"), "",
        lambda b: 0.0 if b.terms.on_storage else b.profile.log_waits,
    ),
    ("log_write", message("Latency of a log write"), "s", lambda b: b.log_write_s),
    ("log_low", message("Log, at least"), "s", _least_log_wait_s),
    (
        "io_cpu", message("Processor time, at least"), "s",
        lambda b: 0.0 if b.terms.on_storage else b.profile.cpu_s or 0.0,
    ),
    (
        "by_mean", message("Target that the least time can miss (1)"), "",
        lambda b: 1.0 if b.terms.tells_time else 0.0,
    ),
    ("rest", message("Rest of a transaction"), "s", _remaining_time_s),
    (
        "rest_until", message("Rest known up to"), "1/s",
        lambda b: min(b.profile.rest_known_until_tps, NOT_KNOWN),
    ),
    ("io_fixed", message("Processor time that counts"), "s", _fixed_time_s),
    ("io_share", message("Share of the target that may be taken"), "", _storage_share_of_target),
)  # fmt: skip


RATES = {
    "demand": "Demand_tps",
    "room": "Demand_tps*(1+Least_headroom)",
}
"""Formulas of the rates that options are judged at, by the name of the block."""


@dataclass(frozen=True, slots=True)
class _BoundFormulasAtRate:
    """Formulas of one option at one rate."""

    name: str
    column: OptionColumnCells
    own: OptionBounds

    @property
    def _rate_formula(self) -> str:
        return RATES[self.name]

    def cell(self, key: str) -> str:
        return self.column.at(f"{self.name}_{key}")

    def low(self) -> Value:
        bound, line, at = self.own.storage, self.own.lower, self.column.at
        if bound is None:
            return None
        latency = "0"
        if line is not None:
            iops = f"{self._rate_formula}*{at('requests')}"
            latency = f"({line.latency_formula(iops)})"
        return FormulaText(f"={at('waits_low')}*{latency}+{at('log_low')}")

    def latency(self) -> Value:
        bound, line = self.own.storage, self.own.upper
        if bound is None or line is None:
            return None
        return self._longest_latency(line)

    def log_latency(self) -> Value:
        bound, line = self.own.storage, self.own.writes
        if bound is None or self.own.upper is None:
            return None
        if line is None:
            return FormulaText(f"={self.cell('latency')}")
        return self._longest_latency(line)

    def _longest_latency(self, line: _BoundLine) -> FormulaText:
        at = self.column.at
        iops = f"{self._rate_formula}*{at('requests_high')}"
        top = f"INDEX({line.iops_area},{len(line.iops)})*(1+1E-12)"
        busy = f"MIN({self._rate_formula}*{at('path')},{SWEPT_SHARE})"
        behind = f"{self._rate_formula}*{at('behind')}/(1-{busy})"
        return FormulaText(f"=IF({iops}<={top},{line.latency_formula(iops)}+{behind},1E+300)")

    def high(self) -> Value:
        bound, at = self.own.storage, self.column.at
        if bound is None:
            return None
        latency, longest = self.cell("latency"), self.cell("log_latency")
        log = f"{at('log_waits')}*MAX({longest},N({at('log_write')}))"
        is_known = f"AND({latency}<1E+299,OR({at('log_waits')}=0,{longest}<1E+299))"
        known = f"IF({is_known},{at('waits_high')}*{latency}+{log},1E+300)"
        both = f"AND(ISNUMBER({at('waits_high')}),ISNUMBER({latency}))"
        return FormulaText(f"=IF({both},{known},1E+300)")

    def by_storage(self) -> Value:
        bound, at = self.own.storage, self.column.at
        if bound is None:
            return None
        high = self.cell("high_storage")
        low = self.cell("low_storage")
        agrees = f"{low}<={1 + SPREAD}*{high}"
        missed = f"{at('sure')}*{low}+{at('io_cpu')}>Target_s,{agrees}"
        beyond = f"AND(ISNUMBER({at('io_beyond')}),{self._rate_formula}>{at('io_beyond')})"
        failed = f"OR(AND({at('by_mean')}=1,{missed}),{beyond})"
        knows_rest = f"AND(ISNUMBER({at('rest')}),{self._rate_formula}<={at('rest_until')})"
        leaves_rest = f"N({at('rest')})+{high}<={REST_SHARE}*Target_s"
        shared = f"{at('io_fixed')}+{high}<={at('io_share')}*Target_s"
        kept = (
            f"IF({NO_TARGET},TRUE,AND({agrees},IF(ISNUMBER({at('rest')}),{leaves_rest},TRUE),"
            f"IF({knows_rest},TRUE,IF(ISNUMBER({at('io_share')}),{shared},FALSE))))"
        )
        passed = f"IF({self._rate_formula}<={at('io_limit')}*(1+1E-12),{kept},FALSE)"
        word = Verdict.PASS_PUBLISHED if bound.basis is Basis.PUBLISHED else Verdict.PASS_IO
        return self._beside_curve(failed, passed, word)

    def by_publication(self) -> Value:
        bound, at = self.own.published, self.column.at
        if bound is None:
            return None
        stated, think = at("stated"), at("think")
        passed = [f"AND(ISNUMBER({stated}),{NO_TARGET},{self._rate_formula}<={stated}*(1+1E-9))"]
        for number in range(len(bound.users)):
            users, within = at(f"users{number}"), at(f"within{number}")
            asked = f"{self._rate_formula}*(IF({NO_TARGET},0,Target_s)+{think})"
            passed.append(f"AND(ISNUMBER({think}),{asked}<={users}*(1+1E-9),Target_s>={within})")
        failed = f"AND(ISNUMBER({stated}),{self._rate_formula}>{1 + SPREAD}*{stated})"
        return self._beside_curve(failed, f"OR({','.join(passed)})", Verdict.PASS_PUBLISHED)

    def _beside_curve(self, failed: str, passed: str, word: Verdict) -> FormulaText:
        """Return what evidence beside the curve decides, if anything (MODEL E3)."""
        fail, kept, curve = f'"{Verdict.FAIL}"', f'"{word}"', self.column.curve
        if curve is not None and curve.table.measured is not None:
            at, rate = self.column.at, self._rate_formula
            below, above = f"{rate}<{at('first')}", f"{rate}>{at('limit')}"
            may_fail = f"OR({above},AND({below},Target_s<{at('first_low')}))"
            may_pass = f"OR({below},AND({above},Target_s>={at('limit_high')}))"
            fail, kept = f"IF({may_fail},{fail},{_NOTHING})", f"IF({may_pass},{kept},{_NOTHING})"
        return FormulaText(f"=IF({failed},{fail},IF({passed},{kept},{_NOTHING}))")

    def decided_by(self) -> Value:
        """Return 0 for the curve or nothing, 1 for I/O evidence, 2 for a publication."""
        curve, storage, published = (
            self.cell(key) for key in ("verdict", "by_storage", "by_publication")
        )
        decides = ",".join(f'{curve}="{verdict}"' for verdict in _DECIDES)
        other = f"IF(N(LEN({storage}))>0,1,IF(N(LEN({published}))>0,2,0))"
        return FormulaText(f"=IF(OR({decides}),0,{other})")

    def verdict(self) -> Value:
        curve, by = self.cell("verdict"), self.cell("decided_by")
        has_none = self.own == OptionBounds()
        no_data = "FALSE" if has_none else f'{curve}="{Verdict.NO_DATA}"'
        by_curve = f'IF({no_data},"{Verdict.NOT_DEMONSTRATED}",{curve})'
        cells = f"IF({by}=1,{self.cell('by_storage')},{self.cell('by_publication')})"
        return FormulaText(f"=IF({by}=0,{by_curve},{cells})")


def evidence_verdict_steps(name: str, bounds: Bounds) -> Iterator[Step]:
    """Return the steps from curve, I/O evidence and publications to the verdict at a rate."""

    def step(
        key: str,
        label: Text,
        unit: Text,
        make: Callable[[_BoundFormulasAtRate], Value],
        form: str = "@",
        kind: CellRole = CellRole.COMPUTED,
    ) -> Step:
        def made(column: OptionColumnCells) -> Value:
            own = bounds.get(column.answer.option.id, OptionBounds())
            return make(_BoundFormulasAtRate(name, column, own))

        return Step(f"{name}_{key}", label, unit, made, form, kind)

    yield step(
        "low_storage", message("Storage takes at least"), "s", _BoundFormulasAtRate.low, _SECONDS
    )
    title = message("Latency of an I/O at most")
    yield step("latency", title, "s", _BoundFormulasAtRate.latency, _SECONDS)
    title = message("Latency of a write at most")
    yield step("log_latency", title, "s", _BoundFormulasAtRate.log_latency, _SECONDS)
    yield step(
        "high_storage", message("Storage takes at most"), "s", _BoundFormulasAtRate.high, _SECONDS
    )
    yield step("by_storage", message("By I/O evidence"), "", _BoundFormulasAtRate.by_storage)
    yield step(
        "by_publication", message("By a publication"), "", _BoundFormulasAtRate.by_publication
    )
    title = message("Decided by the curve (0), I/O evidence (1), a publication (2)")
    yield step("decided_by", title, "", _BoundFormulasAtRate.decided_by, "0")
    yield step("final", message("Verdict"), "", _BoundFormulasAtRate.verdict, "@", CellRole.RESULT)


def displayed_result_steps(
    bounds: Bounds, answer: Answer, target_s: float, *, alone: bool
) -> Iterator[Step]:
    """Return response time, capacity and what scores are computed from.

    Alone: no option has a curve, and storage times are compared among themselves.
    """
    time = time_column_title(answer)

    def step(
        key: str,
        label: Text,
        unit: Text,
        make: Callable[[_DisplayedResultFormulas], Value],
        form: str = "0.00",
    ) -> Step:
        def made(column: OptionColumnCells) -> Value:
            own = bounds.get(column.answer.option.id, OptionBounds())
            return make(_DisplayedResultFormulas(column, own, alone))

        return Step(f"shown_{key}", label, unit, made, form)

    yield step("low", message("{time}, low end", time=time), "ms", _DisplayedResultFormulas.low)
    yield step("response", time, "ms", _DisplayedResultFormulas.point)
    yield step("high", message("{time}, high end", time=time), "ms", _DisplayedResultFormulas.high)
    title = message("Rate within the target, likely")
    yield step("capacity", title, "1/s", _DisplayedResultFormulas.capacity, "0.000")
    title = message("Rate within the target, low end")
    yield step("capacity_low", title, "1/s", _DisplayedResultFormulas.capacity_low, "0.000")
    yield step("criterion", message("Headroom"), "", _DisplayedResultFormulas.headroom, "0.0%")
    yield from carried_load_steps(
        answer.requirement,
        target_s,
        "shown_",
        {key: partial(_carried_load_at_other_target, own) for key, own in bounds.items()},
    )
    yield step(
        "at_least", message("More was not shown (1)"), "", _DisplayedResultFormulas.at_least, "0"
    )
    title = message("{time} that is valued", time=time)
    yield step("scored", title, "s", _DisplayedResultFormulas.scored, "0.000000")
    title = message("Highest rate that is valued")
    yield step("scored_capacity", title, "1/s", _DisplayedResultFormulas.scored_capacity, "0.000")


@dataclass(frozen=True, slots=True)
class _DisplayedResultFormulas:
    """Formulas of what pages show of one option."""

    column: OptionColumnCells
    own: OptionBounds
    alone: bool

    def _curve_cell_or_other(self, cell: str, otherwise: str) -> str:
        """Return a cell of the curve where it decides, a formula for I/O evidence elsewhere."""
        if self.own.storage is None:
            return cell if self.column.curve is not None else _NOTHING
        if self.column.curve is None:
            return otherwise
        return f"IF({self.column.at('demand_decided_by')}=0,{cell},{otherwise})"

    def _passes_condition(self) -> str:
        cell = self.column.at("demand_final")
        return "OR(" + ",".join(f'{cell}="{v}"' for v in Verdict if v in PASSES) + ")"

    def low(self) -> Value:
        at = self.column.at
        low = f"{at('demand_low_storage')}*1000"
        if not self.alone and self.own.storage is not None:
            least = f"({at('demand_low_storage')}+{at('io_cpu')})*1000"
            low = f'IF({self._passes_condition()},{least},"")'
        return FormulaText(f"={self._curve_cell_or_other(at('response_low'), low)}")

    def point(self) -> Value:
        at = self.column.at
        most = at("demand_high_storage")
        point = f'IF({most}<1E+299,{most}*1000,"")' if self.alone else _NOTHING
        return FormulaText(f"={self._curve_cell_or_other(at('response'), point)}")

    def high(self) -> Value:
        at = self.column.at
        most = at("demand_high_storage")
        high = f'IF({most}<1E+299,{most}*1000,"")'
        if not self.alone:
            high = f'IF({self._passes_condition()},IF({NO_TARGET},"",Target_s*1000),"")'
        return FormulaText(f"={self._curve_cell_or_other(at('response_high'), high)}")

    def capacity(self) -> Value:
        return self._capacity_by_evidence("capacity", "carried")

    def capacity_low(self) -> Value:
        return self._capacity_by_evidence("capacity_low", "io_limit")

    def _capacity_by_evidence(self, by_curve: str, by_storage: str) -> Value:
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
        return FormulaText(f"={other}")

    def headroom(self) -> Value:
        cell = self.column.at("shown_capacity")
        return FormulaText(f'=IF(AND(ISNUMBER({cell}),Demand_tps>0),{cell}/Demand_tps-1,"")')

    def at_least(self) -> Value:
        at = self.column.at
        formula = "0"
        if self.column.curve is not None:
            by_curve = f"AND({at('demand_decided_by')}=0,ISNUMBER({at('capacity')}))"
            formula = f"IF({by_curve},{at('at_least')},0)"
        return FormulaText(f"={formula}")

    def scored(self) -> Value:
        at, column = self.column.at, self.column
        if column.curve is not None:
            middle = at("demand_middle")
            bounds = {"by_storage": self.own.storage, "by_publication": self.own.published}
            cells = [at(f"demand_{key}") for key, own in bounds.items() if own is not None]
            if not cells:
                return FormulaText(f"={middle}")
            words = (Verdict.PASS_IO, Verdict.PASS_PUBLISHED)
            passed = ",".join(f'{cell}="{word}"' for cell in cells for word in words)
            return FormulaText(f'=IF(AND(Demand_tps>{at("limit")},OR({passed})),"",{middle})')
        if self.own.storage is None or not self.alone:
            return None
        most = at("demand_high_storage")
        return FormulaText(f'=IF({most}<1E+299,{most},"")')

    def scored_capacity(self) -> Value:
        at = self.column.at
        if self.column.curve is not None:
            return FormulaText(f"={at('capacity')}")
        cell = at("carried") if self.own.storage is not None else None
        if cell is None and self.own.published is not None:
            cell = at("stated")
        return None if cell is None else FormulaText(f'=IF(ISNUMBER({cell}),{cell},"")')


def _carried_load_at_other_target(own: OptionBounds, column: OptionColumnCells) -> str:
    """Return the load that an option carries at a target that no value was computed for."""
    if own.least is None:
        return _NOTHING
    rates, seconds, count = own.least.iops_area, own.least.seconds_area, len(own.least.iops)
    between = linear_interpolation_formula(
        seconds, rates, count, "Target_s", row_lookup_formula(seconds, count, "Target_s")
    )
    most = f"IF(Target_s>=INDEX({seconds},{count}),INDEX({rates},{count}),{between})"
    if column.curve is not None:
        most = f"MAX(N({column.at('capacity_low')}),{most})"
    return f'IF(OR({NO_TARGET},Target_s<INDEX({seconds},1)),"",{load_with_headroom_formula(most)})'
