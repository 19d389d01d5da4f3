"""`arraywise report`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.cli.arguments import new_file, path
from arraywise.cli.common import DONE, opened_to_read, print_lines
from arraywise.domain.messages import UserError, message
from arraywise.domain.study import LANGUAGES, PAPERS, ReportOptions

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from arraywise.store.study import Study


_SECTIONS = (
    "leave out, parted by commas: summary, options, performance, prices, provisioning, scoring,"
    " map, runway, findings, method, traces, evidence"
)


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument("-o", "--out", type=new_file(".pdf"), required=True, metavar="OUT.pdf")
    p.add_argument("--language", choices=LANGUAGES)
    p.add_argument("--paper", choices=PAPERS)
    p.add_argument("--author", metavar="NAME")
    p.add_argument("--logo", type=path, metavar="PICTURE", help="a PNG or JPEG file")
    p.add_argument("--accent", metavar="#RRGGBB", help="colour of bars and rules")
    p.add_argument("--without", action="append", metavar="SECTIONS", help=_SECTIONS)
    p.add_argument("--attach", action="append", choices=("workbook", "evidence"))


def run(options: Namespace) -> int:
    """Write the PDF."""
    from arraywise.usecases.export_documents import export_report

    with opened_to_read(options.study) as study:
        export_report(study, options.out, options=_report_options(study, options))
    print_lines(options.out)
    return DONE


def _report_options(study: Study, given: Namespace) -> ReportOptions:
    """Return the choices that the study keeps, those that the command names in their place."""
    from arraywise.store.reading.inputs import report_options
    from arraywise.usecases.edit_study import read_logo

    stored = report_options(study)
    return replace(
        stored,
        language=given.language or stored.language,
        paper=given.paper or stored.paper,
        author=stored.author if given.author is None else given.author,
        accent=stored.accent if given.accent is None else given.accent,
        logo=stored.logo if given.logo is None else read_logo(given.logo),
        left_out=stored.left_out if given.without is None else _sections(given.without),
        attach_workbook=stored.attach_workbook or "workbook" in (given.attach or ()),
        attach_evidence=stored.attach_evidence or "evidence" in (given.attach or ()),
    )


def _sections(named: list[str]) -> frozenset[str]:
    """Return the keys of the sections that are named, parted by commas.

    Raises:
        UserError: There is no such section.
    """
    from arraywise.report.sections import ALL_SECTIONS

    known = [section.key for section in ALL_SECTIONS]
    names = [name.strip() for text in named for name in text.split(",") if name.strip()]
    keys = frozenset("trace" if name == "traces" else name for name in names)
    for key in keys.difference(known):
        sentence = message(
            "There is no section “{name}”; choose {known}.", name=key, known=", ".join(known)
        )
        raise UserError(sentence)
    return keys
