"""What a section of the report is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from reportlab.platypus import Flowable

    from arraywise.domain.said import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report with its own heading and bookmark."""

    key: str
    title: Said
    build: Callable[[ReportContent, Layout], list[Flowable]]
