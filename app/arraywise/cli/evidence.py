"""Commands that read result files: import, inspect."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from arraywise.cli.common import (
    COULD_NOT,
    DONE,
    announcing_new_option,
    opening_in_background,
    print_json,
    print_lines,
    terminal_progress,
)
from arraywise.cli.path_arguments import parse_path
from arraywise.domain.messages import Message, Stopped
from arraywise.domain.requirement import DEGRADED_ATTRIBUTE, DegradedState

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from arraywise.importing.find_files import FoundFile, ImportOutcome, Unreadable
    from arraywise.store.study import Study


_MARKS = {"comma": ",", "point": "."}


def add_import_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `import`."""
    p.add_argument("study", type=parse_path)
    p.add_argument("files", type=parse_path, nargs="+", metavar="FILE")
    option = p.add_mutually_exclusive_group()
    option.add_argument(
        "--option", metavar="NAME", help="made when it is named for the first time"
    )
    option.add_argument(
        "--make-options",
        action="store_true",
        help="make the options that files, folders and names speak of",
    )
    p.add_argument(
        "--decimal",
        choices=tuple(_MARKS),
        help="decimal mark of numbers that can be read in two ways",
    )
    p.add_argument(
        "--degraded",
        type=DegradedState,
        choices=list(DegradedState),
        help="what had failed while these runs were made; they join no normal curve",
    )
    p.add_argument("--json", action="store_true")


def run_import(options: Namespace) -> int:
    """Import files into a study; 1 when some were refused."""
    with opening_in_background(options.study) as opened:
        from arraywise.cli.evidence_output import imported_lines
        from arraywise.domain.evidence import Status
        from arraywise.importing.find_files import find_and_read_files
        from arraywise.usecases.edit_options import validate_option_name
        from arraywise.usecases.import_files import import_found_files

        if options.option is not None:
            validate_option_name(options.option)
        show = terminal_progress()
        result: list[FoundFile | Unreadable] = []
        with suppress(Stopped):  # where the study cannot be opened, which is stated next
            result = find_and_read_files(
                options.files, show, lambda: opened.done() and opened.exception() is not None
            )
        with opened.result() as study:
            with announcing_new_option(study, options.option):
                outcome = import_found_files(
                    *(study, result),
                    option=options.option,
                    decimal=_MARKS.get(options.decimal),
                    progress=show,
                )
            if options.make_options:
                from arraywise.usecases.edit_options import accept_proposals

                built = accept_proposals(study, outcome.proposals)
                outcome = outcome.with_accepted_proposals(option.name for option in built)
            if options.degraded is not None:
                _mark_degraded(study, outcome, options.degraded)
            clocks = _describe_clocks(study)
    if options.json:
        from arraywise.cli.json_output import import_document

        print_json(import_document(outcome, clocks, options_made=options.make_options))
    else:
        print_lines(*imported_lines(outcome, options_made=options.make_options), *map(str, clocks))
    refused = any(f.status is Status.REFUSED and not f.is_folder for f in outcome.files)
    return COULD_NOT if refused or not outcome.files else DONE


def _mark_degraded(study: Study, outcome: ImportOutcome, state: DegradedState) -> None:
    """Set the degraded state of all runs of the imported files."""
    from arraywise.store.reading.evidence import run_ids_of_files
    from arraywise.usecases.edit_evidence import set_run_setting

    runs = run_ids_of_files(study, [file.id for file in outcome.files if file.id is not None])
    if runs:
        set_run_setting(study, runs, DEGRADED_ATTRIBUTE, state)


def _describe_clocks(study: Study) -> tuple[Message, ...]:
    from arraywise.store.reading.runs import has_processor_recordings

    if not has_processor_recordings(study):
        return ()
    from arraywise.usecases.show_host import describe_monitor_clocks

    return describe_monitor_clocks(study)


def add_inspect_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `inspect`."""
    p.add_argument("files", type=parse_path, nargs="+", metavar="FILE")
    p.add_argument("--client-names", action="store_true",
                   help="also tell what reports call the client's databases and hosts;"
                        " nothing else shows or keeps these names")  # fmt: skip
    p.add_argument("--json", action="store_true")


def run_inspect(options: Namespace) -> int:
    """Print what is in files; 1 when some were refused."""
    from arraywise.cli.json_output import inspection_document
    from arraywise.domain.evidence import Status
    from arraywise.usecases.inspect_files import inspect_files

    files = inspect_files(
        options.files, with_client_names=options.client_names, progress=terminal_progress()
    )
    if options.json:
        print_json(inspection_document(files))
    else:
        from arraywise.cli.evidence_output import inspected_lines

        for inspected in files:
            print_lines(*inspected_lines(inspected))
        if not files:
            print_lines("no files found")
    refused = any(f.file.reading.status is Status.REFUSED for f in files)
    return COULD_NOT if refused or not files else DONE
