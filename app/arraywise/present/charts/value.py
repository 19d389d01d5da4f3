"""Price against value as a scene, with the efficient frontier."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import FAILS, Interval, Verdict, merit
from arraywise.domain.messages import message
from arraywise.present.charts.axes import round_outwards, truncate
from arraywise.present.charts.plot import Plot
from arraywise.present.labels import FRONTIER_TITLE, price_in_thousands, price_of_point

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
    def counts(self) -> bool:
        """Whether the option passes, so that its value counts."""
        return self.answer.rank is not None

    @property
    def is_on_frontier(self) -> bool:
        """Whether no other that passes is both cheaper and better."""
        return self.answer.on_frontier and self.counts


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
        for weight, cell in zip(weights, option.cells, strict=True)
        if cell.criterion is not Criterion.PRICE
    ]
    is_partly_known = any(part is None for _, part in other_criteria)
    if sum(weight for weight, _ in other_criteria) <= 0 or (
        option.value.point is None and is_partly_known
    ):
        return None
    return merit(option, weights)


def value_names(priced: Sequence[PricedOption], medium: Medium) -> list[str]:
    """Return the names of options as the chart shows them."""
    names = []
    for each in priced:
        name = truncate(medium.render(each.answer.option.name))
        if each.answer.status in FAILS:
            name = medium.render(message("{option}, fails", option=name))
        names.append(name)
    return names


def draw_value(
    answer: Answer, priced: Sequence[PricedOption], frame: PlotFrame, medium: Medium
) -> Scene:
    """Return value without price against price, with the efficient frontier dashed (MODEL D6).

    Its spots have the numbers of the priced options as keys; one at least must be given.
    """
    prices, values = [each.price for each in priced], [each.value for each in priced]
    low_x, high_x = round_outwards(min(prices), max(prices))
    low_y, high_y = round_outwards(min(values), max(values))
    bounds = (max(0.0, low_x), high_x), (max(0.0, low_y), min(100.0, high_y))
    names = value_names(priced, medium)
    plot = Plot(medium, frame, *bounds, names)
    title = price_in_thousands(answer.discount_rate, answer.currency)
    plot.axes(medium.render(title), medium.render(FRONTIER_TITLE), _THOUSAND)
    frontier = [each for each in priced if each.is_on_frontier]
    if frontier:
        corners = [(each.price, each.value) for each in frontier]
        (first, _), (_, last) = corners[0], corners[-1]
        plot.steps([(first, plot.y.low), *corners, (plot.x.high, last)])
    for at, (each, name) in enumerate(zip(priced, names, strict=True)):
        position = each.answer.option.position
        x, y = Interval(None, each.price, None), Interval(None, each.value, None)
        plot.point(x, y, position, hollow=not each.counts, key=at)
        plot.name(name, (each.price, each.value), position, bold=each.counts)
    for cheap, dear in pairwise(frontier):
        if dear.value > cheap.value and dear.price > cheap.price:
            rate = (dear.price - cheap.price) / (dear.value - cheap.value)
            middle = (cheap.price + dear.price) / 2, (cheap.value + dear.value) / 2
            plot.remark(medium.render(price_of_point(answer.currency, rate)), middle)
    return plot.scene()
