"""Commands that answer: decide, report, export."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.cli.common import (
    DONE,
    opened_for_reading,
    opening_in_background,
    print_json,
    print_lines,
)
from arraywise.cli.path_arguments import parse_path, parser_of_new_file
from arraywise.domain.messages import refuse
from arraywise.domain.study import LANGUAGES, PAPERS, Edition, ReportOptions

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from arraywise.domain.decision import Answer, Robustness
    from arraywise.store.study import Study


def add_decide_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `decide`."""
    p.add_argument("study", type=parse_path)
    p.add_argument("--scenario", metavar="NAME", help="as if it were in use; 'base' is the base")
    p.add_argument("--json", action="store_true")


def run_decide(options: Namespace) -> int:
    """Screen the options, score them and recommend one."""
    with opening_in_background(options.study, to_read=True) as opened:
        from arraywise.usecases.decide_study import decide_with_runway

        with opened.result() as study:
            if options.json:
                from arraywise.cli.json_output import decision_document

                print_json(decision_document(*_decide_with_robustness(study, options.scenario)))
                return DONE
            from arraywise.cli.text_output import answer_lines

            # What would change the answer is not asked: the listing does not state it.
            if options.scenario is None:
                print_lines(*answer_lines(*decide_with_runway(study)))
                return DONE
            result, robustness = _decide_with_robustness(study, options.scenario)
            print_lines(*answer_lines(result, robustness.runway))
    return DONE


def _decide_with_robustness(study: Study, scenario: str | None) -> tuple[Answer, Robustness]:
    """Decide a study as it is stored, or as it is in one of its scenarios."""
    if scenario is None:
        from arraywise.usecases.decide_study import decide_with_robustness

        return decide_with_robustness(study)
    from arraywise.usecases.compare_scenarios import decide_scenario

    return decide_scenario(study, scenario)


_SECTIONS = (
    "leave out, parted by commas: summary, question, options, fit, costs, lifetime, reasons,"
    " changes, risks, not-shown, steps, materials, levels, method, glossary, evidence"
)
_EDITION = "full unless the study cannot decide yet, then plan"


def add_report_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `report`."""
    p.add_argument("study", type=parse_path)
    p.add_argument(
        "-o", "--out", type=parser_of_new_file(".pdf"), required=True, metavar="OUT.pdf"
    )
    p.add_argument("--edition", choices=tuple(Edition), help=_EDITION)
    p.add_argument("--language", choices=LANGUAGES)
    p.add_argument("--paper", choices=PAPERS)
    p.add_argument("--author", metavar="NAME")
    p.add_argument("--logo", type=parse_path, metavar="PICTURE", help="a PNG or JPEG file")
    p.add_argument("--no-logo", action="store_true", help="leave the study's logo out")
    p.add_argument("--accent", metavar="#RRGGBB", help="colour of bars and rules")
    p.add_argument("--without", action="append", metavar="SECTIONS", help=_SECTIONS)
    p.add_argument("--attach", action="append", choices=("workbook", "evidence"))


def run_report(options: Namespace) -> int:
    """Write the PDF."""
    from arraywise.usecases.export_documents import export_report

    with opened_for_reading(options.study) as study:
        export_report(study, options.out, options=_merge_report_options(study, options))
    print_lines(options.out)
    return DONE


def _merge_report_options(study: Study, given: Namespace) -> ReportOptions:
    """Return the study's report options, with those of the command line in their place."""
    from arraywise.store.reading.inputs import read_report_options
    from arraywise.usecases.edit_study import load_logo_as_png

    stored = read_report_options(study)
    logo = b"" if given.no_logo else stored.logo
    return replace(
        stored,
        edition=stored.edition if given.edition is None else given.edition,
        language=given.language or stored.language,
        paper=given.paper or stored.paper,
        author=stored.author if given.author is None else given.author,
        accent=stored.accent if given.accent is None else given.accent,
        logo=logo if given.logo is None else load_logo_as_png(given.logo),
        left_out=stored.left_out if given.without is None else _parse_section_keys(given.without),
        attach_workbook=stored.attach_workbook or "workbook" in (given.attach or ()),
        attach_evidence=stored.attach_evidence or "evidence" in (given.attach or ()),
    )


def _parse_section_keys(texts: list[str]) -> frozenset[str]:
    """Return the keys of the sections that are named, parted by commas.

    Raises:
        UserError: When there is no such section.
    """
    from arraywise.report.sections import ALL_SECTIONS

    known = [section.key for section in ALL_SECTIONS]
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    keys = frozenset(names)
    for key in keys.difference(known):
        refuse("There is no section “{name}”; choose {known}.", name=key, known=", ".join(known))
    return keys


def add_export_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `export`."""
    p.add_argument("study", type=parse_path)
    p.add_argument(
        "-o", "--out", type=parser_of_new_file(".xlsx"), required=True, metavar="OUT.xlsx"
    )
    p.add_argument("--language", choices=LANGUAGES)


def run_export(options: Namespace) -> int:
    """Write the workbook."""
    from arraywise.usecases.export_documents import export_workbook

    with opened_for_reading(options.study) as study:
        export_workbook(study, options.out, options.language)
    print_lines(options.out)
    return DONE
