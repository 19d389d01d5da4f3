"""Price against value as a scene, with the efficient frontier."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import FAILS, Interval, Verdict, points_without_price
from arraywise.domain.messages import message
from arraywise.present.charts.axes import rounded_outer_bounds, truncate
from arraywise.present.charts.plot import Plot
from arraywise.present.labels import (
    FRONTIER_TITLE,
    describe_price_per_point,
    short_price_title_in_thousands,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.present.charts.plot import PlotFrame
    from arraywise.present.charts.scene import Medium, Scene

_THOUSAND = 1000.0


@dataclass(frozen=True, slots=True)
class PricedOption:
    """An option with a price and a value."""

    answer: OptionAnswer
    price: float
    value: float

    @property
    def is_passing(self) -> bool:
        """Whether the option passes, so that its value counts."""
        return self.answer.rank is not None

    @property
    def is_on_frontier(self) -> bool:
        """Whether no other that passes is both cheaper and better."""
        return self.answer.on_frontier and self.is_passing


def priced_options(answer: Answer) -> tuple[PricedOption, ...]:
    """Return the options with a price and a value without it, the cheapest first.

    Price is an axis here, so that it is left out of the value (MODEL D6). Options that do not
    pass are shown hollow.
    """
    result = []
    for option in answer.options:
        value = _value_without_price(answer, option)
        if option.price is not None and value is not None:
            result.append(PricedOption(option, float(option.price.total), value))
    return tuple(sorted(result, key=lambda priced: priced.price))


def _value_without_price(answer: Answer, option: OptionAnswer) -> float | None:
    """Return an option's value over the other criteria, 0 to 100; None where it is unknown."""
    if option.verdict is Verdict.NO_DATA:
        return None
    weights = [weight for _, weight in answer.weights]
    other_criteria = [
        (weight, cell.contribution)
        for weight, cell in zip(weights, option.scores, strict=True)
        if cell.criterion is not Criterion.PRICE
    ]
    is_partly_known = any(part is None for _, part in other_criteria)
    if sum(weight for weight, _ in other_criteria) <= 0 or (
        option.value.point is None and is_partly_known
    ):
        return None
    return points_without_price(option, weights)


def option_names_on_chart(priced: Sequence[PricedOption], medium: Medium) -> list[str]:
    """Return the names of options as the chart shows them."""
    names = []
    for each in priced:
        name = truncate(medium.render(each.answer.option.name))
        if each.answer.status in FAILS:
            name = medium.render(message("{option}, fails", option=name))
        names.append(name)
    return names


def draw_value_against_price(
    answer: Answer, priced: Sequence[PricedOption], frame: PlotFrame, medium: Medium
) -> Scene:
    """Return value without price against price, with the efficient frontier dashed (MODEL D6).

    Its spots have the numbers of the priced options as keys; one at least must be given.
    """
    prices, values = [each.price for each in priced], [each.value for each in priced]
    low_x, high_x = rounded_outer_bounds(min(prices), max(prices))
    low_y, high_y = rounded_outer_bounds(min(values), max(values))
    bounds = (max(0.0, low_x), high_x), (max(0.0, low_y), min(100.0, high_y))
    names = option_names_on_chart(priced, medium)
    plot = Plot(medium, frame, *bounds, names)
    title = short_price_title_in_thousands(answer.discount_rate, answer.currency)
    plot.draw_axes(medium.render(title), medium.render(FRONTIER_TITLE), _THOUSAND)
    frontier = [each for each in priced if each.is_on_frontier]
    if frontier:
        corners = [(each.price, each.value) for each in frontier]
        (first, _), (_, last) = corners[0], corners[-1]
        plot.draw_dashed_line([(first, plot.y.low), *corners, (plot.x.high, last)])
    for at, (each, name) in enumerate(zip(priced, names, strict=True)):
        position = each.answer.option.position
        x, y = Interval(None, each.price, None), Interval(None, each.value, None)
        plot.draw_point(x, y, position, hollow=not each.is_passing, key=at)
        plot.add_option_name(name, (each.price, each.value), position, bold=each.is_passing)
    for cheap, dear in pairwise(frontier):
        if dear.value > cheap.value and dear.price > cheap.price:
            rate = (dear.price - cheap.price) / (dear.value - cheap.value)
            middle = (cheap.price + dear.price) / 2, (cheap.value + dear.value) / 2
            plot.add_text_label(
                medium.render(describe_price_per_point(answer.currency, rate)), middle
            )
    return plot.build_scene()
