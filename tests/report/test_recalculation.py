"""The workbook recalculated by two other programs, against what the app answers."""

from __future__ import annotations

import math
import re
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

import openpyxl
import pytest

from arraywise.analysis.demand import effective_capacity
from arraywise.analysis.pricing import price_per_usable_tb
from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.requirement import Rule
from arraywise.domain.study import LANGUAGES
from arraywise.present.labels import VERDICT_WORDS, basis_or_reason_label, outcome_label
from arraywise.present.language import create_wording
from arraywise.report.workbook.cells import CODES, code_as_words
from arraywise.usecases.decide_study import answer
from tests.report.example import prepared
from tests.report.in_languages import as_english, edited, written
from tests.report.recalculation import by_ironcalc, by_libreoffice, written_values
from tests.report.variations import VARIATIONS
from tests.report.workbook_studies import STUDIES, content

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.domain.decision import Answer, OptionAnswer
    from tests.report.recalculation import Sheets, Value

pytestmark = pytest.mark.timeout(300)  # another program starts first
PRECISION = 1e-9
# LibreOffice takes a second for each. It computes the kinds of study, and of their variations
# those that change all at once or lead elsewhere; all are computed by IronCalc as well.
BY_OFFICE = ["whole", "cloud, discounted", "words that differ in case"]
EDITED_BY_OFFICE = ["everything at once", "rich, everything", "copies and erasure code"]
TRANSLATED_BY_OFFICE = ["rich, everything"]
TRANSLATED = [language for language in LANGUAGES if language != "en"]
_STEPS = {language: 16 if number else 8 for number, language in enumerate(TRANSLATED)}
"""An eighth of the variations in one other language, fewer in each further one: words differ."""
Told = tuple[str, object, object]
"""What, what the workbook says, what the app says."""


@cache
def formulas(study: str) -> dict[str, dict[tuple[int, int], Value]]:
    """The values that the app wrote beside its formulas."""
    return written_values(written(study)[0])


def test_libreoffice_gives_what_was_written_and_what_the_app_answers(tmp_path: Path) -> None:
    """All in one start of LibreOffice, and in one test: another process would start it again."""
    files = {("en", f"study {name}"): written(name)[0] for name in BY_OFFICE}
    files |= {("en", name): edited(VARIATIONS[name]) for name in EDITED_BY_OFFICE}
    files |= {
        (language, name): edited(VARIATIONS[name], language)
        for language in TRANSLATED
        for name in TRANSLATED_BY_OFFICE
    }
    calculated = by_libreoffice(files, tmp_path)
    wrong = {}
    for (language, name), sheets in calculated.items():
        study = name.removeprefix("study ")
        if study != name:
            wrong[language, name] = misses(study, sheets)
            continue
        base = VARIATIONS[name].base
        english = sheets if language == "en" else as_english(sheets, base, language)
        wrong[language, name] = differences(english, name)
    assert {each: stated for each, stated in wrong.items() if stated} == {}


@pytest.mark.parametrize("name", STUDIES)
def test_written_figures_are_what_the_app_answers(name: str) -> None:
    """Before anything is calculated again; draws count, so the study is answered as it was."""
    data = written(name)[0]
    book = openpyxl.load_workbook(BytesIO(data), data_only=True)
    sheets: Sheets = {
        sheet.title: {(c.row, c.column): c.value for row in sheet.iter_rows() for c in row}
        for sheet in book
    }
    expected = content(STUDIES[name]).answer
    assert compare(sheets, expected) == []
    assert len(expected.options) == 0 or len(told(sheets, expected)) >= 30


def misses(name: str, sheets: Sheets) -> list[str]:
    """List the formulas that another program gives another value."""
    places = formulas(name)
    assert sum(map(len, places.values())) > (600 if name == "whole" else 10)
    return [
        f"{sheet} {place}: {sheets[sheet].get(place)!r} is not {value!r}"
        for sheet, cells in places.items()
        for place, value in cells.items()
        if not is_same(sheets[sheet].get(place), value)
    ]


@cache
def answer_to(name: str) -> Answer:
    return answer(prepared(), VARIATIONS[name].facts, draws=0)


@pytest.mark.parametrize("name", VARIATIONS)
def test_ironcalc_gives_what_the_app_answers(name: str, tmp_path: Path) -> None:
    assert differences(by_ironcalc(edited(VARIATIONS[name]), tmp_path), name) == []


