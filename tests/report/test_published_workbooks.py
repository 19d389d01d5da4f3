"""Workbooks of the shipped studies, with other requirements too, computed by LibreOffice."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from arraywise.domain.requirement import Basis, Convention, Goal, LoadUnit
from arraywise.store.reading.inputs import read_requirement
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import SAMPLE_STUDIES
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.gather_content import build_report_content
from tests.report.calculated import build_workbook
from tests.report.recalculation import by_ironcalc, by_libreoffice, with_inputs, written_values
from tests.report.test_recalculation import Figures, is_same, nobody, one_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from arraywise.report.content import ReportContent
    from tests.report.recalculation import Place, Sheets, Value

pytestmark = pytest.mark.timeout(300)
CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "published capacities, a response time": (
        "order-entry-2009",
        {"goal": Goal.RESPONSE_TIME, "response_time_s": 2.0},
    ),
    "latency of the storage": (
        "san-versus-nas",
        {
            "goal": Goal.STORAGE_LATENCY,
            "storage_latency_s": 0.0003,
            "load": 50_000.0,
            "load_unit": LoadUnit.IOPS,
            "min_throughput_b_s": 1.8e9,
        },
    ),
    "more than the calibration shows": (
        "san-versus-nas",
        {"load": 5_000.0, "load_unit": LoadUnit.TPS, "min_headroom": 0.1},
    ),
    "one run, carried by all": ("tr-3105", {"load": 70.0, "load_unit": LoadUnit.TPS}),
    "one run, and only repeated ones count": ("tr-3105", {"least_basis": Basis.MEASURED}),
    "no response time, measured": ("worked-example", {"goal": Goal.NONE}),
    "published users": (
        "fluid-cache-2013",
        {"load": 3000.0, "load_unit": LoadUnit.USERS, "think_time_s": 1.0},
    ),
}
"""Requirements that a shipped study is asked beside its own."""


@dataclass(frozen=True)
class Written:
    """What a study's workbook is compared with, and the workbook."""

    content: ReportContent
    data: bytes


@pytest.fixture(scope="module")
def workbooks(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Written]:
    folder = tmp_path_factory.mktemp("studies")
    own: dict[str, tuple[str, dict[str, Any]]] = {s.name: (s.name, {}) for s in SAMPLE_STUDIES}
    result = {}
    for number, (name, (sample, changes)) in enumerate((own | CHANGES).items()):
        path = copied_sample(folder / f"{number}.arraywise", sample)
        with open_study(path) as study:
            if changes:
                set_requirement(study, replace(read_requirement(study), **changes))
            content = build_report_content(study)
        result[name] = Written(content, build_workbook(content))
    return result


def test_recalculated_summaries_say_what_the_program_answers(
    workbooks: dict[str, Written], tmp_path: Path
) -> None:
    """Shipped studies in one start of LibreOffice, other requirements by IronCalc."""
    files = {name: each.data for name, each in workbooks.items()}
    shipped = {name: data for name, data in files.items() if name not in CHANGES}
    calculated = by_libreoffice(shipped, tmp_path)
    calculated |= {name: by_ironcalc(files[name], tmp_path) for name in CHANGES}
    wrong = {
        name: [*_wrong_figures(workbooks[name].content, sheets), *_moved(files[name], sheets)]
        for name, sheets in calculated.items()
    }
    assert {name: stated for name, stated in wrong.items() if stated} == {}
    bases = {o.basis for each in workbooks.values() for o in each.content.answer.options}
    assert bases >= {Basis.MEASURED, Basis.MEASURED_ONCE, Basis.IO, Basis.PUBLISHED, Basis.NONE}


