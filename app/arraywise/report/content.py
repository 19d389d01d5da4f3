"""ReportContent: all a document states, built by usecases/export_documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from arraywise.domain.cells import OWN_ERROR_CODES, ErrorCode
from arraywise.present import figures
from arraywise.present.labels import describe_list_prices
from arraywise.present.tables.overview import ranked_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from decimal import Decimal

    from arraywise.analysis.beside_curve import MeasuredRange
    from arraywise.analysis.curves.statistics import Spread
    from arraywise.analysis.prepared import Bound, Candidate
    from arraywise.analysis.pricing import TotalledLine
    from arraywise.domain.cells import CellFault, CellStyle, Value
    from arraywise.domain.decision import (
        Answer,
        Contamination,
        DecisionMap,
        LeadBar,
        MapCuts,
        NearestTie,
        OptionAnswer,
    )
    from arraywise.domain.evidence import Metric, Status
    from arraywise.domain.messages import Message, Problem
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import (
        BreakEvenPrice,
        Discount,
        PriceTotal,
    )
    from arraywise.domain.runway import Runway
    from arraywise.domain.study import OptionFacts, StudyFacts
    from arraywise.domain.units import Unit


def spreadsheet_error_text(fault: CellFault | None) -> str:
    """Return the error that other spreadsheets show for a fault; empty where there is none."""
    if fault is None:
        return ""
    return str(ErrorCode.NA if fault.code in OWN_ERROR_CODES else fault.code)


@dataclass(frozen=True, slots=True)
class WorkingCell:
    """A cell of the workings."""

    row: int
    """From 0."""
    column: int
    typed: str
    value: Value
    """What it amounts to; None for nothing, or where it is at fault."""
    style: CellStyle
    formula: str = ""
    """With the leading equals sign, English, for any spreadsheet; what is outside the workings
    is called by the names of `NamedValue`. Empty where it is no formula, or none can do it."""
    fault: CellFault | None = None


@dataclass(frozen=True, slots=True)
class NamedValue:
    """Something outside the workings that their formulas call."""

    name: str
    """As it may be in a workbook: `Demand.TPS`, `Option_NAS.Price`, `Requirement_B1`."""
    value: Value
    """None where it is empty, or at fault."""
    option_id: int | None = None
    """Of whom it is a result."""
    input_row: int | None = None
    """Row from 0 where it is a figure of the requirement."""
    error: str = ""
    """As spreadsheets show it; `#N/A` where it is not known."""

    @property
    def kind(self) -> str:
        """Which result of an option it is: `Price`."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Workings:
    """The free sheet of a study."""

    cells: tuple[WorkingCell, ...] = ()
    names: tuple[NamedValue, ...] = ()


@dataclass(frozen=True, slots=True)
class PricedDiscount:
    """A discount of a price sheet with what it takes off, both at least 0."""

    discount: Discount
    purchase: Decimal
    maintenance: Decimal


@dataclass(frozen=True, slots=True)
class PricedSheet:
    """An option's price sheet, computed line by line."""

    option: Option
    currency: str
    lines: tuple[TotalledLine, ...]
    discounts: tuple[PricedDiscount, ...]
    total: PriceTotal | None
    """In the currency of the sheet; None where it prices nothing or a rate is missing. The total
    in the study's currency, with the rates behind it, is `OptionAnswer.price`."""
    notes: tuple[str, ...] = ()

    def to_be_checked(self, on: datetime) -> Message | None:
        """State of when list prices are that nobody checked, and how old."""
        return describe_list_prices((priced.line for priced in self.lines), on.date())

    @property
    def categories(self) -> tuple[str, ...]:
        """Categories in the order of the sheet."""
        return tuple(dict.fromkeys(priced.line.category for priced in self.lines))


@dataclass(frozen=True, slots=True)
class EvidenceEntry:
    """One imported file, as the annex lists it."""

    file: str
    option: str | None
    tool: str
    tool_version: str | None
    run_type: str | None
    status: Status
    size_bytes: int
    sha256: str
    host: str | None = None
    started_at: str | None = None
    problem: Problem | None = None
    """The gravest problem of a file that was not read in full."""


