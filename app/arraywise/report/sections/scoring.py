"""How the options score: weights, value functions, points, and what each contributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import describe_levels, kind_of, levels_of
from arraywise.domain.estimate import say_estimate
from arraywise.domain.said import say
from arraywise.domain.sureness import rounded_inwards
from arraywise.report import figures
from arraywise.report.blocks import changes_table
from arraywise.report.charts.frontier import frontier_chart, priced_and_valued
from arraywise.report.charts.sensitivity import lead_chart, weight_chart
from arraywise.report.charts.stacked import StackAxis, StackRow, stacked_chart
from arraywise.report.figures import CRITERION_WORDS
from arraywise.report.sections import opinions, scenarios, sureness
from arraywise.report.styles import look
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reportlab.platypus import Flowable

    from arraywise.domain.criteria import Criterion
    from arraywise.domain.decision import Answer, Cell, OptionAnswer
    from arraywise.domain.said import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row
    from arraywise.report.wording import Wording


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set weights, points and contributions."""
    scored = [option for option in content.ranked if option.cells]
    return [
        *_weights(content, layout),
        *opinions.build(content, layout),
        *_points(content, layout, scored),
        *_ratings(content, layout),
        *_contributions(content, layout, scored),
        *_charts(content, layout),
        *sureness.build(content, layout),
        *changes_table(content.answer, layout, content.answer.changes),
        *scenarios.build(content, layout),
    ]


def _weights(content: ReportContent, layout: Layout) -> list[Flowable]:
    answer, words = content.answer, layout.words
    weights = dict(answer.weights)
    ranges = {criterion: (low, high) for criterion, low, high in answer.weight_ranges}
    columns = (
        Column(say("Criterion"), share=1),
        Column(say("Unit")),
        Column(say("Swing"), figures=True),
        Column(say("Weight"), "%", figures=True),
        Column(say("0 points at"), figures=True),
        Column(say("Target"), figures=True),
        Column(say("Points at target"), figures=True),
        Column(say("100 points at"), figures=True),
        *([Column(say("No change within"), "%", figures=True)] if ranges else []),
    )
    rows: list[Row] = [
        [
            figures.criterion_word(setting.criterion, answer.discount_rate),
            figures.unit_of(setting.criterion, answer.currency),
            words.number(setting.swing),
            words.number(weights.get(setting.criterion, 0.0) * 100, 1),
            figures.anchor(words, setting, setting.limit),
            figures.anchor(words, setting, setting.target),
            words.number(setting.target_value),
            figures.anchor(words, setting, setting.aspiration),
            *_range(layout, ranges.get(setting.criterion), weights.get(setting.criterion, 0.0)),
        ]
        for setting in answer.settings
    ]
    note = say(
        "Swing: how much the step from the worst to the best anchor matters, on a scale up to 100."
        " Weight: a swing over the sum of all swings. Points run straight between"
        " the anchors and do not depend on which options take part. No change: weights that leave"
        " the recommendation as it is, the others keeping their proportions."
    )
    notes = [note, *_further_points(answer, words), *_anchor_notes(content)]
    return titled_table(layout, say("Weights and anchors"), columns, Rows(rows), *notes)


def _further_points(answer: Answer, words: Wording) -> list[Said]:
    """Say which further points value functions run through."""
    found = []
    for setting in answer.settings:
        kind = kind_of(setting.criterion)
        corners = "; ".join(
            words.say(say(kind.figure, figure=attribute * kind.per_unit))
            + f" = {words.number(points, int(points % 1 > 0))}"
            for attribute, points in setting.further
        )
        if corners:
            said = say(
                "Further points of “{criterion}”, with what they are worth: {corners}.",
                criterion=setting.criterion.value,
                corners=corners,
            )
            found.append(said)
    return found


def _anchor_notes(content: ReportContent) -> list[Said]:
    """Say which anchors were kept although something has moved since."""
    answer = content.answer
    found = []
    if answer.open_price_range is not None:
        found.append(
            say(
                "The range that prices are valued over is proposed from the first price and not"
                " confirmed; it does not follow the options."
            )
        )
    elif content.facts.price_range is not None and answer.requirement.budget is None:
        found.append(
            say(
                "The anchors of the price were settled once and are kept: they do not follow the"
                " options."
            )
        )
    if answer.prices_outside:
        names = ", ".join(answer.prices_outside)
        found.append(say("Beyond the anchors of the price: {option}.", option=names))
    found += [
        say(
            "The swing of “{criterion}” was given for other anchors than those used now; it should"
            " be asked again.",
            criterion=str(stale.criterion),
        )
        for stale in answer.stale_weights
    ]
    return found


def _range(layout: Layout, ends: tuple[float, float] | None, weight: float) -> list[str]:
    if ends is None:
        return []
    least, most = rounded_inwards(*ends, weight)
    decimals = max(_decimals(least), _decimals(most))
    return [layout.words.span(least, most, decimals)]


def _decimals(percent: float) -> int:
    """Return as many decimals as an end was rounded to: one where a tenth says it."""
    return next(n for n in (1, 2, 3, 9) if abs(percent - round(percent, n)) < 1e-9)


def _words(content: ReportContent, criteria: Iterable[Criterion]) -> list[Said]:
    rate = content.answer.discount_rate
    return [figures.criterion_word(criterion, rate) for criterion in criteria]


