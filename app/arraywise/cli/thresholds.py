"""`arraywise thresholds`."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace

from arraywise.cli.arguments import path, threshold
from arraywise.cli.common import DONE, opened_to_read, print_lines


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument("--set", type=threshold, nargs="+", default=(), metavar="near_busy=85%",
                   dest="moved")  # fmt: skip
    p.add_argument("--reset", action="store_true", help="all others to their defaults")
    p.add_argument("--as-tested", action=BooleanOptionalAction, default=None,
                   help="count levels that hosts limited too")  # fmt: skip


def run(options: Namespace) -> int:
    """Move where the rules of the bottleneck draw their lines; print all as they are then."""
    from arraywise.domain.requirement import THRESHOLD_NAMES, changed_names, rule_for, share_of
    from arraywise.store.reading.inputs import read_thresholds
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_study import set_thresholds

    changes = bool(options.reset or options.moved or options.as_tested is not None)
    with (open_study if changes else opened_to_read)(options.study) as study:
        known = (
            set_thresholds(
                study, dict(options.moved), anew=options.reset, as_tested=options.as_tested
            )
            if changes
            else read_thresholds(study)
        )
    changed = changed_names(known)
    for name in THRESHOLD_NAMES:
        mark = " (changed)" if name in changed else ""
        print_lines(f"{name:<18} {rule_for(name)} {100 * share_of(known, name):g} %{mark}")
    counts = "count: systems are compared" if known.as_tested else "do not count as storage"
    print_lines(f"{'as_tested':<18} Levels that hosts limited {counts}")
    return DONE
