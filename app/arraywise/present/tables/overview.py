"""Columns of the comparison of options.

Window, PDF, workbook and command line walk `option_columns`: a column added here is shown by
all of them. What an output shows in another form (a marker, an icon, a drawn interval, a formula)
it looks up by the column's key.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from functools import partial
from typing import TYPE_CHECKING

from arraywise.analysis.demand import effective_capacity, has_reduction_range
from arraywise.domain.capacity import TB
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import Goal, LoadUnit
from arraywise.present.figures import is_demand_in_transactions, load_unit_and_visits_per_unit
from arraywise.present.labels import (
    basis_or_reason_label,
    describe_discounting,
    is_price_per_million_upper_bound,
    outcome_label,
    price_column_title,
)
from arraywise.present.numbers import (
    AT_LEAST,
    AT_MOST,
    NONE,
    PERCENT,
    decimals_for_values,
    lower_bound_sign,
    provisioning_minutes_decimals,
    response_time_decimals,
    spreadsheet_number_format,
    to_milliseconds,
    to_minutes,
    to_percent,
    unit_price_decimals,
    write_span,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from decimal import Decimal

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.requirement import Requirement
    from arraywise.present.numbers import NumberWriter

    Number = float | Decimal | None
    Ends = tuple[float | None, float | None]


class TablePart(Flag):
    """In which table a column stands, where all of them are too wide for one.

    Workbook and command line show all columns.
    """

    SUMMARY = auto()
    """What decides: the first table of the command line."""
    WINDOW = auto()
    """The Overview page, where the user asks for it ..."""
    OVERVIEW = auto()
    """... and at first: nine columns at most."""
    ALWAYS = SUMMARY | WINDOW | OVERVIEW


@dataclass(frozen=True, slots=True)
class OptionColumn:
    """One column: what it is called, its figure, unit and decimals."""

    key: str
    title: Message
    parts: TablePart
    unit: Message | str = ""
    tip: Message | None = None
    figure: Callable[[OptionAnswer], Number] | None = None
    """In the unit shown; None for words and intervals."""
    places: int = 0
    bound: Callable[[OptionAnswer], str] | None = None
    """Sign before a figure that is a bound only."""
    word: Callable[[OptionAnswer], Message | str] | None = None
    note: Callable[[OptionAnswer], Message] | None = None
    """What stands in small grey beside the word, or after it where there is no small print."""
    ends: Callable[[OptionAnswer], Ends] | None = None
    """Of an interval."""
    scale: float | None = None
    """Visits a month for one of its unit, where it is a load."""

    @property
    def is_text(self) -> bool:
        """Whether it holds words."""
        return self.word is not None

    @property
    def heading(self) -> Message:
        """Title and unit in one line."""
        return (
            message("{title}, {unit}", title=self.title, unit=self.unit)
            if self.unit
            else self.title
        )

    def text(self, words: NumberWriter, option: OptionAnswer) -> Message | str:
        """Write the cell of an option."""
        if self.word is not None and self.note is not None:
            return message("{word}, {note}", word=self.word(option), note=self.note(option))
        if self.word is not None:
            return self.word(option)
        if self.ends is not None:
            return write_span(words, *self.ends(option), self.places)
        figure = self.figure(option) if self.figure is not None else None
        if figure is None:
            return NONE
        sign = self.bound(option) if self.bound is not None else ""
        return sign + words.number(figure, self.places)

    @property
    def excel_format(self) -> str:
        """Number format of a spreadsheet, for the figure as this column shows it."""
        return "@" if self.is_text else spreadsheet_number_format(self.places)


def option_columns(answer: Answer, part: TablePart | None = None) -> tuple[OptionColumn, ...]:
    """Return the columns for an answer, all of them or those of one table."""
    result = (*_performance_columns(answer), *_cost_columns(answer), *_score_columns())
    return tuple(column for column in result if part is None or part in column.parts)


def ranked_options(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options that pass by rank, then the others in the order of creation."""
    ordered = sorted(
        answer.options, key=lambda o: (o.rank is None, o.rank or 0, o.option.position)
    )
    return tuple(ordered)


