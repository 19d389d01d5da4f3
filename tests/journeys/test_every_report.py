"""Every shipped study as a report in two languages, against `decide --json`."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest

from arraywise.cli import run
from arraywise.domain.requirement import Rule
from arraywise.domain.study import LANGUAGES, PAPERS, ReportOptions
from arraywise.report.document import build_pdf
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import SAMPLE_STUDIES
from arraywise.usecases.gather_content import build_report_content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.report.content import ReportContent

MARKS = {"en": ".,", "de": ",.", "pt_BR": ",."}
"""Sign of the decimals, and of the thousands."""
PAGES = {"en": "Page {} of {}", "de": "Seite {} von {}", "pt_BR": "Página {} de {}"}


@dataclass(frozen=True)
class Shipped:
    """All that a study's report says, and what the command line says of the study."""

    place: int
    """Which study it is, from 0."""
    content: ReportContent
    decision: dict[str, Any]


@pytest.fixture(
    params=range(len(SAMPLE_STUDIES)),
    ids=[sample.name for sample in SAMPLE_STUDIES],
)
def shipped(
    request: pytest.FixtureRequest,
    copied_sample: Callable[..., Path],
    tmp_path: Path,
) -> Shipped:
    path = tmp_path / "shipped.arraywise"
    with open_study(copied_sample(path, SAMPLE_STUDIES[request.param].name)) as study:
        content = build_report_content(study)
    written = BytesIO()
    with redirect_stdout(TextIOWrapper(written, write_through=True)):
        assert run(["decide", str(path), "--json"]) == 0
        return Shipped(request.param, content, json.loads(written.getvalue()))


@dataclass(frozen=True)
class Written:
    """A study's report in one language on one paper."""

    decision: dict[str, Any]
    language: str
    pdf: bytes


def reports(shipped: Shipped) -> Iterator[Written]:
    """Yield the report of the first study in each language, of another in one.

    Languages and papers take turns from study to study.
    """
    count = len(LANGUAGES)
    for place in range(count) if shipped.place == 0 else [shipped.place % count]:
        paper = PAPERS[(shipped.place + place) % len(PAPERS)]
        options = ReportOptions(LANGUAGES[place], paper)
        pdf = build_pdf(shipped.content, options=options)
        yield Written(shipped.decision, options.language, pdf)


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page, with blanks and breaks of lines as one blank."""
    document = pypdfium2.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return [" ".join(text.split()) for text in texts]


def written(value: float, places: int, language: str) -> str:
    decimal, group = MARKS[language]
    plain = f"{value:,.{places}f}".replace("-", "\N{MINUS SIGN}")
    return plain.translate({ord("."): decimal, ord(","): group})


def figures(option: dict[str, Any], *, is_scored: bool) -> list[tuple[float, int]]:
    """What a reader looks for, with its decimals."""
    result: list[tuple[float | None, int]] = []
    if is_scored and option["rank"] is not None:
        result.append((option["value"], 1))
    price = option["price"]
    if price is not None:
        result += [(float(price["rounded_total"]), 0), (float(price["purchase"]), 0)]
    return [(value, places) for value, places in result if value is not None]


def test_the_report_says_what_the_command_line_says_and_no_heading_stands_alone(
    shipped: Shipped,
) -> None:
    for report in reports(shipped):
        check_figures(report)
        check_headings(report)


def check_figures(report: Written) -> None:
    language, decision, pages = report.language, report.decision, pages_of(report.pdf)
    text = " ".join(pages)
    asked, recommended = decision["requirement"], decision["recommendation"]
    is_scored = recommended["rule"] == Rule.BEST_VALUE and recommended["option"] is not None
    is_plan = len(pages) <= 3  # of a study that cannot decide
    for option in decision["options"]:
        assert option["option"] in text
        known = [] if is_plan else figures(option, is_scored=is_scored)
        wanted = [written(*figure, language) for figure in known]
        assert [figure for figure in wanted if figure not in text] == []
    by_visits = asked["load"] is None
    demand = written(*((asked["demand_tps"], 1) if by_visits else (asked["load"], 0)), language)
    assert demand in " ".join(pages[:3])
    if language == "en":
        first = pages[0] if is_plan else pages[1]
        answer, rest = decision["recommendation"]["sentence"].split(". ", 1)
        assert is_plan or answer.split(": ", 1)[0] in first  # its basis stands beside it
        assert rest[:60] in first
    assert [n for n in range(2, len(pages) + 1) if not _numbered(pages, n, language)] == []
    assert not re.search(r"\{\w+(:[^}]*)?\}", text)


def _numbered(pages: list[str], number: int, language: str) -> bool:
    return PAGES[language].format(number, len(pages)) in pages[number - 1]


def check_headings(report: Written) -> None:
    """Below each section's heading stands some of the section, on the same page."""
    document = pypdfium2.PdfDocument(report.pdf)
    for mark in document.get_toc():
        destination = mark.get_dest()
        page = document[destination.get_index()]
        title = " ".join(mark.get_title().split())
        text = " ".join(page.get_textpage().get_text_range().split())
        assert title in text
        assert len(text.split(title, 1)[1]) > 20
    document.close()