def _points(content: ReportContent, layout: Layout, scored: list[OptionAnswer]) -> list[Flowable]:
    criteria = [cell.criterion for cell in scored[0].cells] if scored else []
    columns = (
        Column(say("Option"), share=1),
        *(Column(word, say("points"), figures=True) for word in _words(content, criteria)),
        Column(say("Score"), say("points"), figures=True),
        Column(say("95 % interval"), say("points"), figures=True),
    )
    words = layout.words
    rows: list[Row] = [
        [
            layout.option(option.option),
            *(_cell_points(layout, cell) for cell in option.cells),
            words.number(option.value.point, 1),
            words.span(option.value.low, option.value.high, 1),
        ]
        for option in scored
    ]
    note = say("Options without a rank do not pass the screen; their points are for information.")
    return titled_table(layout, say("Points of 100"), columns, Rows(rows), note)


def _cell_points(layout: Layout, cell: Cell) -> str:
    points, words = cell.points, layout.words
    return (
        words.span(points.low, points.high, 1)
        if points.point is None
        else words.number(points.point, 1)
    )


_BETWEEN = say(
    "Between levels: the least / most likely / most; what it means is said of the most likely,"
    " its points are those of the mean of the three."
)


def _ratings(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Say what options were rated and what the levels mean; nothing without a rating."""
    words, answer = layout.words, content.answer
    rows: list[Row] = []
    between = False
    for option in answer.options:
        facts = content.facts_of(option.option)
        ratings = dict(facts.ratings) if facts is not None else {}
        for criterion in (c.criterion for c in option.cells if c.criterion in ratings):
            rating = ratings[criterion]
            means = describe_levels(criterion, answer.rating_words)[levels_of(rating)[1] - 1]
            between = between or not isinstance(rating, int)
            level = str(rating) if isinstance(rating, int) else words.say(say_estimate(rating))
            rows.append([layout.option(option.option), CRITERION_WORDS[criterion], level, means])
    columns = (
        Column(say("Option")),
        Column(say("Criterion")),
        Column(say("Level"), figures=True),
        Column(say("What it means"), share=1),
    )
    notes = [say("Ratings are judgements, not measurements; levels run from 1, the worst, to 5.")]
    notes += [_BETWEEN] if between else []
    return titled_table(layout, say("Ratings"), columns, Rows(rows), *notes) if rows else []


def _contributions(
    content: ReportContent, layout: Layout, scored: list[OptionAnswer]
) -> list[Flowable]:
    ranked = [option for option in scored if option.rank is not None]
    if not ranked:
        return []
    criteria = [cell.criterion for cell in ranked[0].cells]
    columns = (
        Column(say("Rank"), figures=True),
        Column(say("Option"), share=1),
        *(Column(word, figures=True) for word in _words(content, criteria)),
        Column(say("Score"), figures=True),
    )
    words = layout.words
    rows: list[Row] = [
        [
            words.number(option.rank),
            layout.option(option.option),
            *(words.number(cell.contribution, 1) for cell in option.cells),
            words.number(option.value.point, 1),
        ]
        for option in ranked
    ]
    note = say("Weight times points: the contributions add up to the score.")
    title = say("What each criterion contributes")
    table = titled_table(layout, title, columns, Rows(rows), note, figures.ROUNDED)
    return [*table, _contribution_chart(content, layout, ranked)]


def _contribution_chart(
    content: ReportContent, layout: Layout, ranked: list[OptionAnswer]
) -> Flowable:
    words = layout.words
    rows = []
    for option in ranked:
        parts = tuple(cell.contribution or 0.0 for cell in option.cells)
        texts = tuple(words.number(part, 1) for part in parts)
        name, shown = layout.text(option.option.name), look(option.option)
        note = words.number(option.value.point, 1)
        rows.append(StackRow(name, parts, texts, note=note, look=shown))
    criteria = [cell.criterion for cell in ranked[0].cells]
    kinds = tuple(layout.text(word) for word in _words(content, criteria))
    axis = StackAxis(100.0, layout.text(say("Points of 100")), kinds)
    return layout.figure(
        say("The scores and what they are made of"), stacked_chart(layout, rows, axis)
    )


def _said_of_bars(answer: Answer) -> Said:
    if any(weight == 1 for _, weight in answer.weights):
        return say(
            "Bar: the weights that change nothing. Mark: today's weight. What the one criterion"
            " gives up, the others share equally."
        )
    return say("Bar: the weights that change nothing. Mark: today's weight.")


def _charts(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set what moves the answer, and what a point costs."""
    answer = content.answer
    blocks: list[Flowable] = []
    if content.lead_bars:
        blocks.append(
            layout.figure(
                say("Lead of {option} with one input moved", option=_leader(content)),
                lead_chart(layout, answer, content.lead_bars, _lead(content)),
                say(
                    "Each input is moved to both of its ends, the others staying as they are."
                    " Dotted: today's lead. Hatched: another option leads; the figure beside it"
                    " is the value at which the recommendation changes."
                ),
            )
        )
    if answer.weight_ranges:
        blocks.append(
            layout.figure(
                say("Weights that leave the recommendation as it is"),
                weight_chart(layout, answer),
                _said_of_bars(answer),
            )
        )
    if answer.frontier and len(priced_and_valued(answer)) > 1:
        blocks.append(
            layout.figure(
                say("Price against the points gained apart from price"),
                frontier_chart(layout, answer),
                say(
                    "Dashed: the efficient options, none of which is both dearer and worse, with"
                    " what a point more costs. Hollow: does not pass."
                ),
            )
        )
    return blocks


def _leader(content: ReportContent) -> str:
    return content.answer.recommended.name if content.answer.recommended else ""


def _lead(content: ReportContent) -> float | None:
    """Return today's lead of the first over the second, in points."""
    values = [o.value.point for o in content.ranked if o.rank is not None and o.value.point]
    return values[0] - values[1] if len(values) > 1 else None