@dataclass(frozen=True, slots=True)
class PublishedEntry:
    """One figure of a publication, with the place it was read at."""

    option: str | None
    condition: str
    """What was measured, with the configuration as the publication names it."""
    metric: Metric
    name: str
    """Of a figure of another kind."""
    statistic: str
    value: float
    unit: Unit
    derived: bool
    place: str
    """`file:line`."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which state of which study a document shows."""

    study_hash: str
    """64 hexadecimal digits."""
    changed_at: datetime
    """When the study was last changed; documents carry no other time."""

    @property
    def short_hash(self) -> str:
        """Enough of the hash to recognise it."""
        return f"{self.study_hash[:4]}…{self.study_hash[-4:]}"


@dataclass(frozen=True, slots=True)
class CurveTable:
    """An option's response-time curve, row by row as the answer reads it: linear between rows.

    The columns have one length; rates ascend, response times never fall.
    """

    option: Option
    rates_tps: tuple[float, ...]
    low_s: tuple[float, ...]
    point_s: tuple[float, ...]
    high_s: tuple[float, ...]
    """95 % ends and the middle; an upper end may be infinite."""
    sure_low_s: tuple[float, ...]
    """95 % lower end that no single level carries alone: by it targets are missed."""
    chord_s: tuple[float, ...]
    """95 % upper end by measurement alone, without a model or an estimate."""
    levels: int
    """Levels that count."""
    first_tps: float
    """Lowest and ..."""
    top_tps: float
    """... highest rate of these levels."""
    demonstrated_tps: float
    """Above this rate nothing was shown."""
    comparable_tps: float | None
    """Above this rate the host's processors were the limit; None where they never were."""
    ceiling_tps: float | None
    """Rate of the bottleneck by an accepted model."""
    scatter_known: bool
    """False: without repetitions there are no 95 % ends."""
    doubts: tuple[Contamination, ...] = ()
    """Levels in doubt, ascending by users: between which rates and for which targets nothing is
    judged because of each."""
    once: tuple[bool, ...] = ()
    """Whether one of the levels around each rate has a single run."""
    spread: Spread | None = None
    """How far single runs scatter where no level was repeated, pooled from others or assumed."""
    plain: tuple[tuple[float, float], ...] = ()
    """Rates, 1/s, above which a level shows by itself at least so long a response time, s; both
    ascend."""
    measured: MeasuredRange | None = None
    """Where it alone decides."""
    is_estimated: bool = False
    """Its response times are estimates between those that were measured."""


@dataclass(frozen=True, slots=True)
class TracedValue:
    """One run's figure, with the place it was read at."""

    users: int
    rate_tps: float
    rate_place: str
    """`file:line`."""
    response_s: float | None
    response_place: str
    counts: bool
    """False where the host was the limit, so that the level does not count."""


@dataclass(frozen=True, slots=True)
class OptionTrace:
    """What the response time at the demand and the capacity of an option rest on."""

    option: Option
    runs: tuple[TracedValue, ...]
    """Of the levels around the demand and around the capacity."""


@dataclass(frozen=True, slots=True)
class MapContent:
    """The decision map with the cuts through the requirement."""

    drawn: DecisionMap
    cuts: MapCuts
    """As wide as the map."""


@dataclass(frozen=True, slots=True)
class ScenarioAnswer:
    """One scenario of a study with its answer; the base too."""

    name: str
    """Empty for the base."""
    in_use: bool
    """The rest of the document shows this one."""
    answer: Answer
    differs: tuple[Message, ...]
    """In which inputs it differs from the base."""


_Part = TypeVar("_Part", PricedSheet, OptionTrace)