def _performance_columns(answer: Answer) -> tuple[OptionColumn, ...]:
    places = response_time_decimals(answer)
    return (
        OptionColumn(
            "rank",
            message("Rank"),
            TablePart.SUMMARY | TablePart.WINDOW | TablePart.OVERVIEW,
            tip=message("Rank among the options that pass"),
            figure=lambda o: o.rank,
        ),
        OptionColumn("option", message("Option"), TablePart.ALWAYS, word=lambda o: o.option.name),
        OptionColumn(
            "verdict",
            message("Outcome"),
            TablePart.SUMMARY | TablePart.WINDOW | TablePart.OVERVIEW,
            tip=message("Pass, fail or not shown, with its basis"),
            word=outcome_label,
            note=basis_or_reason_label,
        ),
        _response_column(answer, places),
        OptionColumn(
            "interval",
            message("Least to most") if answer.is_storage_alone else message("95 % interval"),
            TablePart.WINDOW | TablePart.OVERVIEW,
            "ms",
            message("Lowest to highest; dashed: target")
            if answer.is_storage_alone
            else message("Response time; dashed: target"),
            ends=_response_time_ends_ms,
            places=places,
        ),
        OptionColumn(
            "capacity",
            message("Load it carries"),
            TablePart.SUMMARY | TablePart.WINDOW | TablePart.OVERVIEW,
            _carried_load_unit(answer.requirement),
            message("Highest load shown to pass, with growth, reserve and headroom on top"),
            figure=partial(
                _load_limit_in_unit, load_unit_and_visits_per_unit(answer.requirement)[1]
            ),
            places=_load_decimals(answer.requirement),
            scale=load_unit_and_visits_per_unit(answer.requirement)[1],
            bound=lower_bound_sign,
        ),
        OptionColumn(
            "headroom",
            message("Spare load"),
            TablePart.WINDOW,
            "%",
            message("Load it carries divided by the required load, minus 1"),
            figure=lambda o: to_percent(o.spare_share),
            bound=lower_bound_sign,
        ),
    )


def _carried_load_unit(asked: Requirement) -> Message:
    """Return the unit of the load that an option carries: as stated, growth and reserve on top."""
    unit = load_unit_and_visits_per_unit(asked)[0] or message("million visits")
    grows = asked.growth_per_month > 0 and asked.horizon_months > 0
    if grows:
        unit = message("{unit} today", unit=unit)
    if not asked.reserve:
        return unit
    reserve = round(asked.reserve * PERCENT, 6)
    return message("{unit}, and {reserve:g} % reserve", unit=unit, reserve=reserve)


def _load_decimals(asked: Requirement) -> int:
    """Return the decimals of a load in its unit: a few times an AWR report, or many users."""
    unit, load = asked.stated_load
    if unit is LoadUnit.VISITS:
        return 1
    return 0 if unit is LoadUnit.USERS else decimals_for_values([load])


def time_column_title(answer: Answer) -> Message:
    """Name the times of an answer: of transactions, or of the storage alone."""
    return message("Storage time") if answer.is_storage_alone else message("Response time")


def _response_column(answer: Answer, places: int) -> OptionColumn:
    """Measured response times, or storage times: never both in one column."""
    parts = TablePart.SUMMARY | TablePart.WINDOW | TablePart.OVERVIEW
    if not answer.is_storage_alone:
        return OptionColumn(
            "response",
            time_column_title(answer),
            parts,
            "ms",
            message("At the demand, by the statistic of the requirement"),
            figure=_response_time_or_bound_ms,
            places=places,
            bound=lambda o: AT_MOST if o.response_s.point is None else "",
        )
    is_latency = answer.requirement.goal is Goal.STORAGE_LATENCY
    is_of_an_io = is_latency or not is_demand_in_transactions(answer)
    return OptionColumn(
        "response",
        time_column_title(answer),
        parts,
        message("ms an I/O") if is_of_an_io else message("ms a transaction"),
        message("Longest storage time at the demand; transactions not measured"),
        figure=_response_time_or_bound_ms,
        places=places,
        bound=lambda _: AT_MOST,
    )


