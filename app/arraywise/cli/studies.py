"""Commands on whole studies: new, demo, template, support-bundle."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.cli.arguments import parse_currency
from arraywise.cli.common import (
    DONE,
    open_study,
    opened_for_reading,
    print_lines,
    terminal_progress,
)
from arraywise.cli.path_arguments import parse_path, parser_of_new_file
from arraywise.domain.messages import UserError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from arraywise.store.study import Study


def add_new_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `new`."""
    p.add_argument("study", type=parser_of_new_file(".arraywise"))
    p.add_argument("--currency", type=parse_currency, metavar="ISO", help="EUR, or the template's")
    p.add_argument("--client", default="", metavar="NAME")
    p.add_argument("--template", type=parse_path, metavar="FILE",
                   help="begin with options, criteria, prices of another study")  # fmt: skip


def run_new(options: Namespace) -> int:
    """Create a study, empty or from a template."""
    with _create_study(options) as study:
        print_lines(study.path)
    return DONE


def _create_study(options: Namespace) -> Study:
    if options.template is not None:
        from arraywise.usecases.copy_study import create_study_from_template

        return create_study_from_template(
            options.study,
            options.template,
            client=options.client,
            currency=options.currency or "",
        )
    from arraywise.store.study import create_study

    currency = options.currency or "EUR"
    return create_study(
        options.study, name=options.study.stem, client=options.client, currency=currency
    )


def add_repair_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `repair`."""
    p.add_argument("study", type=parse_path)


def run_repair(options: Namespace) -> int:
    """Set the log beside a study aside where the study cannot be opened with it."""
    from arraywise.domain.messages import LogUnusable

    try:
        open_study(options.study).close()
    except LogUnusable as error:
        print_lines(error, error=True)
        open_study(options.study, without_log=True).close()
        print_lines(f"{options.study.name} opens without its log.")
    else:
        print_lines(f"{options.study.name} opens as it is; nothing was changed.")
    return DONE


def add_template_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `template`."""
    p.add_argument("study", type=parse_path)
    p.add_argument(
        "template",
        type=parser_of_new_file(".arraywise"),
        metavar="FILE",
        help="a new file, *.arraywise",
    )


def run_template(options: Namespace) -> int:
    """Save options, criteria, price lines and wording of a study; no evidence, no client."""
    from arraywise.usecases.copy_study import save_template

    with opened_for_reading(options.study) as study:
        save_template(study, options.template)
    print_lines(options.template)
    return DONE


def add_demo_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `demo`."""
    p.add_argument("--out", type=parse_path, default=Path("build/demo"), metavar="DIR")
    from arraywise.usecases.create_sample import SAMPLE_STUDIES

    names = [sample.name for sample in SAMPLE_STUDIES]
    p.add_argument("--study", default=names[0], choices=names)


def run_demo(options: Namespace) -> int:
    """Build the sample study with its documents and print the recommendation."""
    from arraywise.present.headline import build_headline
    from arraywise.usecases.create_sample import build_sample_study
    from arraywise.usecases.decide_study import decide_study
    from arraywise.usecases.export_documents import export_report, export_workbook

    options.out.mkdir(parents=True, exist_ok=True)
    base = options.out / options.study
    study_path = base.with_suffix(".arraywise")
    _rename_earlier_demo(study_path)
    with build_sample_study(study_path, options.study, progress=terminal_progress()) as study:
        answer = decide_study(study)
        export_report(study, base.with_suffix(".pdf"))
        export_workbook(study, base.with_suffix(".xlsx"))
    recommended = answer.recommended
    print_lines(f"recommended: {recommended.name if recommended else 'none'}")
    for line in build_headline(answer).lines:
        print_lines(" ".join(map(str, line)))
    for suffix in (".arraywise", ".pdf", ".xlsx"):
        print_lines(base.with_suffix(suffix))
    return DONE


def _rename_earlier_demo(path: Path) -> None:
    """Rename a study of an earlier demo, which may have been edited since."""
    from arraywise.store.connection import StudyInUse

    if not path.exists():
        return
    try:
        open_study(path).close()
    except StudyInUse:
        raise
    except UserError:
        pass  # whatever it is, it is kept all the same
    stored = path.with_name(f"{path.stem}.previous{path.suffix}")
    path.replace(stored)
    print_lines(f"the study that was there is kept as {stored}", error=True)


def add_support_bundle_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `support-bundle`."""
    p.add_argument("study", type=parse_path, nargs="?", help="of which the figures are added")
    p.add_argument("-o", "--out", type=parse_path, required=True, metavar="FILE.zip")


def run_support_bundle(options: Namespace) -> int:
    """Say what is in the bundle, and write it; nothing is sent."""
    from arraywise.usecases.copy_study import describe_bundle_contents, write_support_bundle

    for name, contents in describe_bundle_contents(with_study=options.study is not None):
        print_lines(f"{name}: {contents}")
    with opened_for_reading(options.study) if options.study else nullcontext() as study:
        write_support_bundle(options.out, study)
    print_lines(options.out)
    return DONE
