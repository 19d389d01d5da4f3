"""Paints scenes with ReportLab, in the colours of the light theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from reportlab.graphics.shapes import (
    Circle,
    Group,
    Path,
    PolyLine,
    Rect,
    Shape,
    String,
)
from reportlab.graphics.shapes import (
    Line as StraightLine,
)
from reportlab.graphics.shapes import (
    Polygon as Polygon_,
)

from arraywise.present.charts.marks import (
    DOT_SIZE,
    Texture,
    bounding_box,
    lines_of_texture,
)
from arraywise.present.charts.scene import (
    LEAST_DASH,
    TYPE_SIZES,
    Anchor,
    Clip,
    Disc,
    Hatch,
    Line,
    Marker,
    Medium,
    Polygon,
    Rectangle,
    Role,
    Text,
    VerdictSign,
    box_outline,
)
from arraywise.report.pdf import style
from arraywise.report.pdf.marks import build_marker, new_drawing, verdict_drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

    from arraywise.present.charts.axes import XY
    from arraywise.present.charts.scene import Ink, Item, Scene, Stroke
    from arraywise.report.pdf.layout import PageLayout

    Outlines = tuple[tuple[XY, ...], ...]

TYPE = 8.0
"""Size of a chart's type, in points."""
_UNIT = TYPE / TYPE_SIZES[Role.CAPTION]
"""Points of a reference pixel."""
_LEADING = 1.26
_BELOW_MIDDLE = 0.355
"""From the middle of a line of text down to its baseline, as a share of its size."""
_VERDICT_SIZE = 9.0
_ANCHORS: dict[Anchor, Literal["start", "middle", "end"]] = {
    Anchor.START: "start",
    Anchor.MIDDLE: "middle",
    Anchor.END: "end",
}


def paper_medium(layout: PageLayout) -> Medium:
    """Return what a scene for a page is built with."""
    style.register_fonts()
    return Medium(text_width, _line_height_pt, layout.text, layout.words.number, _UNIT)


def _line_height_pt(role: Role) -> float:
    return TYPE_SIZES[role] * _UNIT * _LEADING


def text_width(text: str, role: Role = Role.CAPTION, *, bold: bool = False) -> float:
    """Return how wide a text of a chart runs, in points."""
    return style.text_width(
        text, TYPE_SIZES[role] * _UNIT, style.SEMIBOLD if bold else style.REGULAR
    )


def build_drawing(scene: Scene) -> Drawing:
    """Return a scene as a drawing."""
    drawing = new_drawing(scene.width, scene.height)
    for item in scene.items:
        drawing.add(_build_shape(item, scene.unit))
    return drawing


def _build_shape(item: Item, unit: float) -> Shape:
    if isinstance(item, Text):
        return _build_text(item, unit)
    if isinstance(item, Clip):
        return _build_clipped_group(
            box_outline(item.box), (_build_shape(each, unit) for each in item.items)
        )
    return _DRAW[type(item)](item)


def ink_colour(ink: Ink) -> Color:
    """Return the colour of an ink on paper."""
    if ink.option is None:
        colour = style.theme_colour(ink.role)
    else:
        colour = getattr(style.option_style_at(ink.option), ink.role)
    return colour if ink.opacity >= 1.0 else colour.clone(alpha=ink.opacity)


def _apply_stroke_and_fill(shape: Any, stroke: Stroke | None, fill: Ink | None = None) -> Shape:  # noqa: ANN401 - ReportLab has no types
    """Give a shape its stroke and, where it is an area, its fill."""
    shape.strokeColor = None if stroke is None else ink_colour(stroke.ink)
    if stroke is not None:
        shape.strokeWidth, shape.strokeLineJoin = stroke.width, 1
        if stroke.dash:
            shape.strokeDashArray = list(stroke.painted_dash)
    if not isinstance(shape, StraightLine | PolyLine):
        shape.fillColor = None if fill is None else ink_colour(fill)
    return shape  # type: ignore[no-any-return]


def _build_line(item: Line) -> Shape:
    if len(item.points) == 2:
        return _apply_stroke_and_fill(StraightLine(*item.points[0], *item.points[1]), item.stroke)
    return _apply_stroke_and_fill(
        PolyLine([value for point in item.points for value in point]), item.stroke
    )


def _build_path(outlines: Outlines, *, is_clip: bool = False) -> Path:
    path = Path(isClipPath=is_clip, fillColor=None, strokeColor=None)
    for outline in outlines:
        path.moveTo(*outline[0])
        for point in outline[1:]:
            path.lineTo(*point)
        path.closePath()
    return path


def _build_polygon(item: Polygon) -> Shape:
    if len(item.outlines) == 1:
        flat = [value for point in item.outlines[0] for value in point]
        return _apply_stroke_and_fill(Polygon_(flat), item.stroke, item.fill)
    return _apply_stroke_and_fill(_build_path(item.outlines), item.stroke, item.fill)


def _build_rectangle(item: Rectangle) -> Shape:
    box, radius = item.box, item.radius
    shape = Rect(box.left, box.bottom, box.right - box.left, box.top - box.bottom, radius, radius)
    return _apply_stroke_and_fill(shape, item.stroke, item.fill)


def _build_disc(item: Disc) -> Shape:
    return _apply_stroke_and_fill(Circle(*item.centre, item.radius), item.stroke, item.fill)


def _build_clipped_group(outlines: Outlines, shapes: Iterable[Shape]) -> Group:
    return Group(_build_path(outlines, is_clip=True), *shapes)


def _build_hatch(item: Hatch) -> Shape:
    lines = lines_of_texture(item.texture, bounding_box(item.outlines), item.pitch)
    shapes = []
    for start, end in lines:
        shape = StraightLine(*start, *end)
        _apply_stroke_and_fill(shape, item.stroke)
        if item.texture is Texture.DOTS:
            shape.strokeDashArray, shape.strokeLineCap = [LEAST_DASH, item.pitch], 1
            shape.strokeWidth = DOT_SIZE * item.pitch
        shapes.append(shape)
    return _build_clipped_group(item.outlines, shapes)


def _build_marker(item: Marker) -> Shape:
    return build_marker(
        style.option_style_at(item.position), *item.centre, item.size, hollow=item.hollow
    )


def _build_text(item: Text, unit: float) -> Shape:
    size = TYPE_SIZES[item.role] * unit
    x, y = (0.0, 0.0) if item.upright else item.at
    string = String(
        x,
        y - _BELOW_MIDDLE * size,
        item.text,
        textAnchor=_ANCHORS[item.anchor],
        fontName=style.SEMIBOLD if item.bold else style.REGULAR,
        fontSize=size,
        fillColor=ink_colour(item.ink),
    )
    if not item.upright:
        return string
    turned = Group(string)
    turned.translate(*item.at)
    turned.rotate(90)
    return turned


def _build_verdict_icon(item: VerdictSign) -> Shape:
    scale, half = item.size / _VERDICT_SIZE, item.size / 2
    sign = Group(*verdict_drawing(item.verdict).contents)
    sign.translate(item.centre[0] - half, item.centre[1] - half)
    sign.scale(scale, scale)
    return sign


_DRAW: dict[type, Callable[[Any], Shape]] = {
    Line: _build_line,
    Polygon: _build_polygon,
    Rectangle: _build_rectangle,
    Disc: _build_disc,
    Hatch: _build_hatch,
    Marker: _build_marker,
    VerdictSign: _build_verdict_icon,
}
