"""Scoring, opinions, how sure the ranking is, map, scenarios."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from reportlab.platypus import CondPageBreak

from arraywise.domain.criteria import Method, describe_levels, kind_of, rating_levels
from arraywise.domain.decision import WeightKnowledge, round_weight_range_to_percents
from arraywise.domain.estimates import describe_estimate
from arraywise.domain.messages import message
from arraywise.domain.pricing import rate_in_percent
from arraywise.domain.requirement import Goal, Rule
from arraywise.present import figures, numbers
from arraywise.present.charts.ranking import draw_ranking
from arraywise.present.charts.stacked import StackRow, draw_stacked_bars
from arraywise.present.charts.value import priced_options
from arraywise.present.figures import criterion_title
from arraywise.present.numbers import PERCENT
from arraywise.report.charts.decision import lead_chart, map_chart, weight_chart
from arraywise.report.charts.response import frontier_chart
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import ROOM_FOR_A_START
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.criteria import Criterion, Rating
    from arraywise.domain.decision import Answer, CriterionScore, Opinion, OptionAnswer, RankShares
    from arraywise.domain.messages import Message
    from arraywise.present.language import Wording
    from arraywise.report.content import ReportContent, ScenarioAnswer
    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tables import Cell as TablesCell
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks


KNOWLEDGE_WORDS: dict[WeightKnowledge, Message] = {
    WeightKnowledge.STATED: message("weights as stated"),
    WeightKnowledge.ORDER: message("only their order"),
    WeightKnowledge.NOTHING: message("any weights"),
}


def certainty_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set ranks, central weights, pairs and ties; nothing where no draws were made."""
    shared = [option for option in content.ranked if option.rank_shares]
    if not shared:
        return []
    stated = content.answer.certainty
    sure = () if stated.message is None else (stated.message, *stated.details)
    blocks: Blocks = [layout.sentences_paragraph(sure)] if sure else []
    blocks += [
        *_build_rank_shares(content, layout, shared),
        *_build_central_weights(content, layout, shared),
    ]
    if len(shared) > 1:
        blocks += [*_build_pairs(layout, shared), *_build_ties(content, layout)]
    return [*blocks, *_build_dominated(content, layout)]


def _build_rank_shares(
    content: ReportContent, layout: PageLayout, shared: list[OptionAnswer]
) -> Blocks:
    rows = []
    for option in shared:
        name = layout.text(option.option.name)
        for shares in option.rank_shares:
            rows.append(_build_rank_row(layout, option, shares, name))
            name = ""
    count = max(len(shares.shares) for o in shared for shares in o.rank_shares)
    kinds = tuple(layout.text(message("rank {rank}", rank=at + 1)) for at in range(count))
    title = layout.text(message("Share of simulations, %"))
    answer = content.answer
    note = message(
        "{draws:,} simulations, seed {seed}: measurements vary within their intervals; below,"
        " the weights too unless accepted. Beside a bar: share of first ranks with its 95 %"
        " interval.",
        draws=answer.draws,
        seed=answer.seed,
    )
    medium = paper_medium(layout)
    chart = build_drawing(draw_stacked_bars(rows, (PERCENT, title), kinds, layout.width, medium))
    return [layout.captioned_figure(message("Which rank each option takes"), chart, note)]


def _build_rank_row(
    layout: PageLayout, option: OptionAnswer, shares: RankShares, name: str
) -> StackRow:
    words = layout.words
    first, half = shares.shares[0] * PERCENT, shares.half_widths[0] * PERCENT
    return StackRow(
        name=name,
        parts=tuple(share * PERCENT for share in shares.shares),
        texts=tuple(words.number(share * PERCENT) for share in shares.shares),
        label=layout.text(KNOWLEDGE_WORDS[shares.knowledge]),
        note=f"{words.number(first, 1)} ± {words.number(half, 1)} %",
        position=option.option.position,
    )


