"""`arraywise report`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.cli.arguments import path
from arraywise.cli.common import DONE
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
    from arraywise.store.study import open_study
    from arraywise.usecases.export_documents import export_report

    with open_study(options.study) as study:
        export_report(study, options.out, options=_report_options(study, options))
    print(options.out)
    return DONE


def _report_options(study: Study, said: Namespace) -> ReportOptions:
    """Return the choices that the study keeps, those that the command names in their place."""
    from arraywise.store.reading.inputs import report_options
    from arraywise.usecases.edit_study import read_logo

    kept = report_options(study)
    return replace(
        kept,
        language=said.language or kept.language,
        paper=said.paper or kept.paper,
        author=kept.author if said.author is None else said.author,
        accent=kept.accent if said.accent is None else said.accent,
        logo=kept.logo if said.logo is None else read_logo(said.logo),
        left_out=kept.left_out if said.without is None else frozenset(said.without),
        attach_workbook=kept.attach_workbook or "workbook" in (said.attach or ()),
        attach_evidence=kept.attach_evidence or "evidence" in (said.attach or ()),
    )