@pytest.mark.parametrize(
    ("language", "name"),
    [(each, name) for each in TRANSLATED for name in list(VARIATIONS)[:: _STEPS[each]]],
)
def test_ironcalc_gives_the_same_in_every_language(
    name: str, language: str, tmp_path: Path
) -> None:
    variation = VARIATIONS[name]
    sheets = by_ironcalc(edited(variation, language), tmp_path)
    assert differences(as_english(sheets, variation.base, language), name) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_words_that_formulas_compare_stay_apart_in_every_language(language: str) -> None:
    words = {code_as_words(each).template for each in CODES}
    assert len({create_wording(language).translate(word).casefold() for word in words}) == len(
        CODES
    )
    assert create_wording(language).catalogue.keys() >= words


def test_the_variations_are_many_and_change_the_recommendation() -> None:
    assert len(VARIATIONS) >= 60
    answers = [answer_to(name) for name in VARIATIONS]
    assert len({a.recommended.name if a.recommended else None for a in answers}) >= 4
    assert len({o.status for a in answers for o in a.options}) >= 5


def differences(sheets: Sheets, name: str) -> list[str]:
    """List the figures of a recalculated workbook that are not those of the app."""
    return compare(sheets, answer_to(name))


def compare(sheets: Sheets, expected: Answer) -> list[str]:
    """List the figures of a workbook that are not those of an answer."""
    return [
        f"{what}: {one!r} is not {two!r}"
        for what, one, two in told(sheets, expected)
        if not is_same(one, two)
    ]


def told(sheets: Sheets, expected: Answer) -> list[Told]:
    """List what a workbook says beside what an answer says."""
    figures = Figures(sheets)
    stated = [*whole(figures, expected)]
    for option in expected.options:
        stated += one_option(figures, option)
    return stated


def is_same(one: object, other: object) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=PRECISION, abs_tol=1e-9)
    return (one or None) == (other or None)


class Figures:
    """The recalculated cells by their labels."""

    def __init__(self, sheets: Sheets) -> None:
        self._sheets = sheets

    def beside(self, sheet: str, label: str) -> Value:
        row = next(r for (r, c), v in self._sheets[sheet].items() if c == 1 and v == label)
        return self._sheets[sheet][row, 2]

    def scoring(self, label: str, option: str) -> Value:
        """Return a figure of the last block that has this label."""
        cells = self._sheets["Scoring"]
        names = next(r for (r, c), v in cells.items() if c == 1 and v == "Option")
        column = next(c for (r, c), v in cells.items() if r == names and v == option)
        row = next(r for (r, c), v in cells.items() if c == 1 and v == label and r > names)
        return cells.get((row, column))

    @property
    def has_usable(self) -> bool:
        """Whether there is a sheet of usable capacity."""
        return "Usable capacity" in self._sheets

    def usable(self, label: str, option: str) -> Value:
        cells = self._sheets["Usable capacity"]
        names = max(r for (r, c), v in cells.items() if c == 1 and v == "Option")
        column = next(c for (r, c), v in cells.items() if r == names and v == option)
        row = next(r for (r, c), v in cells.items() if c == 1 and v == label and r > names)
        return cells.get((row, column))

    @property
    def price_heading(self) -> str:
        """What the summary calls the price."""
        heads = self._sheets["Summary"].values()
        return next(str(v) for v in heads if re.fullmatch(r"36.*, [A-Z]{3}", str(v)))

    @property
    def load_heading(self) -> str:
        """What the summary calls the load that an option carries, in the unit of the load."""
        heads = self._sheets["Summary"].values()
        return next(str(v) for v in heads if re.match("Load it carries, ", str(v)))

    def in_load_unit(self, option: OptionAnswer) -> float | None:
        """The load that an option carries, as the heading states it."""
        if "million visits" in self.load_heading:
            return _times(1e-6, option.limit_visits_per_month)
        load = self.beside("Requirement", "Load")
        visits = self.beside("Requirement", "Visits per month")
        assert isinstance(load, float)
        assert isinstance(visits, float)
        return _times(load / visits, option.limit_visits_per_month)

    @property
    def time_heading(self) -> str:
        """What the summary calls response times, or storage times."""
        heads = self._sheets["Summary"].values()
        return next(str(v) for v in heads if re.match(r"(Response|Storage) time, ms", str(v)))

    def summary(self, heading: str, option: str) -> Value:
        cells = self._sheets["Summary"]
        head = next(r for (r, c), v in cells.items() if c == 1 and v == "Option")
        row = next(r for (r, c), v in cells.items() if c == 1 and v == option and r > head)
        column = next(c for (r, c), v in cells.items() if r == head and v == heading)
        return cells[row, column]


