"""A scene looks the same in the window and on paper: both painters' pictures are compared.

Each picture is reduced to cells of a few pixels and a little blurred, so that the edges of two
renderers and their letters do not matter, and the greatest difference of a cell is taken. It is
tried of markers, rings, bars and words that their absence and their moving are noticed.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pytest
from PySide6.QtGui import QImage
from reportlab.pdfgen.canvas import Canvas

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.runway import find_runway
from arraywise.gui.charts.scene_painting import WindowType, paint_scene
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.painting import smooth_painter
from arraywise.present.charts.bars import (
    LeadFrame,
    draw_lead_chart,
    lead_chart_height,
)
from arraywise.present.charts.costs import CostBar, draw_costs
from arraywise.present.charts.planned_runs import PlannedOption, draw_test_plan
from arraywise.present.charts.plot import PlotFrame
from arraywise.present.charts.ranking import draw_ranking
from arraywise.present.charts.response import draw_response
from arraywise.present.charts.runway_scene import draw_runway, runway_chart_height
from arraywise.present.charts.scene import TEXT, Disc, Marker, Rectangle, Scene, Text, VerdictSign
from arraywise.present.charts.summary_bars import (
    ComparedQuantity,
    Flip,
    draw_flip,
    draw_quantities,
    draw_weights,
)
from arraywise.present.charts.value import draw_value_against_price, priced_options
from arraywise.present.language import create_wording
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import PageLayout
from arraywise.report.pdf.style import theme_colour
from arraywise.report.sections.changes import map_scene
from arraywise.usecases.decide_study import answer, prepare
from tests.report.example import example
from tests.report.workbook_studies import GROWING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray
    from pytestqt.qtbot import QtBot

    from arraywise.present.charts.scene import Item

    Picture = NDArray[np.float64]

SCALE = 2
"""Pixels a point."""
FINER = 3
"""Times as many on paper."""
MARKS, TEXTS = (3, 20.0), (6, 21.0)
"""Pixels of a cell, and the greatest difference of a cell, of 255, that two renderers make."""
MOST_TRIED = 7
"""Of the marks of a scene and of its texts, evenly chosen."""
FAINT = 0.2
"""Opacity of bands, which are not tried."""
SHIFT = 10.0
"""Points by which a mark is moved, so that it must be noticed."""

CONTENT = example()
LAYOUT = PageLayout(create_wording("en"), 480.0, frozenset(), theme_colour("accent"))


def the_map() -> Scene:
    assert CONTENT.map is not None
    return map_scene(LAYOUT, CONTENT.answer, CONTENT.map)


def the_ranking() -> Scene:
    return draw_ranking(CONTENT.answer, 480.0, paper_medium(LAYOUT), has_legend=True)


def the_lead() -> Scene:
    leader, medium = CONTENT.answer.recommended, paper_medium(LAYOUT)
    assert leader is not None
    frame = LeadFrame(480.0, lead_chart_height(len(CONTENT.lead_bars), medium.unit))
    return draw_lead_chart(CONTENT.lead_bars, leader, 5.0, frame, medium)


def the_weights() -> Scene:
    weights = [
        ("Response time", "60 %", 0.6),
        ("Provisioning", "25 %", 0.25),
        ("Price", "15 %", 0.15),
    ]
    return draw_weights(weights, 480.0, paper_medium(LAYOUT))


def the_runway() -> Scene:
    facts, medium = GROWING, paper_medium(LAYOUT)
    runway = find_runway(build_problem(prepare(facts), facts))
    answered = answer(prepare(facts), facts, draws=0)
    size = 480.0, runway_chart_height(runway, medium.unit)
    return draw_runway(answered, runway, size, medium).scene


def the_value() -> Scene:
    answered = CONTENT.answer
    return draw_value_against_price(
        answered, priced_options(answered), PlotFrame(480.0, 220.0), paper_medium(LAYOUT)
    )


def the_response() -> Scene:
    return draw_response(CONTENT.answer, 480.0, 290.0, paper_medium(LAYOUT))


def the_quantities() -> Scene:
    times = ((2, 117.0, "117"), (0, 174.0, "174"))
    quantities = [
        ComparedQuantity("Response time", "mean, ms", times, 200.0, "200 allowed"),
        ComparedQuantity("Time to set up", "minutes", ((2, 95.0, "95"), (0, 25.0, "25"))),
    ]
    return draw_quantities(quantities, 480.0, paper_medium(LAYOUT))


def the_flip() -> Scene:
    return draw_flip(Flip(-0.06, "\u22126 %", 2, 1), 230.0, "today", paper_medium(LAYOUT))


def the_costs() -> Scene:
    bars = [
        CostBar("FC SAN", 2, 548.0, 67.0, 0.0, "615,000"),
        CostBar("NAS NFS", 0, 460.0, 69.0, 74.0, "528,600", "602,500 with these items"),
    ]
    return draw_costs(bars, (700.0, "budget 700,000"), 480.0, paper_medium(LAYOUT))


def the_plan() -> Scene:
    options = [PlannedOption("NAS NFS", 0, ((20.0, True), (45.0, False)), (67.0, 105.0), "5")]
    return draw_test_plan(options, (84.0, "84, required"), 480.0, paper_medium(LAYOUT))


SCENES: dict[str, Callable[[], Scene]] = {
    "map": the_map,
    "ranking": the_ranking,
    "lead": the_lead,
    "weights": the_weights,
    "runway": the_runway,
    "value": the_value,
    "response": the_response,
    "quantities": the_quantities,
    "flip": the_flip,
    "costs": the_costs,
    "plan": the_plan,
}


def in_window(scene: Scene, cell: int) -> Picture:
    image = QImage(
        round(scene.width * SCALE), round(scene.height * SCALE), QImage.Format.Format_RGB32
    )
    image.setDevicePixelRatio(SCALE)
    image.fill(theme.look()["page"])
    painter = smooth_painter(image)
    paint_scene(painter, scene, WindowType(scene.unit))
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)
    return cells(pixels[:, : image.width(), 2::-1].astype(float), cell)


def on_paper(scene: Scene, cell: int) -> Picture:
    page = BytesIO()
    canvas = Canvas(page, (scene.width, scene.height))
    build_drawing(scene).drawOn(canvas, 0, 0)
    canvas.save()
    with pypdfium2.PdfDocument(page.getvalue()) as document:
        picture = document[0].render(scale=SCALE * FINER).to_numpy()  # PDFium snaps to pixels
        return cells(picture[:, :, 2::-1].astype(float), cell * FINER)


def cells(pixels: Picture, cell: int) -> Picture:
    """Return means of cells, of which each is mixed with its neighbours."""
    rows, columns = (size // cell for size in pixels.shape[:2])
    means = pixels[: rows * cell, : columns * cell].reshape(rows, cell, columns, cell, -1)
    padded = np.pad(means.mean(axis=(1, 3)), ((1, 1), (1, 1), (0, 0)), mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(0, 1))
    return windows.mean(axis=(-1, -2))


def difference(one: Picture, other: Picture) -> float:
    rows, columns = (min(a, b) for a, b in zip(one.shape[:2], other.shape[:2], strict=True))
    return float(np.abs(one[:rows, :columns] - other[:rows, :columns]).max())


def parts_of(scene: Scene) -> Iterator[tuple[Scene, int, float]]:
    """Yield marks and texts of a scene, each with its cells and the difference that is borne."""
    texts = tuple(replace(item, ink=TEXT) for item in scene.items if isinstance(item, Text))
    marks = tuple(item for item in scene.items if not isinstance(item, Text))
    yield replace(scene, items=marks), *MARKS
    yield replace(scene, items=texts), *TEXTS


def moved(item: Item) -> Item | None:
    """Return a mark, a bar or a word somewhere else; None for lines, areas and letters."""
    if isinstance(item, Marker | Disc | VerdictSign):
        return replace(item, centre=(item.centre[0] + SHIFT, item.centre[1]))
    if isinstance(item, Text) and len(item.text) > 1:
        return replace(item, at=(item.at[0], item.at[1] - SHIFT))
    fill = item.fill if isinstance(item, Rectangle) else None
    if isinstance(item, Rectangle) and fill and fill.option is not None and fill.opacity > FAINT:
        box = item.box
        return replace(item, box=replace(box, bottom=box.bottom - SHIFT, top=box.top - SHIFT))
    return None


@pytest.mark.parametrize("name", SCENES)
def test_window_and_paper_show_the_same_and_every_mark_counts(qtbot: QtBot, name: str) -> None:
    assert qtbot is not None
    for scene, cell, most in parts_of(SCENES[name]()):
        assert scene.items
        paper = on_paper(scene, cell)
        assert difference(in_window(scene, cell), paper) < most
        tried = [each for each in enumerate(map(moved, scene.items)) if each[1] is not None]
        for index, other in tried[:: -(-len(tried) // MOST_TRIED) or 1]:
            before, after = scene.items[:index], scene.items[index + 1 :]
            for items in ((*before, *after), (*before, other, *after)):
                shown = in_window(replace(scene, items=items), cell)
                assert difference(shown, paper) > most, scene.items[index]
