"""The steps of the scoring sheet: screen, score, rank and price of an option."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from arraywise.analysis.decision.screening import BEYOND_THROUGHPUT, DEGRADED
from arraywise.analysis.demand import degraded_share
from arraywise.domain.cells import FormulaText
from arraywise.domain.criteria import Criterion, ValueSource, kind_of, require_each_computed
from arraywise.domain.decision import PASSES, Verdict
from arraywise.domain.messages import message
from arraywise.domain.requirement import DegradedRule, Goal, Rule
from arraywise.present.figures import is_demand_in_transactions
from arraywise.present.labels import price_title
from arraywise.report.workbook.cells import (
    NO,
    NO_RANK,
    UNKNOWN,
    YES,
    CellRole,
    code_as_words,
    money_number_format,
)
from arraywise.report.workbook.criteria import attribute_in_sheet_unit, criterion_label_unit_format
from arraywise.report.workbook.steps import (
    Step,
    rank_formula,
    row_across_options,
    target_unchanged_condition,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from arraywise.domain.decision import Answer, CriterionScore
    from arraywise.report.workbook.cells import Value
    from arraywise.report.workbook.criteria import Criteria, CriterionCells
    from arraywise.report.workbook.performance import ResponseCells
    from arraywise.report.workbook.prices import PriceCells
    from arraywise.report.workbook.steps import Columns, OptionColumnCells
    from arraywise.report.workbook.usable import UsableCells

_PASSED = f'"{Verdict.PASS_MEASURED}"'


@dataclass(frozen=True, slots=True)
class SourceCells:
    """Cells of other sheets, by the option's id."""

    answer: Answer
    response: Mapping[int, ResponseCells]
    prices: Mapping[int, PriceCells]
    provisioning: Mapping[int, str]
    eases: Mapping[int, str]
    throughputs: Mapping[int, float] = field(default_factory=dict)
    """Highest rate of large I/Os of each option that counts, in bytes a second."""
    stated_throughputs: frozenset[int] = frozenset()
    """Options of which a publication states it."""
    usable: Mapping[int, UsableCells] = field(default_factory=dict)
    """Usable capacity of each option, where there is a sheet of it."""


_TARGETS = {
    Goal.RESPONSE_TIME: message("Response time"),
    Goal.STORAGE_LATENCY: message("Latency of an I/O"),
    Goal.NONE: message("Load"),
}
"""What the first rule of the screen is about."""


def screen_steps(sources: SourceCells) -> Iterator[Step]:
    """Return the screen's rules and the status that follows."""
    screen = _ScreenRuleFormulas(sources)
    currency, goal = sources.answer.currency, sources.answer.requirement.goal
    either = message("{yes}/{no}", yes=code_as_words(YES), no=code_as_words(NO))
    for key, title, has in (
        ("shared", message("Several hosts can share it"), "shared_storage"),
        ("files", message("Serves files (NFS, SMB)"), "serves_files"),
    ):
        yield Step(key, title, either, partial(_yes_no_ability, has), "@", CellRole.INPUT)
    title = message("Time to restore the service")
    yield Step("restore", title, message("hours"), _restore_hours, "0.0##", CellRole.INPUT)
    title = price_title(sources.answer.discount_rate)
    yield Step("price", title, currency, screen.price, money_number_format(currency))
    yield Step("verdict", _TARGETS[goal], "", screen.response, "@")
    yield Step("headroom_verdict", message("Headroom"), "", screen.headroom, "@")
    yield Step("in_budget", message("Budget"), "", screen.budget_verdict, "@")
    yield Step("can_share", message("Shared storage"), "", screen.sharing_verdict, "@")
    yield Step("can_serve", message("Files served"), "", screen.file_service_verdict, "@")
    yield Step("can_restore", message("Restored in time"), "", screen.restore_verdict, "@")
    yield Step("can_hold", message("Usable capacity"), "", screen.usable_capacity_verdict, "@")
    yield from screen.throughput_rule_steps()
    yield from screen.degraded_rule_steps()
    yield Step(
        "status", message("Status: the worst of these"), "", _worst_verdict, "@", CellRole.RESULT
    )
    yield Step("passes", message("Passes (1)"), "", _passes_flag, "0")