def _build_central_weights(
    content: ReportContent, layout: PageLayout, shared: list[OptionAnswer]
) -> Blocks:
    criteria = [criterion for criterion, _ in content.answer.weights]
    words = layout.words
    columns = (
        TableColumn(message("Option"), share=1),
        *(
            TableColumn(
                figures.criterion_title(c, content.answer.discount_rate), "%", figures=True
            )
            for c in criteria
        ),
        TableColumn(message("Confidence"), "%", figures=True),
    )
    rows: list[Row] = []
    for option in shared:
        weights = dict(option.central_weights or ())
        central = [words.number(numbers.to_percent(weights.get(c)), 1) for c in criteria]
        confidence = words.number(numbers.to_percent(option.confidence), 1)
        rows.append([layout.option_cell(option.option), *central, confidence])
    note = message(
        "Mean of all weights that rank the option first. Confidence: how often it is first with"
        " these weights while measurements vary. Dash: no weights rank it first."
    )
    title = message("Weights that favour each option")
    return titled_table(layout, title, columns, Rows(rows), note)


def _build_pairs(layout: PageLayout, shared: list[OptionAnswer]) -> Blocks:
    words = layout.words
    columns = (
        TableColumn(message("Ahead of"), share=1),
        *(TableColumn(option.option.name, "%", figures=True) for option in shared),
    )
    rows: list[Row] = []
    for option in shared:
        beats = dict(option.rank_shares[0].beats)
        shares = [words.number(numbers.to_percent(beats.get(o.option.name)), 1) for o in shared]
        rows.append([layout.option_cell(option.option), *shares])
    note = message(
        "Share of simulations in which the row's option is ahead of the column's, with the"
        " stated weights."
    )
    return titled_table(layout, message("One against one"), columns, Rows(rows), note)


def _build_ties(content: ReportContent, layout: PageLayout) -> Blocks:
    if not content.nearest_ties:
        return []
    words = layout.words
    today = content.answer.weights
    columns = (
        TableColumn(message("Rival"), share=1),
        *(
            TableColumn(
                figures.criterion_title(c, content.answer.discount_rate), "%", figures=True
            )
            for c, _ in today
        ),
        TableColumn(message("Distance"), figures=True),
    )
    stated = [words.number(weight * PERCENT, 1) for _, weight in today]
    rows: list[Row] = [[message("Weights as stated"), *stated, ""]]
    for tie in content.nearest_ties:
        weights = dict(tie.weights or ())
        moved = [words.number(numbers.to_percent(weights.get(c)), 1) for c, _ in today]
        rows.append([tie.rival, *moved, words.number(tie.distance, 3)])
    note = message(
        "Weights nearest to the stated ones at which a rival ties with the recommended option."
        " Distance: root of the summed squared changes. Dashes: no tie."
    )
    title = message("The nearest ties")
    return titled_table(layout, title, columns, Rows(rows, strong=frozenset({0})), note)


def _build_dominated(content: ReportContent, layout: PageLayout) -> Blocks:
    said = [
        message(
            "{option} is dominated by {other}: as good in everything, better in something.",
            option=option.option.name,
            other=other,
        )
        for option in content.ranked
        for other in option.dominated_by
    ]
    if not said:
        return []
    return layout.titled_part(
        message("Dominated options"), [layout.bullet_item(sentence) for sentence in said]
    )


METHOD_WORDS: dict[Method, Message] = {
    Method.SWINGS: message("swings"),
    Method.RANKS: message("rank order"),
}