@dataclass(frozen=True, slots=True)
class ReportContent:
    """Everything that a document of a study may show."""

    facts: StudyFacts
    answer: Answer
    identity: Identity
    price_sheets: tuple[PricedSheet, ...] = ()
    evidence: tuple[EvidenceEntry, ...] = ()
    curves: tuple[CurveTable, ...] = ()
    published: tuple[PublishedEntry, ...] = ()
    """Figures of publications, in the order of their files."""
    traces: tuple[OptionTrace, ...] = ()
    """Of the options that were measured under load."""
    bounds: Mapping[int, tuple[Bound, ...]] = field(default_factory=dict)
    """What counts of each option beside its curve, the strongest first, by option id."""
    candidates: Mapping[int, Candidate] = field(default_factory=dict)
    """Options that have such evidence, as they are judged, by option id."""
    throughputs: Mapping[int, float] = field(default_factory=dict)
    """Highest rate of large I/Os of each option that counts, bytes a second, by option id."""
    stated_throughputs: frozenset[int] = frozenset()
    """Options of which a publication states it."""
    map: MapContent | None = None
    """None where there is nothing to judge by or nothing is asked for."""
    thresholds: tuple[Message, ...] = ()
    """Where the rules of bottleneck and audit draw their lines."""
    lead_bars: tuple[LeadBar, ...] = ()
    """How each input moves the lead of the recommended option, the widest bar first."""
    nearest_ties: tuple[NearestTie, ...] = ()
    """Weights nearest to those stated at which a rival draws level."""
    break_even_prices: tuple[BreakEvenPrice, ...] = ()
    """At which prices the recommendation would be another."""
    runway: Runway | None = None
    """How long each option lasts while load and data grow."""
    scenarios: tuple[ScenarioAnswer, ...] = ()
    """The base and all scenarios; empty where the study has none."""
    workings: Workings = field(default_factory=Workings)
    """The free sheet; only the workbook shows it."""

    @property
    def ranked(self) -> tuple[OptionAnswer, ...]:
        """Options by rank, then those without one in the order of creation."""
        return ranked_options(self.answer)

    def sort_by_rank(self, parts: Iterable[_Part]) -> list[_Part]:
        """Return what is known of options in the order of the options by rank."""
        places = {option.option.id: at for at, option in enumerate(self.ranked)}
        return sorted(parts, key=lambda part: places.get(part.option.id, len(places)))

    @property
    def question(self) -> Message:
        """The question that the study answers."""
        return figures.describe_study_question(self.answer)

    @property
    def scenario(self) -> str:
        """The scenario in use; empty where it is the base."""
        return next((each.name for each in self.scenarios if each.in_use), "")

    def facts_of(self, option: Option) -> OptionFacts | None:
        """Return what is known of an option."""
        return next((f for f in self.facts.options if f.option.id == option.id), None)

    def foreign_sentences(self) -> tuple[str, ...]:
        """Return every sentence that somebody else wrote, each once."""
        return tuple(dict.fromkeys(note for sheet in self.price_sheets for note in sheet.notes))

    def foreign_texts(self) -> tuple[str, ...]:
        """Return every name that somebody else wrote, each once, in the order of first use."""
        texts = [self.facts.name, self.facts.client, *(o.option.name for o in self.answer.options)]
        for sheet in self.price_sheets:
            for priced in sheet.lines:
                line = priced.line
                texts += (line.description, line.part_number, line.source, line.category)
                texts.append(line.support)
            texts += (d.discount.description for d in sheet.discounts)
        for facts in self.facts.options:
            texts += (time.step for time in facts.provisioning)
        for entry in self.evidence:
            given = (entry.file, entry.tool_version, entry.run_type, entry.host)
            texts += (text for text in given if text)
        for figure in self.published:
            texts += (figure.condition, figure.name, figure.place)
        for trace in self.traces:
            texts += (
                place for run in trace.runs for place in (run.rate_place, run.response_place)
            )
        texts += (remark.citation for remark in self.facts.remarks)
        texts += (rate.source for rate in self.facts.price_basis.rates)
        texts += (opinion.name for opinion in self.answer.opinions)
        texts += (scenario.name for scenario in self.scenarios)
        return tuple(dict.fromkeys(text for text in texts if text))