@dataclass(frozen=True, slots=True)
class _ScreenRuleFormulas:
    """Formulas of the rules of the screen."""

    sources: SourceCells

    def price(self, column: OptionColumnCells) -> Value:
        cells = self.sources.prices.get(column.answer.option.id)
        return None if cells is None else FormulaText(f"={cells.total}")

    def response(self, column: OptionColumnCells) -> Value:
        return FormulaText(f"={self.sources.response[column.answer.option.id].verdict}")

    def headroom(self, column: OptionColumnCells) -> Value:
        return FormulaText(f"={self.sources.response[column.answer.option.id].headroom_verdict}")

    def budget_verdict(self, column: OptionColumnCells) -> Value:
        cell = column.at("price")
        judged = f'IF({cell}<=Budget,{_PASSED},"{Verdict.FAIL}")'
        known = f'IF(ISNUMBER({cell}),{judged},"{Verdict.NO_DATA}")'
        return FormulaText(f"=IF(ISNUMBER(Budget),{known},{_PASSED})")

    def sharing_verdict(self, column: OptionColumnCells) -> Value:
        return self._ability_verdict(column, "shared", "Needs_shared_storage")

    def file_service_verdict(self, column: OptionColumnCells) -> Value:
        return self._ability_verdict(column, "files", "Needs_files")

    @staticmethod
    def _ability_verdict(column: OptionColumnCells, key: str, needs: str) -> Value:
        """Return the verdict of what an option can do: what nobody said is undetermined."""
        cell = column.at(key)
        otherwise = f'IF({cell}="{NO}","{Verdict.FAIL}","{Verdict.UNDETERMINED}")'
        judged = f'IF({cell}="{YES}",{_PASSED},{otherwise})'
        formula = f'=IF({needs}="{YES}",{judged},{_PASSED})'
        return FormulaText(formula)

    def restore_verdict(self, column: OptionColumnCells) -> Value:
        cell = column.at("restore")
        judged = f'IF({cell}<=Longest_restore_h,{_PASSED},"{Verdict.FAIL}")'
        known = f'IF(ISNUMBER({cell}),{judged},"{Verdict.UNDETERMINED}")'
        formula = f"=IF(ISNUMBER(Longest_restore_h),{known},{_PASSED})"
        return FormulaText(formula)

    def usable_capacity_verdict(self, column: OptionColumnCells) -> Value:
        cells, need = self.sources.usable.get(column.answer.option.id), "Usable_at_horizon_TB"
        judged = f'"{Verdict.UNDETERMINED}"'
        if cells is not None:
            missed = f'IF({cells.most}*(1+1E-9)<{need},"{Verdict.FAIL}",{judged})'
            held = f"IF({cells.least}*(1+1E-9)>={need},{_PASSED},{missed})"
            judged = f"IF(ISNUMBER({cells.least}),{held},{judged})"
        formula = f"=IF(ISNUMBER({need}),{judged},{_PASSED})"
        return FormulaText(formula)

    def throughput_rule_steps(self) -> Iterator[Step]:
        """Return the rule on large I/O; nothing where none is asked for."""
        if self.sources.answer.requirement.min_throughput_b_s is None:
            return
        title, most = message("Large I/O at most (value)"), self.sources.throughputs
        yield Step("throughput", title, "B/s", lambda c: most.get(c.answer.option.id), "#,##0")
        yield Step("can_move", message("Large I/O"), "", self.throughput_verdict, "@")

    def degraded_rule_steps(self) -> Iterator[Step]:
        """Return the rule on a part failed; nothing where none is asked for."""
        if self.sources.answer.requirement.degraded is DegradedRule.NOT_ASKED:
            return
        title = message("With a part failed, as of export")
        yield Step("can_degrade", title, "", self.degraded_verdict, "@")

    def degraded_verdict(self, column: OptionColumnCells) -> Value:
        """Return the verdict of the export, while load and target are those of then."""
        verdict = dict(column.answer.rule_verdicts).get(DEGRADED, Verdict.NO_DATA)
        if not column.answer.degraded:  # it was not tested so, which no input changes
            return code_as_words(verdict.value)
        answer = self.sources.answer
        rate, demand = (
            degraded_load_formula(answer),
            answer.demand_tps * degraded_share(answer.requirement),
        )
        is_same_target = target_unchanged_condition(answer.requirement.target_s)
        same = f"ABS({rate}-{demand!r})<=1E-9*{demand!r},{is_same_target}"
        return FormulaText(f'=IF(AND({same}),"{verdict}","{Verdict.UNDETERMINED}")')

    def throughput_verdict(self, column: OptionColumnCells) -> Value:
        cell, option = column.at("throughput"), column.answer.option.id
        is_stated = option in self.sources.stated_throughputs
        word = Verdict.PASS_PUBLISHED if is_stated else Verdict.PASS_IO
        missed = f'IF(Least_throughput>{BEYOND_THROUGHPUT}*{cell},"{Verdict.FAIL}",'
        judged = (
            f'IF({cell}>=Least_throughput*(1-1E-9),"{word}",{missed}"{Verdict.UNDETERMINED}"))'
        )
        formula = f'=IF(ISNUMBER({cell}),{judged},"{Verdict.NO_DATA}")'
        return FormulaText(formula)


