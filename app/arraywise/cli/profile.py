"""`arraywise profile`."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace

from arraywise.cli.arguments import path, seconds, share, size, value_or_none
from arraywise.cli.common import DONE, opened_to_read, print_json, print_lines


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.argument_default = SUPPRESS  # what is not named is not there
    p.add_argument("study", type=path)
    p.add_argument("--from", type=path, dest="source", default=None, metavar="FILE",
                   help="AWR, Statspack, AWR-Miner, or Swingbench results")  # fmt: skip
    p.add_argument("--hit-ratio", type=share, default=None, metavar="95%",
                   help="share of the reads that the buffer cache serves")  # fmt: skip
    none = "; 'none' removes it"
    for flag, read, name, shown, says in (
        ("--reads", float, "reads", "20", "read requests of a transaction that reach the storage"),
        ("--writes", float, "writes", "5", "write requests, redo included"),
        ("--block", size, "block_bytes", "8KiB", "size of a small request"),
        ("--large", size, "large_bytes", "1MB", "bytes moved by large requests"),
        ("--sync-reads", float, "sync_reads", "20", "reads waited for one after the other"),
        ("--sync-reads-most", float, "sync_reads_high", "22", "the same, at most"),
        ("--log-writes", float, "log_writes", "1", "waits for the log"),
        ("--cpu", seconds, "cpu_s", "3ms", "processor time of the database"),
        ("--rest", seconds, "rest_s", "5ms", "time of a transaction without the storage's"),
        ("--overlap", float, "overlap", "1", "reads that run at the same time"),
        ("--rate", float, "transactions_per_s", "280", "transactions a second it was taken at"),
    ):
        p.add_argument(flag, type=value_or_none(read), dest=name, metavar=shown, help=says + none)
    p.add_argument("--json", action="store_true", default=False)


def run(options: Namespace) -> int:
    """Change what was named of the workload profile; print all of it with its sources."""
    from arraywise.domain.workload import PROFILE_FIELDS
    from arraywise.store.study import open_study
    from arraywise.usecases.workload_profile import (
        keep_profile,
        profile_from_file,
        read_study,
        set_profile,
    )

    stated = vars(options)
    taken = None
    values = {name: stated[name] for name in PROFILE_FIELDS if name in stated}
    opened = open_study if values or options.source is not None else opened_to_read
    with opened(options.study) as study:
        if options.source is not None:
            taken = profile_from_file(options.source, options.hit_ratio)
            keep_profile(study, taken)
        if values:
            set_profile(study, values)
        facts = read_study(study)
    if options.json:
        from arraywise.cli.json_output import workload_profile

        print_json(workload_profile(facts.workload))
    else:
        from arraywise.cli.text_output import profile_lines

        found = facts.found_profiles if taken is None else (taken, *facts.found_profiles)
        print_lines(*profile_lines(facts.workload, found))
    return DONE
