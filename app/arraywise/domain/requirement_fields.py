"""The fields of the requirement, once: sheet, panel, `require`, workbook and report walk them.

Target, load and rule of the recommendation have controls and sentences of their own; what is the
same for every field follows from its row here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.capacity import TB
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import (
    STATISTICS,
    Basis,
    Convention,
    DegradedRule,
    Requirement,
    Rule,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


PANEL_ROWS = ("target", "load", "growth", "usable", "budget", "demands", "basis")
"""The rows of the panel, in their order."""
_DEFAULTS = Requirement()


class RequirementKind(StrEnum):
    """What a field of the requirement holds, by which it is read, shown and edited."""

    NUMBER = "number"
    COUNT = "count"
    SHARE = "share"
    """Stored as 0 to 1 or more, typed and shown in percent."""
    QUANTITY = "quantity"
    """Stored in SI units, typed and shown in the field's unit."""
    MONEY = "money"
    YES = "yes"
    CHOICE = "choice"


class GrowthPeriod(StrEnum):
    """The time that a share is the growth of; people state either."""

    MONTH = "month"
    YEAR = "year"


class AllowedRange(StrEnum):
    """Which figures make sense in a field."""

    ANYTHING = "anything"
    NOT_NEGATIVE = "not negative"
    POSITIVE = "positive"
    SHARE = "0 to 1"
    PART = "over 0, at most 1"
    DAYS_OF_A_MONTH = "28 to 31"
    TERM = "a month of the term"


class CommandOption(NamedTuple):
    """The option of `require` that sets a field; how it is read follows from the field."""

    flag: str
    example: str = ""
    help_text: str = ""
    """In English, as all help of commands; `%` doubled."""
    accepts_none: bool = False
    """`none` is taken although the field is never empty."""


class PanelControl(NamedTuple):
    """Where a field stands in the panel of the requirement, and the words around it."""

    row: str
    line: int = 0
    """Of the row, from 0."""
    before: Message | None = None
    after: Message | None = None
    digits: int = 4
    """For which a field of figures is wide enough."""
    title: Message | None = None
    """Of the control, where it is not the label."""


@dataclass(frozen=True, slots=True)
class RequirementField:
    """A field of the requirement."""

    name: str
    """Of the attribute of `Requirement`."""
    label: Message
    kind: RequirementKind
    cell: str = ""
    """The name of its cell in the workbook; empty for one that is no row of the input sheet."""
    unit: Message | str = ""
    per_si: float = 1.0
    """Units of a quantity in one of SI."""
    growth: GrowthPeriod | None = None
    allowed: AllowedRange = AllowedRange.ANYTHING
    number_format: str = "General"
    """Number format of its cell in the workbook."""
    empty_text: Message | str = ""
    """What an empty one means."""
    choices: Sequence[tuple[Any, Message | str]] = ()
    """Values to choose from with their words; of a count the usual ones."""
    option: CommandOption | None = None
    panel: PanelControl | None = None
    sentence: str = ""
    """What the report says where it is asked for; `{value}` is the figure as people type it."""

    def value_in(self, requirement: Requirement) -> Any:  # noqa: ANN401 - each field has its own type
        """Return the field of a requirement, in SI."""
        return getattr(requirement, self.name)

    def with_value(self, requirement: Requirement, value: Any) -> Requirement:  # noqa: ANN401
        """Return a requirement with another value of the field, in SI."""
        return replace(requirement, **{self.name: value})

    @property
    def panel_position(self) -> tuple[int, int]:
        """Row and line in the panel; before all others where it is not there."""
        if self.panel is None:
            return -1, 0
        return PANEL_ROWS.index(self.panel.row), self.panel.line

    @property
    def is_optional(self) -> bool:
        """Whether the field may be empty: nothing is asked for then."""
        return self.value_in(_DEFAULTS) is None

    def displayed_value(self, requirement: Requirement) -> float | bool | None:
        """Return the field as people type it."""
        value = self.value_in(requirement)
        if value is None:
            return None
        if self.kind is RequirementKind.YES:
            return bool(value)
        return float(value) * self.displayed_per_si

    @property
    def displayed_per_si(self) -> float:
        """By which a figure is multiplied to be shown."""
        factors = {RequirementKind.SHARE: 100.0, RequirementKind.QUANTITY: self.per_si}
        return factors.get(self.kind, 1.0)

    def describe(self, requirement: Requirement) -> Message | None:
        """Return the sentence of the report; None where nothing is asked for."""
        value = self.displayed_value(requirement) if self.sentence else None
        if not value:
            return None
        if self.kind is RequirementKind.YES:
            return message(self.sentence)
        return message(self.sentence, value=round(float(value), 6))


_NUMBER, _COUNT, _SHARE = RequirementKind.NUMBER, RequirementKind.COUNT, RequirementKind.SHARE
_QUANTITY, _YES, _CHOICE = RequirementKind.QUANTITY, RequirementKind.YES, RequirementKind.CHOICE
_NO_LIMIT = message("empty: no limit")