def _yes_no_ability(name: str, column: OptionColumnCells) -> Value:
    has: bool | None = getattr(column.answer.option, name)
    return None if has is None else code_as_words(YES if has else NO)


def _restore_hours(column: OptionColumnCells) -> Value:
    seconds = column.answer.option.restore_s
    return None if seconds is None else round(seconds / 3600, 9)


def degraded_load_formula(answer: Answer) -> str:
    """Return the formula of the load that is to be carried with a part failed."""
    at_peak = answer.requirement.degraded is DegradedRule.PEAK
    return "Demand_tps" if at_peak else "Demand_tps/Peak_factor"


def _worst_verdict(column: OptionColumnCells) -> Value:
    rules = ["verdict", "headroom_verdict", "in_budget"]
    rules += ["can_share", "can_serve", "can_restore", "can_hold"]
    rules += [rule for rule in ("can_move", "can_degrade") if rule in column.rows]
    cells = [column.at(rule) for rule in rules]
    return FormulaText(_worst_verdict_formula(cells))


def _worst_verdict_formula(cells: Iterable[str]) -> str:
    places = ",".join(f"MATCH({cell},Verdict_order,0)" for cell in cells)
    return f"=INDEX(Verdict_order,MAX({places}))"


def _passes_flag(column: OptionColumnCells) -> Value:
    is_either = ",".join(f'{column.at("status")}="{v}"' for v in Verdict if v in PASSES)
    return FormulaText(f"=IF(OR({is_either}),1,0)")


def score_steps(criteria: Criteria, sources: SourceCells) -> Iterator[Step]:
    """Return attribute, points and contribution of each criterion, and their sum."""
    attributes = tuple(_attribute_step(criterion, sources) for criterion in criteria)
    points = tuple(_points_step(criterion, cells) for criterion, cells in criteria.items())
    parts = tuple(_contribution_step(criterion, cells) for criterion, cells in criteria.items())

    def value(column: OptionColumnCells) -> Value:
        cells = [column.at(part.key) for part in parts]
        return FormulaText(f"=SUM({','.join(cells)})")

    total = Step("value", message("Contributions together"), message("points"), value, "0.00")
    yield from (*attributes, *points, *parts, total)


def _score_for_criterion(column: OptionColumnCells, criterion: Criterion) -> CriterionScore:
    return next(cell for cell in column.answer.scores if cell.criterion == criterion)


