"""Columns of the comparison of options.

Window, PDF, workbook and command line walk `columns_of`: a column that is added here is shown by
all of them. What an output shows in another form (a marker, an icon, a drawn interval, a formula)
it looks up by the column's key.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from functools import partial
from typing import TYPE_CHECKING

from arraywise.analysis.demand import is_range, usable
from arraywise.domain.capacity import TB
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import Goal, LoadUnit
from arraywise.present.figures import has_transactions, load_unit
from arraywise.present.labels import (
    basis_word,
    convention,
    is_most_per_million,
    outcome_word,
    price_head,
)
from arraywise.present.numbers import (
    AT_LEAST,
    AT_MOST,
    NONE,
    PERCENT,
    at_least,
    excel_format,
    milliseconds,
    minutes,
    minutes_places,
    percent,
    places_for,
    response_places,
    unit_price_places,
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


class Part(Flag):
    """In which table a column stands, where all of them are too wide for one.

    Workbook and command line show all columns.
    """

    SUMMARY = auto()
    """What decides: the PDF's executive summary."""
    PERFORMANCE = auto()
    COST = auto()
    WINDOW = auto()
    """The Overview page, where the user asks for it ..."""
    OVERVIEW = auto()
    """... and at first: nine columns at most."""
    ALWAYS = SUMMARY | PERFORMANCE | COST | WINDOW | OVERVIEW


@dataclass(frozen=True, slots=True)
class OptionColumn:
    """One column: what it is called, its figure, unit and decimals."""

    key: str
    title: Message
    parts: Part
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
        return "@" if self.is_text else excel_format(self.places)


def columns_of(answer: Answer, part: Part | None = None) -> tuple[OptionColumn, ...]:
    """Return the columns for an answer, all of them or those of one table."""
    result = (*_performance(answer), *_cost(answer), *_score())
    return tuple(column for column in result if part is None or part in column.parts)