REQUIREMENT_FIELDS = (
    RequirementField(
        "response_time_s",
        message("Target response time"),
        _QUANTITY,
        "Target_ms",
        "ms",
        1000.0,
        allowed=AllowedRange.POSITIVE,
        number_format="#,##0.0##",
        option=CommandOption(
            *("--response-time", "200ms", "'none': load, price, other rules decide"),
            accepts_none=True,
        ),
    ),
    RequirementField(
        "storage_latency_s",
        message("Target latency of an I/O"),
        _QUANTITY,
        unit="ms",
        per_si=1000.0,
        option=CommandOption(
            "--io-latency",
            "1ms",
            "target on the storage: longest latency of an I/O, by the statistic",
        ),
    ),
    RequirementField(
        "statistic",
        message("Statistic"),
        _CHOICE,
        choices=tuple((each, each) for each in STATISTICS),
        option=CommandOption(
            "--statistic", "", "of the response time, or of the latency of an I/O"
        ),
    ),
    RequirementField(
        "storage_share",
        message("Storage's share of the target"),
        _SHARE,
        unit="%",
        option=CommandOption(
            "--storage-share",
            "50%",
            "share of the target that the storage may take, where the rest of a transaction is"
            " not known",
        ),
        panel=PanelControl(
            "target", 1, message("Storage may take"), message("where only I/O evidence exists")
        ),
    ),
    RequirementField(
        "min_throughput_b_s",
        message("Least rate of large I/O"),
        _QUANTITY,
        unit="MB/s",
        per_si=1e-6,
        option=CommandOption("--throughput", "1.5GB/s", "least rate of large I/O, or 'none'"),
        panel=PanelControl("target", 2, message("Large I/O at least"), digits=6),
    ),
    RequirementField(
        "visits_per_month",
        message("Visits per month"),
        _COUNT,
        "Visits_per_month",
        allowed=AllowedRange.NOT_NEGATIVE,
        number_format="#,##0",
        option=CommandOption("--visits-per-month", "54432000"),
    ),
    RequirementField(
        "transactions_per_visit",
        message("Transactions per visit"),
        _NUMBER,
        "Transactions_per_visit",
        allowed=AllowedRange.POSITIVE,
        option=CommandOption("--transactions-per-visit", "1"),
    ),
    RequirementField(
        "days_per_month",
        message("Days per month"),
        _COUNT,
        "Days_per_month",
        allowed=AllowedRange.DAYS_OF_A_MONTH,
        option=CommandOption("--days-per-month"),
    ),
    RequirementField(
        "convention",
        message("How visits become a rate"),
        _CHOICE,
        choices=(
            (Convention.PEAK_SIZED, message("at the peak")),
            (Convention.SUSTAINED, message("spread evenly")),
        ),
        option=CommandOption("--convention"),
        panel=PanelControl("load", 1),
    ),
    RequirementField(
        "traffic_share",
        message("Share of the traffic in the busiest hours"),
        _SHARE,
        "Traffic_share",
        "%",
        allowed=AllowedRange.SHARE,
        number_format="0.0%",
        option=CommandOption("--traffic-share", "0.8"),
        panel=PanelControl("load", 1, digits=3),
    ),
    RequirementField(
        "time_share",
        message("Share of the time that these hours are"),
        _SHARE,
        "Time_share",
        "%",
        allowed=AllowedRange.PART,
        number_format="0.0%",
        option=CommandOption("--time-share", "0.2"),
        panel=PanelControl("load", 1, message("in"), message("of time"), 3),
    ),
    RequirementField(
        "think_time_s",
        message("Think time of a user"),
        _QUANTITY,
        unit="s",
        option=CommandOption(
            "--think-time", "1s", "of a user between two transactions; for a load in users"
        ),
        panel=PanelControl("load", 2, message("a user thinks"), digits=5),
    ),
    RequirementField(
        "growth_per_month",
        message("Growth per month"),
        _SHARE,
        "Growth_per_month",
        "%",
        growth=GrowthPeriod.MONTH,
        number_format="0.00%",
        option=CommandOption("--load-growth", "2%/month", "or '20%%/year'"),
        panel=PanelControl(
            "growth",
            after=message("a year; must pass"),
            digits=5,
            title=message("Growth of load a year"),
        ),
    ),
    RequirementField(
        "horizon_months",
        message("Horizon"),
        _COUNT,
        "Horizon_months",
        message("months"),
        allowed=AllowedRange.TERM,
        number_format="0",
        choices=(
            (0, message("today")),
            *((each, message("in month {month}", month=each)) for each in (12, 24, 36)),
        ),
        option=CommandOption("--horizon-months", "36"),
        panel=PanelControl("growth", title=message("When it must pass")),
    ),
    RequirementField(
        "reserve",
        message("Reserve on top of the demand"),
        _SHARE,
        "Reserve",
        "%",
        allowed=AllowedRange.NOT_NEGATIVE,
        number_format="0.0%",
        option=CommandOption("--reserve", "20%"),
        panel=PanelControl("growth", 1, message("and a reserve of")),
    ),
    RequirementField(
        "min_headroom",
        message("Least headroom"),
        _SHARE,
        "Least_headroom",
        "%",
        allowed=AllowedRange.NOT_NEGATIVE,
        number_format="0.0%",
        option=CommandOption("--min-headroom", "5%"),
        sentence="Headroom of at least {value:g} %.",
    ),
    RequirementField(
        "budget",
        message("Budget for 36 months"),
        RequirementKind.MONEY,
        "Budget",
        allowed=AllowedRange.NOT_NEGATIVE,
        number_format="#,##0.00",
        empty_text=_NO_LIMIT,
        option=CommandOption("--budget", "700000", "'none' takes it back"),
        panel=PanelControl("budget", after=message("over 36 months"), digits=9),
    ),
    RequirementField(
        "max_restore_s",
        message("Service restored within"),
        _QUANTITY,
        "Longest_restore_h",
        "h",
        1 / 3600,
        allowed=AllowedRange.NOT_NEGATIVE,
        number_format="0.0##",
        empty_text=_NO_LIMIT,
        option=CommandOption(
            "--restore-within", "4h", "recovery time objective; 'none' takes it back"
        ),
        panel=PanelControl("demands", 1, message("Service restored within")),
        sentence="Service restored within {value:g} h.",
    ),
    RequirementField(
        "needs_shared_storage",
        message("Several hosts must share the storage"),
        _YES,
        "Needs_shared_storage",
        option=CommandOption("--shared-storage"),
        panel=PanelControl("demands", title=message("Shared storage")),
        sentence="Storage that several hosts can use at once.",
    ),
    RequirementField(
        "needs_files",
        message("Files must be served (NFS, SMB)"),
        _YES,
        "Needs_files",
        option=CommandOption("--files", "", "NFS or SMB"),
        panel=PanelControl("demands", title=message("Serves files")),
        sentence="Storage that serves files (NFS, SMB).",
    ),
    RequirementField(
        "degraded",
        message("Load at which the target must be met with a failed part"),
        _CHOICE,
        choices=(
            (DegradedRule.NOT_ASKED, message("at no load")),
            (DegradedRule.AVERAGE, message("at the average load")),
            (DegradedRule.PEAK, message("at the peak load")),
        ),
        option=CommandOption(
            "--degraded", "", "load at which the target must hold with a part failed"
        ),
        panel=PanelControl("demands", 2, message("Target holds with a part failed")),
    ),
    RequirementField(
        "usable_bytes",
        message("Usable capacity needed today"),
        _QUANTITY,
        "Usable_needed_TB",
        "TB",
        1 / TB,
        allowed=AllowedRange.NOT_NEGATIVE,
        number_format="#,##0.###",
        empty_text=message("empty: not required"),
        option=CommandOption(
            "--usable",
            "50TB",
            "what data need today; 'in-use': what they take by an RVTools export; 'none': not"
            " asked for",
        ),
        panel=PanelControl("usable", after=message("today, growing by"), digits=6),
    ),
    RequirementField(
        "usable_growth_per_year",
        message("Growth of the data per year"),
        _SHARE,
        "Usable_growth_per_year",
        "%",
        growth=GrowthPeriod.YEAR,
        number_format="0.0%",
        option=CommandOption("--usable-growth", "20%/year", "of the data, or '2%%/month'"),
        panel=PanelControl(
            "usable",
            after=message("a year"),
            digits=5,
            title=message("Growth of the data a year"),
        ),
    ),
    RequirementField(
        "least_basis",
        message("Weakest basis that counts"),
        _CHOICE,
        choices=(
            (Basis.ESTIMATED, message("every basis, an estimated p90 too")),
            (Basis.PUBLISHED, message("every basis")),
            (Basis.IO, message("I/O tests or better")),
            (Basis.MODELLED, message("a model of all levels or better")),
            (Basis.MEASURED_ONCE, message("measured, once or more")),
            (Basis.MEASURED, message("measured with repetitions")),
        ),
        option=CommandOption(
            "--least-basis",
            "",
            "weakest basis on which an outcome counts; 'estimated': a p90 read between deciles"
            " counts too",
        ),
        panel=PanelControl("basis"),
    ),
    RequirementField(
        "rule",
        message("Rule of the recommendation"),
        _CHOICE,
        choices=tuple((each, each.value) for each in Rule),
        option=CommandOption("--rule"),
    ),
)
"""All but the unit of the load, which `--load` and the bar set together with the load."""
SHEET_FIELDS = tuple(each for each in REQUIREMENT_FIELDS if each.cell)
"""The rows of the input sheet. Studies keep typed cells by the number of the row: a new one that
is on the sheet comes behind all others that are."""
PANEL_FIELDS = tuple(
    sorted(
        (f for f in REQUIREMENT_FIELDS if f.panel is not None),
        key=lambda field: field.panel_position,
    )
)