def opinions_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set weights and ranks of everybody; nothing without stakeholders."""
    if not content.answer.opinions:
        return []
    return [*_build_opinion_weights(content, layout), *_build_ranks(content, layout)]


def _build_opinion_weights(content: ReportContent, layout: PageLayout) -> Blocks:
    answer = content.answer
    criteria = [criterion for criterion, _ in answer.weights]
    columns = (
        TableColumn(message("Whose weights"), share=1),
        TableColumn(message("Given as")),
        *(
            TableColumn(criterion_title(c, answer.discount_rate), "%", figures=True)
            for c in criteria
        ),
    )
    words = layout.words
    rows: list[Row] = []
    for opinion in answer.opinions:
        weights = dict(opinion.weights)
        rows.append(
            [
                _weights_owner(opinion),
                "" if opinion.is_mean else METHOD_WORDS[opinion.method],
                *(words.number(weights.get(c, 0.0) * PERCENT, 1) for c in criteria),
            ]
        )
    note = message("Bold: the deciding weights.")
    title = message("Whose weights decide")
    return titled_table(
        layout, title, columns, Rows(rows, strong=_rows_of_deciding_opinions(content)), note
    )


def _build_ranks(content: ReportContent, layout: PageLayout) -> Blocks:
    answer, words = content.answer, layout.words
    columns = (
        TableColumn(message("By the weights of"), share=1),
        *(
            TableColumn(o.option.name, message("rank (points)"), figures=True)
            for o in answer.options
        ),
    )
    rows: list[Row] = []
    for opinion in answer.opinions:
        pairs = zip(opinion.ranks, opinion.values, strict=True)
        cells = [
            words.number(None) if rank is None else f"{words.number(rank)} ({words.number(v, 1)})"
            for rank, v in pairs
        ]
        rows.append([_weights_owner(opinion), *cells])
    title = message("Options by each set of weights")
    return titled_table(
        layout, title, columns, Rows(rows, strong=_rows_of_deciding_opinions(content))
    )


def _rows_of_deciding_opinions(content: ReportContent) -> frozenset[int]:
    return frozenset(i for i, each in enumerate(content.answer.opinions) if each.decides)


def _weights_owner(opinion: Opinion) -> Text:
    if opinion.is_mean:
        return message("Mean of the stakeholders")
    return opinion.name or message("The study")


_SIDE_BY_SIDE = 4
"""Scenarios in one table; more stand in further tables."""


def scenarios_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what differs, then each option's standing; nothing without scenarios."""
    scenarios = content.scenarios
    if not scenarios:
        return []
    heading = layout.subheading(message("Scenarios side by side"), key="scenarios")
    blocks = [
        CondPageBreak(ROOM_FOR_A_START),
        heading,
        *_build_scenario_overview(layout, scenarios),
    ]
    for first in range(0, len(scenarios), _SIDE_BY_SIDE):
        blocks += _build_options_by_scenario(
            content, layout, scenarios[first : first + _SIDE_BY_SIDE]
        )
    return blocks


def _build_scenario_overview(layout: PageLayout, scenarios: Sequence[ScenarioAnswer]) -> Blocks:
    words = layout.words
    columns = (
        TableColumn(message("Scenario"), share=1),
        TableColumn(message("Differs from the base in"), share=2),
        TableColumn(message("Target"), "ms", figures=True),
        TableColumn(message("Demand"), "1/s", figures=True),
        TableColumn(message("Recommended"), share=1),
        TableColumn(message("36 months"), scenarios[0].answer.currency, figures=True),
        TableColumn(message("First"), message("% of simulations"), figures=True),
    )
    rows: list[Row] = []
    for scenario in scenarios:
        answer = scenario.answer
        wanted = answer.recommended
        chosen = next((o for o in answer.options if wanted and o.option.id == wanted.id), None)
        target_s = answer.requirement.target_s
        target = None if isinf(target_s) else numbers.to_milliseconds(target_s)
        rows.append(
            [
                scenario_title(scenario),
                _build_differences_cell(layout, scenario),
                words.number(target, numbers.decimals_for_values([target])),
                words.number(answer.demand_tps, 1),
                layout.option_cell(chosen.option) if chosen else message("none"),
                _build_price_cell(layout, scenario, chosen),
                words.number(numbers.to_percent(chosen.first_share if chosen else None), 1),
            ]
        )
    strong = frozenset(i for i, scenario in enumerate(scenarios) if scenario.in_use)
    note = message("Bold: the scenario of this report.")
    title = message("What each scenario changes and recommends")
    return titled_table(layout, title, columns, Rows(rows, strong=strong), note)


def _build_price_cell(
    layout: PageLayout, scenario: ScenarioAnswer, chosen: OptionAnswer | None
) -> TablesCell:
    """Write the price, and by which rate it is a net present value: scenarios may differ in it."""
    price = layout.words.number(chosen.price.total if chosen and chosen.price else None)
    rate = scenario.answer.discount_rate
    if rate is None:
        return price
    return message("{price} (NPV at {rate:.10g} %/a)", price=price, rate=rate_in_percent(rate))


def _build_differences_cell(layout: PageLayout, scenario: ScenarioAnswer) -> TablesCell:
    if not scenario.differs:
        return ""
    return layout.comma_separated_cell(scenario.differs)


