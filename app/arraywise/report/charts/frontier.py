"""Price against value with the efficient frontier (MODEL D6)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.decision import Interval
from arraywise.domain.said import say
from arraywise.report.charts.plot import Plot
from arraywise.report.styles import look

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.report.layout import Layout

_HEIGHT = 220.0
_THOUSAND = 1000.0
_NAME_LENGTH = 28


def priced_and_valued(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options that have a price and a value, the cheapest first."""
    found = [o for o in answer.options if o.price is not None and o.value.point is not None]
    return tuple(sorted(found, key=_price))


def frontier_chart(layout: Layout, answer: Answer) -> Drawing:
    """Draw a marker an option, the frontier dashed; hollow where an option does not pass."""
    shown = priced_and_valued(answer)
    prices, values = [_price(o) for o in shown], [_value(o) for o in shown]
    plot = Plot(layout, _around(prices, 0.15), _around(values, 0.25, 100.0), _HEIGHT)
    title = say("36-month price, thousand {currency}", currency=answer.currency)
    plot.axes(layout.text(title), layout.text(say("Score, points of 100")))
    efficient = [o for o in shown if o.on_frontier]
    corners = [(_price(o), _value(o)) for o in efficient]
    if corners:
        plot.steps([(corners[0][0], plot.y.low), *corners, (plot.x.high, corners[-1][1])])
    for (x0, y0), (x1, y1) in pairwise(corners):
        rate = layout.words.number((x1 - x0) * _THOUSAND / (y1 - y0))
        said = say("{amount} {currency} a point", amount=rate, currency=answer.currency)
        plot.remark(layout.text(said), ((x0 + x1) / 2, (y0 + y1) / 2))
    for option in shown:
        at = (_price(option), _value(option))
        hollow = option.rank is None
        plot.point(Interval(None, at[0], None), option.value, look(option.option), hollow=hollow)
        name = layout.text(option.option.name)
        name = name if len(name) <= _NAME_LENGTH else f"{name[: _NAME_LENGTH - 1]}…"
        plot.name(name, at, look(option.option))
    return plot.finish()


def _price(option: OptionAnswer) -> float:
    return float(option.price.total) / _THOUSAND if option.price else 0.0


def _value(option: OptionAnswer) -> float:
    return option.value.point if option.value.point is not None else 0.0


def _around(values: list[float], room: float, most: float | None = None) -> tuple[float, float]:
    """Return ends with some room around values, from 0 to `most` at the widest."""
    low, high = min(values), max(values)
    more = ((high - low) or max(abs(high), 1.0)) * room
    top = high + more
    return max(0.0, low - more), top if most is None else min(most, top)
