"""The PDF of the worked example against bare ReportLab, and beside LibreOffice.

Bare ReportLab sets the same paragraphs, tables (cell by cell) and drawings, in the same type and
on as many pages, from a list that lies ready: no study is read, nothing is computed, and there
are no links, bookmarks or structure. LibreOffice converts an HTML of the same paragraphs and
tables, without the drawings.
"""

from __future__ import annotations

import gc
import pickle
import shutil
import subprocess
import sys
import time
from html import escape
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.bench.processes import Result, compare

if TYPE_CHECKING:
    from collections.abc import Callable

    from reportlab.platypus import Flowable

ROUNDS = 5
PAIRS = 3
BARE = "from tests.bench.report_pdf import set_bare; set_bare()"


def measure(folder: Path) -> list[Result]:
    """Build the study, then time its report in this process and as a process of its own."""
    study = folder / "worked-example.arraywise"
    if not study.exists():
        subprocess.run([_program("arraywise"), "demo", "--out", str(folder)], check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
    plain = folder / "report.pickle"
    plain.write_bytes(pickle.dumps(plain_content(study)))
    results = [_in_process(study, plain), _as_process(study, plain)]
    if _has_writer():
        results.append(_libreoffice(folder, study, plain))
    return results


def _in_process(study: Path, plain: Path) -> Result:
    from arraywise.domain.study import ReportOptions
    from arraywise.store.study import open_study
    from arraywise.usecases.export_documents import build_report

    content = pickle.loads(plain.read_bytes())  # noqa: S301 - written above
    options = ReportOptions()
    with open_study(study) as opened:
        ours, bare = _alternate(lambda: build_report(opened, options), lambda: bare_pdf(content))
    return Result(
        name=f"PDF of the worked example ({len(content)} blocks) against bare ReportLab",
        value=median(ours), reference=median(bare), unit="s",
        ratio=median(a / b for a, b in zip(ours, bare, strict=True)),
        cpu_ratio=median(ours) / median(bare), memory_ratio=1.0,
    )  # fmt: skip


def _alternate(
    ours: Callable[[], object], bare: Callable[[], object]
) -> tuple[list[float], list[float]]:
    """Return the processor time of both, in turn, after a warm-up.

    As in the program, no search for garbage goes over what a report is made of.
    """
    times: tuple[list[float], list[float]] = ([], [])
    gc.disable()
    for _ in range(ROUNDS + 1):
        for stored, work in zip(times, (ours, bare), strict=True):
            gc.collect()
            started = time.process_time()
            work()
            stored.append(time.process_time() - started)
    gc.enable()
    return times[0][1:], times[1][1:]


def _as_process(study: Path, plain: Path) -> Result:
    pdf = study.with_suffix(".bench.pdf")
    return compare(
        "the same, whole processes",
        [_program("arraywise"), "report", str(study), "-o", str(pdf)],
        [sys.executable, "-c", BARE, str(plain)],
        pairs=PAIRS,
    )


def _libreoffice(folder: Path, study: Path, plain: Path) -> Result:
    html = folder / "report.html"
    html.write_text(as_html(pickle.loads(plain.read_bytes())), "utf-8")  # noqa: S301 - ours
    pdf = study.with_suffix(".bench.pdf")
    profile = f"-env:UserInstallation={(folder / 'libreoffice').resolve().as_uri()}"
    convert = ["soffice", profile, "--headless", "--convert-to", "pdf:writer_web_pdf_Export",
               "--outdir", str(folder / "converted"), str(html)]  # fmt: skip
    return compare(
        "PDF of the worked example beside LibreOffice converting its text and tables",
        [_program("arraywise"), "report", str(study), "-o", str(pdf)],
        convert,
        pairs=3,
    )


def _has_writer() -> bool:
    """Return whether LibreOffice is there with its Writer, without which it converts no text."""
    office = shutil.which("soffice")
    return office is not None and Path(office).resolve().with_name("libswlo.so").exists()


def _program(name: str) -> str:
    return str(Path(sys.executable).parent / name)


Block = tuple[str, Any]


def plain_content(study: Path) -> list[Block]:
    """Return what the report sets, block by block, with nothing of ours in it."""
    from arraywise.domain.study import ReportOptions
    from arraywise.report import document
    from arraywise.report.sections import ALL_SECTIONS
    from arraywise.store.study import open_study
    from arraywise.usecases.gather_content import build_report_content

    result: list[Flowable] = []
    take = document._build_story

    def listen(*given: Any) -> list[Flowable]:
        result.extend(take(*given))
        return take(*given)

    with open_study(study) as opened:
        content = build_report_content(opened)
    document._build_story = listen
    try:
        document.build_pdf(content, options=ReportOptions())
    finally:
        document._build_story = take
    assert ALL_SECTIONS
    return [block for flowable in result for block in _plain(flowable)]


def _plain(flowable: Any) -> list[Block]:
    from reportlab.platypus import KeepTogether

    from arraywise.report.pdf.layout import OutlineHeading

    if isinstance(flowable, KeepTogether):
        return [block for part in flowable._content for block in _plain(part)]
    block = _plain_block(flowable)
    begins = isinstance(flowable, OutlineHeading) and flowable.level == 0
    return [*([("page", None)] if begins else []), *([block] if block else [])]


def _plain_block(flowable: Any) -> Block | None:
    from reportlab.graphics.shapes import Drawing

    from arraywise.report.pdf.marks import Callout
    from arraywise.report.pdf.tables import RuledTable
    from arraywise.report.pdf.text import Paragraph

    if isinstance(flowable, Paragraph):
        return "text", (flowable.plain, flowable.style.fontSize)
    if isinstance(flowable, Callout):
        return "table", ([[_cell(flowable.inner)]], None)
    if isinstance(flowable, RuledTable):
        notes = [[list(flowable.notes)]] if flowable.notes else []
        rows = [flowable.header, *(row.cells for row in flowable.rows), *notes]
        return "table", (_rows([row for row in rows if row]), flowable.ruling.widths)
    drawing = vars(flowable).get("_drawing")
    return ("drawing", _plain_drawing(drawing)) if isinstance(drawing, Drawing) else None


def _rows(rows: Any) -> list[list[tuple[str, str]]]:
    """Return the cells of a table; rows of fewer cells are filled up with empty ones."""
    count = max(map(len, rows))
    return [[_cell(cell) for cell in [*row, *[""] * (count - len(row))]] for row in rows]


def _plain_drawing(drawing: Any) -> bytes:
    from reportlab.graphics.shapes import Drawing

    bare = Drawing(drawing.width, drawing.height, *drawing.contents)
    bare.initialFontName = drawing.initialFontName
    return pickle.dumps(bare)


def _cell(cell: Any) -> tuple[str, str]:
    """Return kind and text of a table's cell: text that is set as it is, or a paragraph."""
    if isinstance(cell, str):
        return "", cell
    if isinstance(cell, list):
        return "p", " ".join(_cell(part)[1] for part in cell)
    paragraph = vars(cell).get("_paragraph", cell)
    return "p", getattr(paragraph, "plain", "")


def bare_pdf(content: list[Block]) -> bytes:
    """Set the blocks with ReportLab alone."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate

    from arraywise.report.pdf import style as fonts

    fonts.register_fonts()
    styles: dict[float, ParagraphStyle] = {}

    def paragraph(text: str, size: float) -> Paragraph:
        if size not in styles:
            styles[size] = ParagraphStyle(str(size), fontName=fonts.REGULAR, fontSize=size,
                                          leading=size * 1.3, spaceAfter=4)  # fmt: skip
        return Paragraph(escape(text), styles[size])

    story: list[Flowable] = []
    for kind, what in content:
        if kind == "text":
            story.append(paragraph(*what))
        elif kind == "table":
            story.append(_bare_table(*what, paragraph))
        elif kind == "drawing":
            story.append(pickle.loads(what))  # noqa: S301 - our own
        else:
            story.append(PageBreak())
    buffer = BytesIO()
    document = SimpleDocTemplate(buffer, initialFontName=fonts.REGULAR)
    document.build(story, onFirstPage=_margin, onLaterPages=_margin)
    return buffer.getvalue()


def _bare_table(rows: list[list[tuple[str, str]]], widths: Any, paragraph: Any) -> Flowable:
    from reportlab.lib.colors import grey
    from reportlab.platypus import Table

    from arraywise.report.pdf import style as fonts

    cells = [[paragraph(text, 8.5) if kind else text for kind, text in row] for row in rows]
    table = Table(cells, colWidths=widths, repeatRows=1)
    table.setStyle(
        [
            ("FONT", (0, 0), (-1, -1), fonts.REGULAR, 8.5, 11),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.5, grey),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ]
    )
    return table


def _margin(canvas: Any, document: Any) -> None:
    from arraywise.report.pdf import style as fonts

    canvas.setFont(fonts.REGULAR, 7.5)
    canvas.drawString(72, 34, f"Page {document.page}")


def as_html(content: list[Block]) -> str:
    """Return paragraphs and tables as HTML."""
    parts = ["<!doctype html><meta charset=utf-8><body>"]
    for kind, what in content:
        if kind == "text":
            parts.append(f"<p>{escape(what[0])}</p>")
        elif kind == "table":
            rows = ("".join(f"<td>{escape(text)}</td>" for _, text in row) for row in what[0])
            parts.append(f"<table border=1>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
    return "\n".join(parts)


def set_bare() -> None:
    """Do the bare work in a process of its own: argument 1 is the list."""
    bare_pdf(pickle.loads(Path(sys.argv[1]).read_bytes()))  # noqa: S301 - our own


if __name__ == "__main__":
    target = Path("build/bench")
    target.mkdir(parents=True, exist_ok=True)
    for each in measure(target):
        print(f"{each.name}: {each.value:.2f} s, {each.reference:.2f} s, "
              f"{each.ratio:.2f}, cpu {each.cpu_ratio:.2f}")  # fmt: skip