def _build_options_by_scenario(
    content: ReportContent, layout: PageLayout, scenarios: Sequence[ScenarioAnswer]
) -> Blocks:
    words = layout.words
    columns = (
        TableColumn(message("Option"), share=1),
        *(
            TableColumn(scenario_title(each), message("rank (points)"), figures=True)
            for each in scenarios
        ),
    )
    rows: list[Row] = []
    for at, option in enumerate(content.answer.options):
        cells = []
        for scenario in scenarios:
            each = scenario.answer.options[at]
            rank = words.number(each.rank)
            points = words.number(each.value.point, 1)
            cells.append(rank if each.rank is None else f"{rank} ({points})")
        rows.append([layout.option_cell(option.option), *cells])
    note = message("Dash: does not pass the screen of that scenario.")
    title = message("The options in each scenario")
    return titled_table(layout, title, columns, Rows(rows), note)


def scenario_title(scenario: ScenarioAnswer) -> Text:
    """Return what a scenario is called."""
    return scenario.name or message("Base case")


def scoring_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set weights, points and contributions."""
    scored = [option for option in content.ranked if option.scores]
    return [
        *_build_weights(content, layout),
        *opinions_section(content, layout),
        *_build_points(content, layout, scored),
        *_build_ratings(content, layout),
        *_build_contributions(content, layout, scored),
        *_build_sensitivity_charts(content, layout),
        *certainty_section(content, layout),
        *scenarios_section(content, layout),
    ]


def _build_weights(content: ReportContent, layout: PageLayout) -> Blocks:
    answer, words = content.answer, layout.words
    weights = dict(answer.weights)
    ranges = {criterion: (low, high) for criterion, low, high in answer.weight_ranges}
    columns = (
        TableColumn(message("Criterion"), share=1),
        TableColumn(message("Unit")),
        TableColumn(message("Swing"), figures=True),
        TableColumn(message("Weight"), "%", figures=True),
        TableColumn(message("0 points at"), figures=True),
        TableColumn(message("Target"), figures=True),
        TableColumn(message("Points at target"), figures=True),
        TableColumn(message("100 points at"), figures=True),
        *([TableColumn(message("No change within"), "%", figures=True)] if ranges else []),
    )
    rows: list[Row] = [
        [
            figures.criterion_title(setting.criterion, answer.discount_rate),
            figures.criterion_unit(setting.criterion, answer.currency),
            words.number(setting.swing),
            words.number(weights.get(setting.criterion, 0.0) * 100, 1),
            figures.format_anchor(words, setting, setting.limit),
            figures.format_anchor(words, setting, setting.target),
            words.number(setting.target_value),
            figures.format_anchor(words, setting, setting.aspiration),
            *_format_weight_range(
                layout, ranges.get(setting.criterion), weights.get(setting.criterion, 0.0)
            ),
        ]
        for setting in answer.settings
    ]
    note = message(
        "Swing: importance of the step from worst to best anchor, up to 100. Weight: swing over"
        " the sum of swings. Points: linear between the anchors. No change: weights that keep"
        " the recommendation, the others in proportion."
    )
    notes = [note, *_list_anchor_notes(content)]
    return titled_table(layout, message("Weights and anchors"), columns, Rows(rows), *notes)


def _list_anchor_notes(content: ReportContent) -> list[Message]:
    """Return which anchors were kept although something has moved since."""
    answer = content.answer
    result = []
    if answer.open_price_range is not None:
        result.append(
            message(
                "The price range for scoring is proposed from the first price and not"
                " confirmed; it does not follow the options."
            )
        )
    elif content.facts.price_range is not None and answer.requirement.budget is None:
        result.append(message("The price anchors are fixed and do not follow the options."))
    if answer.prices_outside:
        names = ", ".join(answer.prices_outside)
        result.append(message("Beyond the anchors of the price: {option}.", option=names))
    result += [
        message(
            "The swing of “{criterion}” was given for other anchors. Ask for it again.",
            criterion=str(stale.criterion),
        )
        for stale in answer.stale_weights
    ]
    return result


def _format_weight_range(
    layout: PageLayout, ends: tuple[float, float] | None, weight: float
) -> list[str]:
    if ends is None:
        return []
    least, most = round_weight_range_to_percents(*ends, weight)
    decimals = max(_decimals_of_rounded_end(least), _decimals_of_rounded_end(most))
    return [layout.words.span(least, most, decimals)]


def _decimals_of_rounded_end(percent: float) -> int:
    """Return as many decimals as an end was rounded to: one where a tenth says it."""
    return next(n for n in (1, 2, 3, 9) if abs(percent - round(percent, n)) < 1e-9)


def _criterion_titles(content: ReportContent, criteria: Iterable[Criterion]) -> list[Message]:
    rate = content.answer.discount_rate
    return [figures.criterion_title(criterion, rate) for criterion in criteria]


def _build_points(
    content: ReportContent, layout: PageLayout, scored: list[OptionAnswer]
) -> Blocks:
    criteria = [cell.criterion for cell in scored[0].scores] if scored else []
    columns = (
        TableColumn(message("Option"), share=1),
        *(
            TableColumn(word, message("points"), figures=True)
            for word in _criterion_titles(content, criteria)
        ),
        TableColumn(message("Score"), message("points"), figures=True),
        TableColumn(message("95 % interval"), message("points"), figures=True),
    )
    words = layout.words
    rows: list[Row] = [
        [
            layout.option_cell(option.option),
            *(_format_points(layout, cell) for cell in option.scores),
            words.number(option.value.point, 1),
            words.span(option.value.low, option.value.high, 1),
        ]
        for option in scored
    ]
    note = message("Options without a rank do not pass the screen; their points are informative.")
    return titled_table(layout, message("Points of 100"), columns, Rows(rows), note)


def _format_points(layout: PageLayout, cell: CriterionScore) -> str:
    points, words = cell.points, layout.words
    return (
        words.span(points.low, points.high, 1)
        if points.point is None
        else words.number(points.point, 1)
    )


_BETWEEN = message(
    "Between levels: least / most likely / most. The text describes the most likely; points are"
    " the mean of the three."
)


def _build_ratings(content: ReportContent, layout: PageLayout) -> Blocks:
    """Describe what options were rated and what the levels mean; nothing without a rating."""
    words, answer = layout.words, content.answer
    rows: list[Row] = []
    between = False
    for option in answer.options:
        facts = content.facts_of(option.option)
        ratings = dict(facts.ratings) if facts is not None else {}
        for criterion in (c.criterion for c in option.scores if c.criterion in ratings):
            rating, kind = ratings[criterion], kind_of(criterion)
            between = between or (kind.is_rating and not isinstance(rating, int))
            means: Message = (
                describe_levels(criterion, answer.rating_words)[rating_levels(rating)[1] - 1]
                if kind.is_rating
                else message("Entered, in {unit}", unit=kind.unit or "")
            )
            rows.append(
                [
                    layout.option_cell(option.option),
                    kind.label,
                    _format_rating(words, rating),
                    means,
                ]
            )
    columns = (
        TableColumn(message("Option")),
        TableColumn(message("Criterion")),
        TableColumn(message("Level or value"), figures=True),
        TableColumn(message("What it means"), share=1),
    )
    notes = [message("Ratings are judgements, not measurements; levels run from 1, the worst.")]
    notes += [_BETWEEN] if between else []
    return titled_table(layout, message("Ratings"), columns, Rows(rows), *notes) if rows else []


def _format_rating(words: Wording, rating: Rating) -> str:
    """Write a level, a value, or an estimate of one."""
    if isinstance(rating, (int, float)):
        return words.localise(message("{value:,.10g}", value=rating))
    return words.localise(describe_estimate(rating))


def _build_contributions(
    content: ReportContent, layout: PageLayout, scored: list[OptionAnswer]
) -> Blocks:
    ranked = [option for option in scored if option.rank is not None]
    if not ranked:
        return []
    criteria = [cell.criterion for cell in ranked[0].scores]
    columns = (
        TableColumn(message("Rank"), figures=True),
        TableColumn(message("Option"), share=1),
        *(TableColumn(word, figures=True) for word in _criterion_titles(content, criteria)),
        TableColumn(message("Score"), figures=True),
    )
    words = layout.words
    rows: list[Row] = [
        [
            words.number(option.rank),
            layout.option_cell(option.option),
            *(words.number(cell.contribution, 1) for cell in option.scores),
            words.number(option.value.point, 1),
        ]
        for option in ranked
    ]
    note = message("Weight times points: the contributions add up to the score.")
    title = message("What each criterion contributes")
    table = titled_table(layout, title, columns, Rows(rows), note, figures.ROUNDED)
    return [*table, _draw_contribution_chart(content, layout)]


def _draw_contribution_chart(content: ReportContent, layout: PageLayout) -> Flowable:
    medium = paper_medium(layout)
    scene = draw_ranking(content.answer, layout.width, medium, has_legend=True)
    return layout.captioned_figure(message("Scores and their contributions"), build_drawing(scene))


def _weight_ranges_note(answer: Answer) -> Message:
    if any(weight == 1 for _, weight in answer.weights):
        return message(
            "Bar: weights that keep the recommendation. Mark: today's weight. The other"
            " criteria share the change equally."
        )
    return message("Bar: weights that keep the recommendation. Mark: today's weight.")


def _build_sensitivity_charts(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what moves the answer, and what a point costs."""
    answer = content.answer
    blocks: Blocks = []
    leader, lead = answer.recommended, _lead_over_second(content)
    if content.lead_bars and leader is not None:
        blocks.append(
            layout.captioned_figure(
                message(
                    "Lead of {option} with one input moved", option=_recommended_name(content)
                ),
                lead_chart(layout, leader, content.lead_bars, lead),
                message(
                    "Each input moves between its ends, the others fixed. Dotted: today's lead."
                    " Hatched: another option leads; figure: the input value at which the"
                    " recommendation changes."
                ),
            )
        )
    if answer.weight_ranges:
        blocks.append(
            layout.captioned_figure(
                message("Weights that keep the recommendation"),
                weight_chart(layout, answer),
                _weight_ranges_note(answer),
            )
        )
    if answer.frontier and len(priced_options(answer)) > 1:
        blocks.append(
            layout.captioned_figure(
                message("Price against points without price"),
                frontier_chart(layout, answer),
                message(
                    "Dashed: efficient options (no other is both cheaper and better) with the"
                    " price per extra point. Hollow: does not pass."
                ),
            )
        )
    return blocks