TYPED: dict[str, tuple[str, dict[str, float | str], dict[str, Any]]] = {
    "more visits than one publication states": (
        "order-entry-2009",
        {"Visits per month": 60_000_000},
        {"visits_per_month": 60_000_000},
    ),
    "as many visits as the largest publication states": (
        "order-entry-2009",
        {"Visits per month": 66_096_000},
        {"visits_per_month": 66_096_000},
    ),
    "more visits than any publication states": (
        "order-entry-2009",
        {"Visits per month": 70_000_000},
        {"visits_per_month": 70_000_000},
    ),
    "a load that all single runs carry": ("tr-3105", {"Load": 70}, {"load": 70.0}),
    "a time that single runs miss": (
        "tr-3105",
        {"Target response time": 200, "Load": 70},
        {"response_time_s": 0.2, "load": 70.0},
    ),
    "a rate above what I/O evidence shows": ("san-versus-nas", {"Load": 5000}, {"load": 5000.0}),
    "a time that the storage takes by itself": (
        "san-versus-nas",
        {"Target response time": 20},
        {"response_time_s": 0.02},
    ),
    "a shorter time with more to spare, spread evenly": (
        "ledger-2027",
        {"Target response time": 9, "Least headroom": 0.3, "Convention": "sustained"},
        {"response_time_s": 0.009, "min_headroom": 0.3, "convention": Convention.SUSTAINED},
    ),
    "more disks needed": ("orion-2005", {"Load": 1700}, {"load": 1700.0}),
}
"""Inputs typed into a workbook, and the requirement that they mean."""


def test_a_workbook_whose_inputs_are_changed_judges_as_the_program_does(
    workbooks: dict[str, Written], tmp_path: Path
) -> None:
    files = {
        name: _with_typed(workbooks[sample].data, typed)
        for name, (sample, typed, _) in TYPED.items()
    }
    wrong = {}
    for name, sheets in by_libreoffice(files, tmp_path).items():
        sample, _, changes = TYPED[name]
        facts = workbooks[sample].content.facts
        asked = replace(facts.requirement, **changes)
        meant = answer(prepare(facts), facts, asked, draws=0)
        shown = Figures(sheets)
        wrong[name] = [
            f"{what}: {one!r} is not {other!r}"
            for option in meant.options
            for what, one, other in one_option(shown, option)
            if not (is_same(one, other) or _is_interpolated(what, one, other))
        ]
    assert {name: stated for name, stated in wrong.items() if stated} == {}


def _is_interpolated(what: str, shown: object, meant: object) -> bool:
    """Whether it is a load by other evidence, which is read from a table at another target."""
    if not (isinstance(shown, float) and isinstance(meant, float)):
        return False
    loads = " Load it carries", " Spare load", " Highest load shown to pass"
    is_load = any(each in what for each in loads)
    return is_load and math.isclose(shown, meant, rel_tol=1e-5)


def _with_typed(data: bytes, typed: Mapping[str, float | str]) -> bytes:
    book = openpyxl.load_workbook(BytesIO(data), read_only=True)
    rows: dict[object, int] = {}
    labels = book["Requirement"].iter_rows(max_col=1, values_only=True)
    for number, (label,) in enumerate(labels, start=1):
        rows.setdefault(label, number)
    places: dict[Place, Value] = {
        ("Requirement", f"B{rows[label]}"): value for label, value in typed.items()
    }
    return with_inputs(data, places, book.sheetnames)


def _wrong_figures(content: ReportContent, sheets: Sheets) -> Iterator[str]:
    figures, meant = Figures(sheets), content.answer
    chosen = meant.recommended.name if meant.recommended else nobody(meant)
    told = [
        ("demand", figures.beside("Requirement", "Required load"), meant.demand_tps),
        ("recommended", figures.beside("Summary", "Recommended"), chosen),
        *(each for option in meant.options for each in one_option(figures, option)),
    ]
    for what, shown, meant in told:
        if not is_same(shown, meant):
            yield f"{what}: {shown!r} is not {meant!r}"


def _moved(data: bytes, sheets: Sheets) -> Iterator[str]:
    """Yield the formulas that come to something else than was written beside them."""
    for name, cells in written_values(data).items():
        for place, value in cells.items():
            shown = sheets[name].get(place)
            if not is_same(shown, value):
                yield f"{name} {place}: {shown!r} is not {value!r}"