def _attribute_step(criterion: Criterion, sources: SourceCells) -> Step:
    label, unit, form = criterion_label_unit_format(criterion)
    key, source = f"attribute_{criterion.name}", kind_of(criterion).value_source
    make = _FORMULAS[criterion] if source is ValueSource.COMPUTED else None
    if make is not None:
        return Step(key, label, unit, partial(make, sources), form)

    def figure(column: OptionColumnCells) -> Value:
        return attribute_in_sheet_unit(
            criterion, _score_for_criterion(column, criterion).attribute.point
        )

    if kind_of(criterion).is_rating:
        levels = len(kind_of(criterion).levels)
        span = message("{unit}, 1 to {levels}", unit=unit, levels=levels)
        return Step(key, label, span, figure, form, CellRole.INPUT)
    if source is ValueSource.ENTERED:
        return Step(key, label, unit, figure, form, CellRole.INPUT)
    return Step(key, label, message("{unit} (value)", unit=unit), figure, form, CellRole.PLAIN)


def _response_time_attribute(sources: SourceCells, column: OptionColumnCells) -> Value:
    cells = sources.response[column.answer.option.id]
    cell = cells.middle_s
    return FormulaText(f'=IF(ISNUMBER({cell}),{cell}*1000,"")') if cell else None


def _headroom_attribute(sources: SourceCells, column: OptionColumnCells) -> Value:
    capacity = sources.response[column.answer.option.id].scored_capacity
    shown = f"IF(Demand_tps>0,{capacity}/Demand_tps-1,1E+300)"
    return FormulaText(f'=IF(ISNUMBER({capacity}),{shown},"")')


def _provisioning_attribute(sources: SourceCells, column: OptionColumnCells) -> Value:
    cell = sources.provisioning.get(column.answer.option.id)
    minutes = attribute_in_sheet_unit(Criterion.PROVISIONING, column.answer.provisioning_s.point)
    return None if cell is None or minutes is None else FormulaText(f"={cell}/60")


def _usable_capacity_attribute(sources: SourceCells, column: OptionColumnCells) -> Value:
    cells = sources.usable.get(column.answer.option.id)
    return None if cells is None else FormulaText(f"={cells.likely}")


def _price_attribute(_: SourceCells, column: OptionColumnCells) -> Value:
    return FormulaText(f"={column.at('price')}") if "price" in column.filled else None


_FORMULAS: Mapping[Criterion, Callable[[SourceCells, OptionColumnCells], Value] | None] = (
    require_each_computed(
        {
            Criterion.RESPONSE_TIME: _response_time_attribute,
            Criterion.HEADROOM: _headroom_attribute,
            Criterion.PRICE: _price_attribute,
            Criterion.PROVISIONING: _provisioning_attribute,
            Criterion.HOST_CPU: None,
            Criterion.USABLE: _usable_capacity_attribute,
        }
    )
)
"""Formulas of what is computed; None where the workbook has no cells that it follows from, so that
the value stands there."""


def _points_step(criterion: Criterion, cells: CriterionCells) -> Step:
    def make(column: OptionColumnCells) -> Value:
        attribute = column.at(f"attribute_{criterion.name}")
        worth = cells.points_formula(attribute)
        known = f"AND(ISNUMBER({attribute}),ISNUMBER({cells.limit}))"
        return FormulaText(f'=IF({known},{worth},"")')

    title = message("{criterion}: points", criterion=criterion_label_unit_format(criterion)[0])
    return Step(f"points_{criterion.name}", title, message("of 100"), make, "0.00")


def _contribution_step(criterion: Criterion, cells: CriterionCells) -> Step:
    def make(column: OptionColumnCells) -> Value:
        points = column.at(f"points_{criterion.name}")
        return FormulaText(f"=IF(ISNUMBER({points}),{cells.weight}*{points},0)")

    title = message(
        "{criterion}: weight x points", criterion=criterion_label_unit_format(criterion)[0]
    )
    return Step(f"part_{criterion.name}", title, message("points"), make, "0.00")


_MISSING = 1e300
"""Stands for a price or a time that is not known: after all that are."""
_KNOWN = f'[>=1E+299]"{UNKNOWN}";#,##0.00'