def _recommended_name(content: ReportContent) -> str:
    return content.answer.recommended.name if content.answer.recommended else ""


def _lead_over_second(content: ReportContent) -> float | None:
    """Return today's lead of the first over the second, in points."""
    values = [o.value.point for o in content.ranked if o.rank is not None and o.value.point]
    return values[0] - values[1] if len(values) > 1 else None


_RECOMMENDED = message(
    "Colour: the option recommended at that load and target, all else unchanged. The two lines"
    " cross at this study's requirement."
)
_BY_SCORE = message(
    "Colour: the passing option with the highest score at that load and target, all else"
    " unchanged. The two lines cross at this study's requirement."
)


_ALONG_LOAD = message(
    "No response time is required: the map is a band along the load. Colour: the option"
    " recommended there, all else unchanged. Line: this study's load."
)
_READ_MAP = message(
    "Rings: where the recommendation changes along the lines. Texture: basis of the pass."
    " Hatched: an option that a further test could let pass would win. Grey: no option passes."
)


def decision_map_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the map with what it means."""
    if content.map is None or not content.answer.is_stated:
        nothing = message("A map needs a requirement, usable evidence and a load above zero.")
        return [layout.paragraph(nothing)]
    by_score = content.answer.requirement.rule is Rule.FRONTIER
    if content.answer.requirement.goal is Goal.NONE:
        return [
            layout.paragraph(_ALONG_LOAD),
            layout.captioned_figure(
                message("Recommended option by load"),
                map_chart(layout, content, content.map),
                _READ_MAP,
            ),
        ]
    return [
        layout.paragraph(_BY_SCORE if by_score else _RECOMMENDED),
        layout.captioned_figure(
            message(
                "Highest score by load and target"
                if by_score
                else "Recommended option by load and target"
            ),
            map_chart(layout, content, content.map),
            _READ_MAP,
        ),
    ]
