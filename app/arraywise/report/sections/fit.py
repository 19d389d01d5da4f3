"""Does it fit: the screen as one table, and the load curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.demand import effective_capacity
from arraywise.domain.capacity import TB
from arraywise.domain.decision import PASSES, outcome_of
from arraywise.domain.messages import message
from arraywise.domain.requirement import Outcome
from arraywise.present.charts.response import draw_response
from arraywise.present.labels import BASIS_WORDS, OUTCOME_WORDS, basis_or_reason_label
from arraywise.present.numbers import NONE
from arraywise.present.report_messages import describe_load_curve, describe_screen
from arraywise.present.tables.overview import option_columns
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.marks import IconParagraph, verdict_drawing
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from arraywise.domain.decision import OptionAnswer, ScreenRule
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

_CHART_HEIGHT = 250.0
COMPUTED, TYPED = message("computed"), message("stated")
"""On what a figure of the screen rests, where no measurement has it."""
_TYPED_RULES = frozenset({"budget", "shared storage", "files", "restore"})
_WHAT_CURVE = message(
    "Response time against load. Points: means of runs with 95 % intervals; hollow or dotted:"
    " does not count (host limit, or past the highest rate)."
)
_WHAT_DEGRADED = message("Named by a state, dotted and hollow: runs with a part failed.")
_WHAT_SCREEN = message("Each requirement with the figure that it is judged by and its basis.")


def fit_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set what each option shows of each requirement; absent while nothing is required."""
    answer = content.answer
    if not answer.options or not answer.rules or not answer.is_stated:
        return None
    said = describe_screen(answer)
    return SectionPage(said, [*_build_screen(content, layout), *_build_curve(content, layout)])


def _build_screen(content: ReportContent, layout: PageLayout) -> Blocks:
    rules = content.answer.rules
    columns = (
        TableColumn(message("Option"), share=0.7),
        *(TableColumn(rule.message, share=1) for rule in rules),
    )
    rows: list[Row] = [
        [
            layout.option_cell(option.option, Style.CELL_STRONG),
            *(_build_rule_cell(content, layout, option, rule) for rule in rules),
        ]
        for option in content.ranked
    ]
    notes = [
        message("{option}: {reason}", option=option.option.name, reason=option.reason)
        for option in content.ranked
        if option.outcome is not Outcome.PASS and option.verdict not in PASSES
    ]
    table = titled_table(layout, None, columns, Rows(rows))
    lead = layout.paragraph(_WHAT_SCREEN, Style.NOTE)
    return [lead, *table, *(layout.bullet_item(note) for note in notes)]


def _build_rule_cell(
    content: ReportContent, layout: PageLayout, option: OptionAnswer, rule: ScreenRule
) -> IconParagraph:
    """Set the outcome of a rule with the figure that it is judged by, and what that rests on."""
    verdict = dict(option.rule_verdicts).get(rule.name)
    if verdict is None:
        return IconParagraph(verdict_drawing(option.status), layout.paragraph(NONE, Style.CELL))
    outcome = outcome_of(verdict)
    figure = _judged_figure(content, layout, option, rule)
    basis = _basis_of(option, rule, outcome)
    word = OUTCOME_WORDS[outcome]
    if figure:
        both = message("{outcome}, {basis}", outcome=word, basis=basis)
        text = layout.cell_with_fine_print(figure, both)
    else:
        text = layout.cell_with_fine_print(word, basis)
    return IconParagraph(verdict_drawing(verdict), text)


def _judged_figure(
    content: ReportContent, layout: PageLayout, option: OptionAnswer, rule: ScreenRule
) -> str:
    """Return the figure with its unit; empty where a rule has none."""
    answer, words = content.answer, layout.words
    columns = {column.key: column for column in option_columns(answer)}
    if rule is answer.rules[0] and "response" in columns:
        text = layout.text(columns["response"].text(words, option))
        unit = layout.text(columns["response"].unit)
        return "" if text == NONE else f"{text}\N{NO-BREAK SPACE}{unit}"
    if rule.name == "headroom":
        text = layout.text(columns["headroom"].text(words, option))
        return "" if text == NONE else f"{text}\N{NO-BREAK SPACE}%"
    if rule.name == "budget" and option.price is not None:
        return words.number(option.price.total)
    held = effective_capacity(option.option)
    if rule.name == "usable capacity" and held is not None:
        return f"{words.number(held.least / TB, 1)}\N{NO-BREAK SPACE}TB"
    return ""


def _basis_of(option: OptionAnswer, rule: ScreenRule, outcome: Outcome) -> Message:
    """Say what a figure rests on: nobody measures a price."""
    if rule.name in _TYPED_RULES:
        return TYPED
    if rule.name == "usable capacity":
        return COMPUTED
    if outcome is Outcome.NOT_SHOWN:
        return basis_or_reason_label(option)
    return BASIS_WORDS[option.basis]


def _build_curve(content: ReportContent, layout: PageLayout) -> Blocks:
    said = describe_load_curve(content.answer)
    if said is None:
        return []
    medium = paper_medium(layout)
    drawing = build_drawing(draw_response(content.answer, layout.width, _CHART_HEIGHT, medium))
    what = _WHAT_CURVE
    if any(found.levels for option in content.answer.options for found in option.degraded):
        what = message("{one} {other}", one=what, other=_WHAT_DEGRADED)
    return [layout.message_figure(said, what, drawing)]
