"""Requests of a page to the window; pages do not know each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.usecases.open_quote import QuoteFile


class TraceableFigure(StrEnum):
    """Figures whose origin can be shown."""

    RESPONSE = "response"
    CAPACITY = "capacity"
    PRICE = "price"
    PROVISIONING = "provisioning"
    USABLE = "usable"


class DocumentKind(StrEnum):
    """Documents that can be exported."""

    REPORT = ".pdf"
    WORKBOOK = ".xlsx"


@dataclass(frozen=True, slots=True)
class ShowTrace:
    """Show where a figure of an option comes from."""

    option_id: int
    figure: TraceableFigure


@dataclass(frozen=True, slots=True)
class ShowEvidence:
    """Show a file of the evidence, at a line and a character of it."""

    file: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class ShowPage:
    """Go to another page."""

    key: str


@dataclass(frozen=True, slots=True)
class ShowFindings:
    """Show all findings, beside the map."""


@dataclass(frozen=True, slots=True)
class ShowThresholds:
    """Show the thresholds of the audit, to be moved."""


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """Show a text at the left of the status bar."""

    text: str


@dataclass(frozen=True, slots=True)
class ShowGuide:
    """Show what the guide says of a topic."""

    topic: str


@dataclass(frozen=True, slots=True)
class ReadQuotes:
    """Read quotes into options; where the option of one is not known, ask."""

    quotes: tuple[QuoteFile, ...]


@dataclass(frozen=True, slots=True)
class ShowPresentation:
    """Show map and answer in full screen."""


@dataclass(frozen=True, slots=True)
class ShowScenarios:
    """Show the scenarios side by side, where they are made."""


@dataclass(frozen=True, slots=True)
class ExportDocument:
    """Ask for a path, and export a document there."""

    document: DocumentKind


PageRequest = (
    ShowTrace | ShowEvidence | ShowPage | ShowFindings | ShowStatus | ShowPresentation
    | ShowScenarios | ShowThresholds | ShowGuide | ExportDocument | ReadQuotes
)  # fmt: skip
