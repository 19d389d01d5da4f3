"""The options: a line and a small drawing each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.demand import effective_capacity
from arraywise.domain.capacity import NO_REDUCTION, TB, format_drives, format_reduction
from arraywise.domain.messages import message
from arraywise.domain.options import Architecture
from arraywise.present.charts.architecture import draw_architecture
from arraywise.present.labels import price_column_title
from arraywise.present.numbers import NONE, provisioning_minutes_decimals, to_minutes
from arraywise.present.report_messages import describe_options
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row

ARCHITECTURE_WORDS: dict[Architecture, Message] = {
    Architecture.DAS: message("Drives attached to the host"),
    Architecture.FC_SAN: message("Block storage over Fibre Channel"),
    Architecture.ISCSI_SAN: message("Block storage over iSCSI"),
    Architecture.NVME_TCP_SAN: message("Block storage over NVMe/TCP"),
    Architecture.NVME_FC_SAN: message("Block storage over NVMe/FC"),
    Architecture.NAS: message("File storage over the network"),
    Architecture.HYPERCONVERGED: message("Hyperconverged hosts"),
    Architecture.CLOUD_BLOCK: message("Block storage of a cloud"),
    Architecture.HOST_FLASH_CACHE: message("Attached drives with a flash cache in the host"),
}


def options_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the options by rank; columns that no option fills are left out."""
    if not content.answer.options:
        return None
    answer = content.answer
    columns = [
        TableColumn("", least=76.0),
        TableColumn(message("Option"), share=1),
        TableColumn(message("Usable"), "TB", figures=True),
        TableColumn(price_column_title(answer.discount_rate), answer.currency, figures=True),
        TableColumn(message("Provisioning"), message("min"), figures=True),
    ]
    rows = [_build_row(content, layout, option) for option in content.ranked]
    kept = [at for at in range(len(columns)) if any(row[at] not in {"", NONE} for row in rows)]
    cells: list[Row] = [[row[at] for at in kept] for row in rows]
    table = titled_table(layout, None, [columns[at] for at in kept], Rows(cells))
    return SectionPage(describe_options(answer), table)


def _build_row(content: ReportContent, layout: PageLayout, option: OptionAnswer) -> Row:
    words, held, answer = layout.words, effective_capacity(option.option), content.answer
    usable = NONE
    if held is not None:
        ends = held.least / TB, held.most / TB
        usable = words.number(ends[0], 1) if ends[0] == ends[1] else words.span(*ends, 1)
    minutes = to_minutes(option.provisioning_s.point)
    return [
        build_drawing(draw_architecture(option.option, paper_medium(layout).unit)),
        layout.option_with_lines(option.option, _describe_option(option)),
        usable,
        words.number(option.price.total if option.price else None),
        words.number(minutes, provisioning_minutes_decimals(answer)),
    ]


def _describe_option(option: OptionAnswer) -> list[Message]:
    """Return its architecture and its drives, each a line."""
    known = ARCHITECTURE_WORDS.get(option.option.architecture)
    lines = [] if known is None else [known]
    capacity = option.option.capacity
    return lines if capacity is None else [*lines, *_describe_capacity(capacity)]


def _describe_capacity(capacity: Capacity) -> Iterator[Message]:
    if capacity.stated_bytes is not None:
        yield message("{size:,.6g} TB usable as stated.", size=capacity.stated_bytes / TB)
    for drives in capacity.drives:
        yield message("{drives}", drives=format_drives((drives,)))
    if capacity.reduction != NO_REDUCTION:
        yield message(
            "Reduction {ratio} : 1, measured."
            if capacity.is_measured
            else "Reduction {ratio} : 1, claimed.",
            ratio=format_reduction(capacity.reduction),
        )
