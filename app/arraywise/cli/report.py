"""`arraywise report`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.cli.arguments import path
from arraywise.cli.common import DONE, opened_to_read, print_lines
from arraywise.domain.study import LANGUAGES, PAPERS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from arraywise.domain.study import ReportOptions
    from arraywise.store.study import Study


_SECTIONS = (
    "leave out: summary, options, performance, prices, provisioning, scoring, map, findings,"
    " method, trace, evidence"
)


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument("-o", "--out", type=path, required=True, metavar="OUT.pdf")
    p.add_argument("--language", choices=LANGUAGES)
    p.add_argument("--paper", choices=PAPERS)
    p.add_argument("--author", metavar="NAME")
    p.add_argument("--logo", type=path, metavar="PICTURE", help="a PNG or JPEG file")
    p.add_argument("--accent", metavar="#RRGGBB", help="colour of bars and rules")
    p.add_argument("--without", action="append", metavar="SECTION", help=_SECTIONS)
    p.add_argument("--attach", action="append", choices=("workbook", "evidence"))


def run(options: Namespace) -> int:
    """Write the PDF."""
    from arraywise.usecases.export_documents import export_report

    with opened_to_read(options.study) as study:
        export_report(study, options.out, options=_report_options(study, options))
    print_lines(options.out)
    return DONE


def _report_options(study: Study, message: Namespace) -> ReportOptions:
    """Return the choices that the study keeps, those that the command names in their place."""
    from arraywise.store.reading.inputs import report_options
    from arraywise.usecases.edit_study import read_logo

    stored = report_options(study)
    return replace(
        stored,
        language=message.language or stored.language,
        paper=message.paper or stored.paper,
        author=stored.author if message.author is None else message.author,
        accent=stored.accent if message.accent is None else message.accent,
        logo=stored.logo if message.logo is None else read_logo(message.logo),
        left_out=stored.left_out if message.without is None else frozenset(message.without),
        attach_workbook=stored.attach_workbook or "workbook" in (message.attach or ()),
        attach_evidence=stored.attach_evidence or "evidence" in (message.attach or ()),
    )