def ranked_options(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options that pass by rank, then the others in the order of creation."""
    ordered = sorted(
        answer.options, key=lambda o: (o.rank is None, o.rank or 0, o.option.position)
    )
    return tuple(ordered)


def _performance(answer: Answer) -> tuple[OptionColumn, ...]:
    places = response_places(answer)
    return (
        OptionColumn(
            "rank",
            message("Rank"),
            Part.SUMMARY | Part.WINDOW | Part.OVERVIEW,
            tip=message("Rank among the options that pass"),
            figure=lambda o: o.rank,
        ),
        OptionColumn("option", message("Option"), Part.ALWAYS, word=lambda o: o.option.name),
        OptionColumn(
            "verdict",
            message("Outcome"),
            Part.SUMMARY | Part.PERFORMANCE | Part.WINDOW | Part.OVERVIEW,
            tip=message("Pass, fail or not shown, with its basis"),
            word=outcome_word,
            note=basis_word,
        ),
        _response_column(answer, places),
        OptionColumn(
            "interval",
            message("Least to most") if answer.is_storage_alone else message("95 % interval"),
            Part.PERFORMANCE | Part.WINDOW | Part.OVERVIEW,
            "ms",
            message("Lowest to highest; dashed: target")
            if answer.is_storage_alone
            else message("Response time; dashed: target"),
            ends=_ends,
            places=places,
        ),
        OptionColumn(
            "capacity",
            message("Load it carries"),
            Part.SUMMARY | Part.PERFORMANCE | Part.WINDOW | Part.OVERVIEW,
            _carried_unit(answer.requirement),
            message("Highest load shown to pass, with growth, reserve and headroom on top"),
            figure=partial(_limit, load_unit(answer.requirement)[1]),
            places=_load_places(answer.requirement),
            scale=load_unit(answer.requirement)[1],
            bound=at_least,
        ),
        OptionColumn(
            "headroom",
            message("Spare load"),
            Part.PERFORMANCE | Part.WINDOW,
            "%",
            message("Load it carries divided by the required load, minus 1"),
            figure=lambda o: percent(o.spare),
            bound=at_least,
        ),
    )


def _carried_unit(asked: Requirement) -> Message:
    """Return the unit of the load that an option carries: as stated, growth and reserve on top."""
    unit = load_unit(asked)[0] or message("million visits")
    grows = asked.growth_per_month > 0 and asked.horizon_months > 0
    if grows:
        unit = message("{unit} today", unit=unit)
    if not asked.reserve:
        return unit
    reserve = round(asked.reserve * PERCENT, 6)
    return message("{unit}, and {reserve:g} % reserve", unit=unit, reserve=reserve)


def _load_places(asked: Requirement) -> int:
    """Return the decimals of a load in its unit: a few times an AWR report, or many users."""
    unit, load = asked.stated_load
    if unit is LoadUnit.VISITS:
        return 1
    return 0 if unit is LoadUnit.USERS else places_for([load])


def time_heading(answer: Answer) -> Message:
    """Name the times of an answer: of transactions, or of the storage alone."""
    return message("Storage time") if answer.is_storage_alone else message("Response time")


def _response_column(answer: Answer, places: int) -> OptionColumn:
    """Measured response times, or storage times: never both in one column."""
    parts = Part.SUMMARY | Part.PERFORMANCE | Part.WINDOW | Part.OVERVIEW
    if not answer.is_storage_alone:
        return OptionColumn(
            "response",
            time_heading(answer),
            parts,
            "ms",
            message("At the demand, by the statistic of the requirement"),
            figure=_response,
            places=places,
            bound=lambda o: AT_MOST if o.response_s.point is None else "",
        )
    is_latency = answer.requirement.goal is Goal.STORAGE_LATENCY
    is_of_an_io = is_latency or not has_transactions(answer)
    return OptionColumn(
        "response",
        time_heading(answer),
        parts,
        message("ms an I/O") if is_of_an_io else message("ms a transaction"),
        message("Longest storage time at the demand; transactions not measured"),
        figure=_response,
        places=places,
        bound=lambda _: AT_MOST,
    )


def _cost(answer: Answer) -> tuple[OptionColumn, ...]:
    rate, currency = answer.discount_rate, answer.currency
    return (
        OptionColumn(
            "price",
            price_head(rate),
            Part.SUMMARY | Part.COST | Part.WINDOW | Part.OVERVIEW,
            currency,
            message("Purchase, licences and maintenance for 36 months")
            if rate is None
            else convention(rate),
            figure=lambda o: o.price.total if o.price else None,
        ),
        *_per_load(answer),
        *_usable(answer),
        OptionColumn(
            "provisioning",
            message("Provisioning"),
            Part.COST | Part.WINDOW,
            message("min"),
            message("Mean time to provide storage"),
            figure=lambda o: minutes(o.provisioning_s.point),
            places=minutes_places(answer),
        ),
        OptionColumn(
            "ease",
            message("Effort"),
            Part.COST | Part.WINDOW | Part.OVERVIEW,
            message("times the quickest"),
            message("Provisioning time over the quickest option's"),
            figure=lambda o: o.ease_factor,
            places=2,
        ),
        OptionColumn(
            "cpu",
            message("Host CPU at peak"),
            Part.COST | Part.WINDOW,
            "%",
            message("Median CPU utilisation of the host at the highest level"),
            figure=lambda o: percent(o.host_busy_at_peak),
        ),
        OptionColumn(
            "grade",
            message("Evidence"),
            Part.COST | Part.WINDOW,
            message("grade"),
            message("A is best: repetitions, comparable levels around the demand"),
            word=lambda o: o.evidence_grade or NONE,
        ),
    )


def _per_load(answer: Answer) -> Iterator[OptionColumn]:
    """Yield prices over what is carried, in transactions and visits where these are known of."""
    currency = answer.currency
    places = unit_price_places(answer)
    if has_transactions(answer):
        yield OptionColumn(
            "per_tpm",
            message("Price per tpm"),
            Part.COST | Part.WINDOW,
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
            Part.COST | Part.WINDOW,
            currency,
            message("36-month price over a million visits served"),
            figure=lambda o: o.price_per_million_visits,
            places=places,
            bound=lambda o: AT_MOST if is_most_per_million(o) else "",
        )


def _usable(answer: Answer) -> tuple[OptionColumn, ...]:
    """Return the column of usable capacity, where it is asked for or stated of an option."""
    held = [usable(option.option) for option in answer.options]
    if answer.requirement.usable_bytes is None and not any(held):
        return ()
    return (
        OptionColumn(
            "usable",
            message("Usable"),
            Part.WINDOW | Part.OVERVIEW,
            "TB",
            message("Data it holds at the lowest reduction ratio, which the screen uses"),
            figure=lambda o: None if (each := usable(o.option)) is None else each.least / TB,
            places=places_for(each and each.least / TB for each in held),
            bound=lambda o: AT_LEAST if is_range(o.option) else "",
        ),
    )


def _score() -> tuple[OptionColumn, ...]:
    return (
        OptionColumn(
            "score",
            message("Score"),
            Part(0),
            message("points"),
            figure=lambda o: o.value.point if o.rank else None,
            places=1,
        ),
        OptionColumn(
            "first",
            message("First"),
            Part(0),
            message("% of simulations"),
            figure=lambda o: percent(o.first_share),
        ),
    )


def _response(option: OptionAnswer) -> float | None:
    """Return the response time, or its upper bound where only that is known."""
    interval = option.response_s
    return milliseconds(interval.high if interval.point is None else interval.point)


def _ends(option: OptionAnswer) -> Ends:
    """Return the ends of the response time; a least of zero is none that was shown."""
    low, high = option.response_s.low, option.response_s.high
    return milliseconds(low or None), milliseconds(high)


def _limit(visits_for_one: float, option: OptionAnswer) -> float | None:
    visits = option.limit_visits_per_month
    return None if visits is None else visits / visits_for_one
