"""Price against points apart from price, with the efficient frontier (MODEL D6)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.decision import Interval, merit
from arraywise.domain.price_words import price_in_thousands
from arraywise.domain.said import say
from arraywise.report.charts.pen import cut
from arraywise.report.charts.plot import Plot
from arraywise.report.styles import look

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.report.layout import Layout

_HEIGHT = 220.0
_THOUSAND = 1000.0


def priced_and_valued(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options that have a price and a value, the cheapest first."""
    found = [o for o in answer.options if o.price is not None and o.value.point is not None]
    return tuple(sorted(found, key=_price))


def frontier_chart(layout: Layout, answer: Answer) -> Drawing:
    """Draw a marker an option, the frontier dashed; hollow where an option does not pass."""
    shown = priced_and_valued(answer)
    weights = [weight for _, weight in answer.weights]
    prices, values = [_price(o) for o in shown], [merit(o, weights) for o in shown]
    plot = Plot(layout, _around(prices, 0.15), _around(values, 0.25, 100.0), _HEIGHT)
    title = price_in_thousands(answer.discount_rate, answer.currency)
    plot.axes(layout.text(title), layout.text(say("Points apart from price, of 100")))
    steps = answer.frontier
    corners = [(step.price / _THOUSAND, step.merit) for step in steps]
    if corners:
        plot.steps([(corners[0][0], plot.y.low), *corners, (plot.x.high, corners[-1][1])])
    for step, ((x0, y0), (x1, y1)) in zip(steps[1:], pairwise(corners), strict=True):
        rate = layout.words.number(step.price_per_point)
        said = say("{currency} {amount} a point", amount=rate, currency=answer.currency)
        plot.remark(layout.text(said), ((x0 + x1) / 2, (y0 + y1) / 2))
    for option in shown:
        at = (_price(option), merit(option, weights))
        ends = Interval(None, at[0], None), Interval(None, at[1], None)
        plot.point(*ends, look(option.option), hollow=option.rank is None)
        plot.name(cut(layout.text(option.option.name)), at, look(option.option))
    return plot.finish()


def _price(option: OptionAnswer) -> float:
    return float(option.price.total) / _THOUSAND if option.price else 0.0


def _around(values: list[float], room: float, most: float | None = None) -> tuple[float, float]:
    """Return ends with some room around values, from 0 to `most` at the widest."""
    low, high = min(values), max(values)
    more = ((high - low) or max(abs(high), 1.0)) * room
    top = high + more
    return max(0.0, low - more), top if most is None else min(most, top)