def rank_steps(columns: Columns, criteria: Criteria) -> Iterator[Step]:
    """Return the steps to the rank: by score or price, ties by price, time and creation."""
    ranks = _RankFormulas(columns, criteria)
    yield Step(
        "tie_price",
        message("Price, for ties"),
        "",
        lambda c: _value_or_sorted_last(c, "price"),
        _KNOWN,
    )
    yield Step("tie_time", message("Provisioning, for ties"), "min", _tie_break_time, _KNOWN)
    title = message("Place among equals: price, time, creation")
    yield Step("tie_place", title, "", ranks.tie_break_rank, "0")
    yield Step("contends", message("Takes part (1)"), "", _is_ranked_flag, "0")
    yield Step("merit", message("What is ranked by"), "", ranks.ranking_value, "0.000000000")
    yield Step("rank", message("Rank"), "", ranks.rank, "0", CellRole.RESULT)
    yield Step(
        "score", message("Score"), message("points"), _score_if_ranked, "0.00", CellRole.RESULT
    )
    title = message("Score apart from price")
    yield Step("apart", title, message("points"), ranks.score_without_price, "0.00")
    title = message("Efficient (1): none is both cheaper and better")
    yield Step("efficient", title, "", ranks.is_efficient_flag, "0")
    for key, title, share in (
        ("first", message("Ranks first, share of simulations (value)"), "first_share"),
        ("first_order", message("by the order of the weights (value)"), "first_share_by_order"),
        ("first_any", message("with any weights (value)"), "first_share_any"),
    ):
        yield Step(key, title, "", partial(_rank_share_value, share), "0.0%")


def _score_if_ranked(column: OptionColumnCells) -> Value:
    """Return the score of an option that is ranked; others have none (MODEL D3)."""
    return FormulaText(f'=IF({column.at("rank")}="","",{column.at("value")})')


@dataclass(frozen=True, slots=True)
class _RankFormulas:
    """Formulas that compare an option with all others."""

    columns: Columns
    criteria: Criteria

    def row_reference(self, key: str) -> str:
        return row_across_options(self.columns, key)

    def tie_break_rank(self, column: OptionColumnCells) -> Value:
        price, time = column.at("tie_price"), column.at("tie_time")
        prices, times = self.row_reference("tie_price"), self.row_reference("tie_time")
        same = f"({prices}={price})*({times}={time})"
        formula = (
            f"=1+SUMPRODUCT(1*({prices}<{price}))"
            f"+SUMPRODUCT(({prices}={price})*({times}<{time}))"
            f"+SUMPRODUCT({same}*(COLUMN({prices})<COLUMN({price})))"
        )
        return FormulaText(formula)

    def ranking_value(self, column: OptionColumnCells) -> Value:
        return FormulaText(f'=IF(Rule="{Rule.LOWEST_PRICE}",0,ROUND({column.at("value")},9))')

    def rank(self, column: OptionColumnCells) -> Value:
        return rank_formula(self.columns, column, "merit", "tie_place")

    def score_without_price(self, column: OptionColumnCells) -> Value:
        rest = [c for c in self.criteria if c is not Criterion.PRICE]
        parts = ",".join(column.at(f"part_{c.name}") for c in rest) or "0"
        weights = ",".join(self.criteria[c].weight for c in rest) or "0"
        return FormulaText(f"=IF(SUM({weights})>0,SUM({parts})/SUM({weights}),0)")

    def is_efficient_flag(self, column: OptionColumnCells) -> Value:
        price, own = column.at("tie_price"), column.at("apart")
        prices, values = self.row_reference("tie_price"), self.row_reference("apart")
        strictly = f"((({prices}<{price})+({values}>{own}))>0)"
        passes = self.row_reference("passes")
        beaten = f"SUMPRODUCT({passes}*({prices}<={price})*({values}>={own})*{strictly})"
        known = f"AND({column.at('passes')}=1,ISNUMBER({column.at('price')}))"
        return FormulaText(f"=IF({known},IF({beaten}=0,1,0),0)")