def _cost_columns(answer: Answer) -> tuple[OptionColumn, ...]:
    rate, currency = answer.discount_rate, answer.currency
    return (
        OptionColumn(
            "price",
            price_column_title(rate),
            TablePart.SUMMARY | TablePart.WINDOW | TablePart.OVERVIEW,
            currency,
            message("Purchase, licences and maintenance for 36 months")
            if rate is None
            else describe_discounting(rate),
            figure=lambda o: o.price.total if o.price else None,
        ),
        *_price_per_load_columns(answer),
        *_usable_capacity_columns(answer),
        OptionColumn(
            "provisioning",
            message("Provisioning"),
            TablePart.WINDOW,
            message("min"),
            message("Mean time to provide storage"),
            figure=lambda o: to_minutes(o.provisioning_s.point),
            places=provisioning_minutes_decimals(answer),
        ),
        OptionColumn(
            "ease",
            message("Effort"),
            TablePart.WINDOW | TablePart.OVERVIEW,
            message("times the quickest"),
            message("Provisioning time over the quickest option's"),
            figure=lambda o: o.ease_factor,
            places=2,
        ),
        OptionColumn(
            "cpu",
            message("Host CPU at peak"),
            TablePart.WINDOW,
            "%",
            message("Median CPU utilisation of the host at the highest level"),
            figure=lambda o: to_percent(o.host_busy_at_peak),
        ),
        OptionColumn(
            "grade",
            message("Evidence"),
            TablePart.WINDOW,
            message("grade"),
            message("A is best: repetitions, comparable levels around the demand"),
            word=lambda o: o.evidence_grade or NONE,
        ),
    )


def _price_per_load_columns(answer: Answer) -> Iterator[OptionColumn]:
    """Yield prices over what is carried, in transactions and visits where these are known of."""
    currency = answer.currency
    places = unit_price_decimals(answer)
    if is_demand_in_transactions(answer):
        yield OptionColumn(
            "per_tpm",
            message("Price per tpm"),
            TablePart.WINDOW,
            currency,
            message(
                "36-month price over transactions a minute at the likely rate within the target"
            ),
            figure=lambda o: o.price_per_tpm,
            places=places,
            bound=lambda o: AT_MOST if o.capacity_is_censored else "",
        )
    if answer.requirement.is_in_visits:
        yield OptionColumn(
            "per_million",
            message("per million visits"),
            TablePart.WINDOW,
            currency,
            message("36-month price over a million visits served"),
            figure=lambda o: o.price_per_million_visits,
            places=places,
            bound=lambda o: AT_MOST if is_price_per_million_upper_bound(o) else "",
        )


def _usable_capacity_columns(answer: Answer) -> tuple[OptionColumn, ...]:
    """Return the column of usable capacity, where it is asked for or stated of an option."""
    held = [effective_capacity(option.option) for option in answer.options]
    if answer.requirement.usable_bytes is None and not any(held):
        return ()
    return (
        OptionColumn(
            "usable",
            message("Usable"),
            TablePart.WINDOW | TablePart.OVERVIEW,
            "TB",
            message("Data it holds at the lowest reduction ratio, which the screen uses"),
            figure=lambda o: (
                None if (each := effective_capacity(o.option)) is None else each.least / TB
            ),
            places=decimals_for_values(each and each.least / TB for each in held),
            bound=lambda o: AT_LEAST if has_reduction_range(o.option) else "",
        ),
    )


def _score_columns() -> tuple[OptionColumn, ...]:
    return (
        OptionColumn(
            "score",
            message("Score"),
            TablePart(0),
            message("points"),
            figure=lambda o: o.value.point if o.rank else None,
            places=1,
        ),
        OptionColumn(
            "first",
            message("First"),
            TablePart(0),
            message("% of simulations"),
            figure=lambda o: to_percent(o.first_share),
        ),
    )


def _response_time_or_bound_ms(option: OptionAnswer) -> float | None:
    """Return the response time, or its upper bound where only that is known."""
    interval = option.response_s
    return to_milliseconds(interval.high if interval.point is None else interval.point)


def _response_time_ends_ms(option: OptionAnswer) -> Ends:
    """Return the ends of the response time; a least of zero is none that was shown."""
    low, high = option.response_s.low, option.response_s.high
    return to_milliseconds(low or None), to_milliseconds(high)


def _load_limit_in_unit(visits_for_one: float, option: OptionAnswer) -> float | None:
    visits = option.limit_visits_per_month
    return None if visits is None else visits / visits_for_one
