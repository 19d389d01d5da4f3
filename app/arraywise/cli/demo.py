"""`arraywise demo`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.cli.arguments import path
from arraywise.cli.common import DONE, print_lines, progress
from arraywise.domain.messages import UserError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("--out", type=path, default=Path("build/demo"), metavar="DIR")
    from arraywise.usecases.create_sample import SAMPLE_STUDIES

    names = [sample.name for sample in SAMPLE_STUDIES]
    p.add_argument("--study", default=names[0], choices=names)


def run(options: Namespace) -> int:
    """Build the sample study with its documents and print the recommendation."""
    from arraywise.present.headline import build_headline
    from arraywise.usecases.create_sample import build_sample_study
    from arraywise.usecases.decide_study import decide_study
    from arraywise.usecases.export_documents import export_report, export_workbook

    options.out.mkdir(parents=True, exist_ok=True)
    base = options.out / options.study
    study_path = base.with_suffix(".arraywise")
    _clear_path(study_path)
    with build_sample_study(study_path, options.study, progress=progress()) as study:
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


def _clear_path(path: Path) -> None:
    """Keep a study of an earlier demo under another name: it may have been edited since."""
    from arraywise.store.connection import StudyInUse
    from arraywise.store.study import open_study

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