def _tie_break_time(column: OptionColumnCells) -> Value:
    key = f"attribute_{Criterion.PROVISIONING.name}"
    if key in column.rows:
        return _value_or_sorted_last(column, key)
    time = column.answer.provisioning_s.point  # where it is no criterion there is no cell of it
    return _MISSING if time is None else time


def _is_ranked_flag(column: OptionColumnCells) -> Value:
    allowed = f'OR(Rule<>"{Rule.LOWEST_PRICE}",ISNUMBER({column.at("price")}))'
    return FormulaText(f"=IF(AND({column.at('passes')}=1,{allowed}),1,0)")


def _value_or_sorted_last(column: OptionColumnCells, key: str) -> Value:
    cell = column.at(key)
    return FormulaText(f"=IF(ISNUMBER({cell}),{cell},1E+300)")


def _rank_share_value(name: str, column: OptionColumnCells) -> Value:
    share: float | None = getattr(column.answer, name)
    return share


def unit_price_steps(sources: SourceCells) -> tuple[Step, ...]:
    """Return what a transaction a minute and a million visits cost, up to the cent."""

    def rounded(ratio: str, known: str) -> Value:
        # Binary fractions must not push an exact figure up to the next cent.
        return FormulaText(f'=IF({known},ROUNDUP(ROUND({ratio},10),2),"")')

    def per_tpm(column: OptionColumnCells) -> Value:
        option = column.answer.option.id
        price, response = sources.prices.get(option), sources.response[option]
        if price is None or not is_demand_in_transactions(sources.answer):
            return None
        ratio = f"{price.unrounded}/({response.capacity}*60)"
        known = f"IF(ISNUMBER({price.unrounded}),ISNUMBER({response.capacity}),FALSE)"
        return rounded(ratio, known)

    def per_million(column: OptionColumnCells) -> Value:
        option = column.answer.option.id
        price, response = sources.prices.get(option), sources.response[option]
        if price is None:
            return None
        served = f"MIN(Visits_per_month,{response.capacity}/Tps_per_visit)"
        ratio = f"{price.unrounded}*1000000/({served}*36)"
        both = f"AND(ISNUMBER({price.unrounded}),ISNUMBER({response.capacity}))"
        known = f"IF({both},Visits_per_month>0,FALSE)"
        return rounded(ratio, known)

    currency, form = sources.answer.currency, money_number_format(sources.answer.currency, 2)
    title = message("Price per transaction a minute")
    tpm = Step("per_tpm", title, currency, per_tpm, form)
    if not sources.answer.requirement.is_in_visits:
        return (tpm,)
    title = message("Price per million visits")
    return tpm, Step("per_million", title, currency, per_million, form)


def price_per_point_steps(columns: Columns, answer: Answer) -> Iterator[Step]:
    """Return what a point more costs than with the cheaper efficient neighbour (MODEL D6)."""

    def rank(column: OptionColumnCells) -> Value:
        cell = column.at("rank")
        return FormulaText(f"=IF(ISNUMBER({cell}),{cell},1E+300)")

    def per_point(column: OptionColumnCells) -> Value:
        prices, dearer, more = (
            row_across_options(columns, "tie_price"), column.at("tie_price"), column.at("apart"),
        )  # fmt: skip
        cheaper = f"{row_across_options(columns, 'efficient')}*({prices}<{dearer})"
        price = f"SUMPRODUCT(MAX({cheaper}*{prices}))"
        merit = f"SUMPRODUCT(MAX({cheaper}*{row_across_options(columns, 'apart')}))"
        exists = f"AND({column.at('efficient')}=1,SUMPRODUCT({cheaper})>0)"
        rises = f'IF({more}>{merit},({dearer}-{price})/({more}-{merit}),"")'
        return FormulaText(f'=IF({exists},{rises},"")')

    yield Step("tie_rank", message("Rank, for ties"), "", rank, f'[>=1E+299]"{NO_RANK}";0')
    title = message("Price per extra point against the cheaper efficient option")
    yield Step(
        "per_point", title, answer.currency, per_point, money_number_format(answer.currency, 2)
    )