def nobody(expected: Answer) -> str:
    if any(option.status in PASSES for option in expected.options):
        return "No option that passes has a price"
    failed = all(option.status in FAILS for option in expected.options)
    return "No option passes" if failed else "No option is shown to pass"


def whole(figures: Figures, expected: Answer) -> Iterator[Told]:
    yield "demand", figures.beside("Requirement", "Required load"), expected.demand_tps
    if expected.requirement.rule is not Rule.FRONTIER:
        chosen = expected.recommended.name if expected.recommended else nobody(expected)
        yield "recommended", figures.beside("Summary", "Recommended"), chosen
    for opinion in expected.opinions:
        label = opinion.name or (
            "Mean of the stakeholders" if opinion.is_mean else "The study's own"
        )
        for option, value, rank in zip(
            expected.options, opinion.values, opinion.ranks, strict=True
        ):
            name = option.option.name
            yield f"{label} {name}", figures.scoring(f"{label}: score", name), value
            yield f"{label} {name}", figures.scoring(f"{label}: rank", name), rank
    points = {step.option: step.price_per_point for step in expected.frontier}
    for option in expected.options:
        shown = figures.scoring(
            "Price per extra point against the cheaper efficient option", option.option.name
        )
        yield f"{option.option.name} per point", shown, points.get(option.option.name)


def one_option(figures: Figures, option: OptionAnswer) -> Iterator[Told]:
    name, response, price = option.option.name, option.response_s, option.price
    minutes = option.provisioning_s.point
    outcome, verdict = figures.summary("Outcome", name), VERDICT_WORDS[option.status].template
    if option.status in FAILS:  # the basis of a fail stands while demand and target stay
        outcome, verdict = str(outcome).partition(",")[0], verdict.partition(",")[0]
    elif outcome == f"{outcome_label(option).template}, {basis_or_reason_label(option).template}":
        verdict = str(outcome)  # why, as elsewhere
    yield f"{name} Outcome", outcome, verdict
    shown = {
        "Rank": option.rank,
        figures.time_heading: in_ms(response.high if response.point is None else response.point),
        "Low, ms": in_ms(response.low) or None,
        "High, ms": in_ms(response.high),
        figures.load_heading: figures.in_load_unit(option),
        "Spare load, %": _times(100, option.spare_share),
        "Load and spare load are": "at least" if option.capacity_is_censored else None,
        figures.price_heading: None if price is None else float(price.total),
        "Provisioning, min": None if minutes is None else minutes / 60,
        "Effort, times the quickest": option.ease_factor,
    }
    yield from ((f"{name} {what}", figures.summary(what, name), v) for what, v in shown.items())
    if figures.has_usable:
        yield from capacities(figures, option)
    if option.status not in PASSES:
        return
    prices = {"Price per transaction a minute": option.price_per_tpm}
    if "million visits" in figures.load_heading:
        prices["Price per million visits"] = option.price_per_million_visits
    for what, amount in prices.items():
        yield f"{name} {what}", figures.scoring(what, name), amount and float(amount)
    efficient = figures.scoring("Efficient (1): none is both cheaper and better", name)
    yield f"{name} efficient", efficient, int(option.on_frontier)
    if option.rank is not None:
        yield f"{name} score", figures.summary("Score, points", name), option.value.point


def capacities(figures: Figures, option: OptionAnswer) -> Iterator[Told]:
    """Compare what an option holds, and the price of a usable TB (MODEL F1)."""
    name, held = option.option.name, effective_capacity(option.option)
    least, likely, most = held or (None, None, None)
    per_tb = option.price and held and price_per_usable_tb(option.price, held.least)
    for what, value in (
        ("Usable, least", _times(1e-12, least)),
        ("Usable, likely", _times(1e-12, likely)),
        ("Usable, most", _times(1e-12, most)),
        ("Price of a usable TB", None if per_tb is None else float(per_tb)),
    ):
        yield f"{name} {what}", figures.usable(what, name), value
    yield f"{name} Usable, TB", figures.summary("Usable, TB", name), _times(1e-12, least)


def _times(factor: float, value: float | None) -> float | None:
    return None if value is None else value * factor


def in_ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000
