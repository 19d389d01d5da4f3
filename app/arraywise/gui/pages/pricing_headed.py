"""What is said of a pasted table: its own headings, and the notation of its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.gui import figures
from arraywise.gui.wording import tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.gui.sheets.columns import Column
    from arraywise.usecases.headed_lines import HeadedLines
    from arraywise.usecases.pasted_figures import PastedFigures

translate = QCoreApplication.translate


def say_headed(table: HeadedLines, columns: Sequence[Column]) -> tuple[str, str, str]:
    """Return kind, head and text of the banner: what was taken, and which columns were not."""
    titles = {column.key: column.name for column in columns}
    head = translate("Pricing", "Pasted by its headings, lines: {count}.")
    named = translate("Pricing", "Taken: {names}.")
    said = [named.format(names=", ".join(titles[key] for key in table.keys))]
    if table.left_out:
        left = translate("Pricing", "Left out: {names}.")
        said.append(left.format(names=", ".join(table.left_out)))
    if table.rows_left_out:
        rows = translate("Pricing", "No lines, and left out: {names}.")
        said.append(rows.format(names=", ".join(table.rows_left_out)))
    said.append(translate("Pricing", "Ctrl+Shift+V pastes cells as they stand."))
    said += map(tell, table.remarks)
    count = figures.number(len(table.lines))
    kind = "warn" if table.rows_left_out or table.remarks else "info"
    return kind, head.format(count=count), " ".join(said)


def say_figures(pasted: PastedFigures) -> str:
    """Say how pasted figures were read where that is not plain; else nothing."""
    if pasted.turned:
        said = translate(
            "Pricing",
            "The pasted figures have the other decimal mark, as in \u201c{text}\u201d; they were"
            " read so.",
        )
        return said.format(text=pasted.turned)
    if pasted.unsure:
        said = translate(
            "Pricing",
            "\u201c{text}\u201d was read with decimals, as it is written here; where it means"
            " thousands, type it without that mark.",
        )
        return said.format(text=pasted.unsure)
    return ""
