"""The command `arraywise archive` with its actions."""

from __future__ import annotations

import os
import re
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING

from arraywise.archive.place import ENVIRONMENT, NoArchive, require_packages
from arraywise.cli.common import (
    COULD_NOT,
    DONE,
    format_count,
    open_study,
    print_json,
    print_lines,
    terminal_progress,
)
from arraywise.cli.path_arguments import argument_error, parse_path, parser_of_new_file
from arraywise.domain.messages import refuse
from arraywise.domain.options import Architecture

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from arraywise.archive.tables import FoundOption, Revision

_USERS = re.compile(r"(>=|<=|=)?\s*([0-9]{1,9})")

_CHOICES = (
    "Push it with --older as one more revision, or with --as-new as a study of its own; or pull"
    " that revision and make your changes there."
)


def add_archive_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `archive`."""
    actions = p.add_subparsers(metavar="ACTION", required=True, dest="action")
    texts = {
        "init": "make a folder, a share or s3://bucket/prefix an archive",
        "push": "put a study into an archive, as a new revision where it has changed",
        "list": "list all studies of an archive with their revisions",
        "find": "list options by what they are and what was measured of them",
        "pull": "write a study of an archive into a file",
        "take": "copy runs of a study of an archive as an option of its own",
        "remove": "remove a study from an archive, or one revision of it",
        "tidy": "join small files and delete what is out of use for a week",
        "verify": "compare all rows and bytes with the digests that pushes left",
    }
    parts = {name: actions.add_parser(name, help=text) for name, text in texts.items()}
    for name, part in parts.items():
        if name != "push":
            part.add_argument("place", nargs="?", help=f"the archive; else {ENVIRONMENT}")
    _add_push_arguments(parts["push"])
    _add_find_arguments(parts["find"])
    parts["list"].add_argument("--json", action="store_true")
    for name in ("pull", "take", "remove"):
        parts[name].add_argument("study", help="name or id of the study in the archive")
        other = "all" if name == "remove" else "the newest"
        parts[name].add_argument("--revision", type=_parse_revision, help=f"else {other}")
    parts["remove"].add_argument(
        "--yes", action="store_true", help="remove it; else only say what would be removed"
    )
    parts["pull"].add_argument(
        "-o", "--out", type=parser_of_new_file(".arraywise"), required=True, metavar="STUDY"
    )
    parts["take"].add_argument("--into", type=parse_path, required=True, metavar="STUDY")
    parts["take"].add_argument(
        "--option", action="append", default=[], metavar="NAME", help="else all with files"
    )


def _add_push_arguments(p: ArgumentParser) -> None:
    p.add_argument("study", type=parse_path)
    p.add_argument("--to", dest="place", metavar="PLACE", help=f"the archive; else {ENVIRONMENT}")
    p.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="[OPTION=]ARRAY",
        help="model of the array of all options, or of one; else the option's name",
    )
    p.add_argument("--without-raw", action="store_true", help="without the bytes of result files")
    p.add_argument(
        "--anonymous",
        action="store_true",
        help="without names of client, people, hosts, files, and without the bytes of files",
    )
    p.add_argument(
        "--older",
        action="store_true",
        help="push although the archive has changes that this file does not have",
    )
    p.add_argument(
        "--as-new",
        action="store_true",
        help="make the file a study of its own first: what was pushed before is another one's",
    )


def _add_find_arguments(p: ArgumentParser) -> None:
    p.add_argument("--architecture", choices=[each.value for each in Architecture])
    p.add_argument("--model", help="part of its name")
    p.add_argument("--tool", type=_parse_tool, metavar="swingbench")
    p.add_argument("--users", type=_parse_user_range, metavar='">=60"', default=(None, None))
    p.add_argument("--since", type=_parse_day, metavar="2026-01-31", help="day of the run")
    p.add_argument("--json", action="store_true")


def _parse_user_range(text: str) -> tuple[int | None, int | None]:
    match = _USERS.fullmatch(text.strip())
    if match is None:
        raise argument_error(text, "number of users", '60, ">=60" or "<=60"')
    count = int(match[2])
    return (None if match[1] == "<=" else count), (None if match[1] == ">=" else count)


def _parse_tool(text: str) -> str:
    from arraywise.importers.registry import IMPORTERS_BY_TOOL

    if text.lower() not in IMPORTERS_BY_TOOL:
        raise argument_error(text, "tool", f"one of {', '.join(sorted(IMPORTERS_BY_TOOL))}")
    return text.lower()


def _parse_revision(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text.strip()):
        raise argument_error(text, "revision", "its number, such as 2")
    return int(text)


def _parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argument_error(text, "day", "2026-01-31") from None


def run_archive(options: Namespace) -> int:
    """Do what is asked with an archive; 1 when it is not whole."""
    require_packages()
    # `pull STUDY` with the place in the environment: argparse gives the one word to the study.
    place = options.place or os.environ.get(ENVIRONMENT, "")
    if not place:
        refuse(f"Name the archive, or set {ENVIRONMENT} to it.")
    try:
        return _ACTIONS[options.action](place, options)
    except NoArchive as error:
        print_lines(f"arraywise: {error} Create one with: arraywise archive init", error=True)
        return COULD_NOT


def _init_archive(place: str, _options: Namespace) -> int:
    from arraywise.usecases.archive_study import create_archive

    name, is_new = create_archive(place)
    print_lines(f"{name}: {'archive created' if is_new else 'is an archive already'}")
    return DONE


def _push_study(place: str, options: Namespace) -> int:
    from arraywise.usecases.push_study import OlderCopy, PushRequest, ensure_identity, push_study

    request = PushRequest(
        tuple(options.model),
        without_raw=options.without_raw,
        anonymous=options.anonymous,
        overwrite_newer=options.older,
    )
    if options.as_new:
        with open_study(options.study) as study:
            ensure_identity(study, renew=True)
    try:
        pushed = push_study(options.study, place, request, terminal_progress())
    except OlderCopy as error:
        print_lines(f"arraywise: {error}", error=True)
        print_lines(_CHOICES, error=True)
        return COULD_NOT
    what = "pushed" if pushed.is_new else "unchanged since"
    print_lines(f"{options.study.name}: {what} revision {pushed.revision}, id {pushed.study}")
    return DONE


def _list_revisions(place: str, options: Namespace) -> int:
    from arraywise.usecases.archive_study import list_archived_revisions

    listed = list_archived_revisions(place)
    if options.json:
        print_json({"revisions": [_revision_document(each) for each in listed]})
        return DONE
    for each in listed:
        parts = [
            f"{each.name}, revision {each.revision}",
            str(each.pushed_at.date()),
            format_count(each.options, "option"),
            f"id {each.study}",
        ]
        if each.anonymous:
            parts.append("anonymous")
        if not each.with_raw:
            parts.append("without the bytes of result files")
        print_lines("; ".join(parts))
    if not listed:
        print_lines("no studies")
    return DONE


def _remove_study(place: str, options: Namespace) -> int:
    from arraywise.archive.place import open_archive
    from arraywise.archive.tables import find_revision, find_revisions
    from arraywise.usecases.archive_study import remove_from_archive

    if not options.yes:
        at = open_archive(place)
        every = find_revisions(at, options.study)
        if options.revision is not None:
            every = [find_revision(at, options.study, options.revision)]
        for each in every:
            day = each.pushed_at.date()
            print_lines(f"would be removed: {each.name}, revision {each.revision}, {day}")
        print_lines("Nothing is removed yet: say it with --yes.")
        return COULD_NOT
    removed = remove_from_archive(place, options.study, options.revision, terminal_progress())
    count = format_count(len(removed.revisions), "revision")
    files = format_count(removed.blobs, "file")
    print_lines(f"{removed.name}: {count} and {files} removed")
    return DONE


def _find_options(place: str, options: Namespace) -> int:
    from arraywise.archive.tables import Search
    from arraywise.usecases.archive_study import search_archive

    search = Search(
        *(options.architecture, options.model, options.tool, *options.users, options.since)
    )
    found = search_archive(place, search)
    if options.json:
        print_json({"options": [_revision_document(each) for each in found]})
        return DONE
    for each in found:
        print_lines(_option_line(each))
    if not found:
        print_lines("nothing found")
    return DONE


def _revision_document(record: FoundOption | Revision) -> dict[str, Any]:
    moments = {name: each for name, each in asdict(record).items() if isinstance(each, date)}
    return asdict(record) | {name: each.isoformat() for name, each in moments.items()}


def _option_line(found: FoundOption) -> str:
    loads = [point for point in found.points if point.users is not None]
    parts = [f"{found.name}, revision {found.revision}: {found.option} ({found.architecture})"]
    if found.model != found.option:
        parts.append(found.model)
    parts.append("/".join(found.tools) or "no result files")
    if loads:
        most = max(loads, key=lambda point: point.transactions_per_s or 0.0)
        parts.append(f"{loads[0].users} to {loads[-1].users} users")
        if most.transactions_per_s is not None:
            parts.append(f"up to {most.transactions_per_s:.1f} tx/s")
        if most.response_mean_s is not None:
            parts.append(f"there {most.response_mean_s * 1e3:.1f} ms in the mean")
    rates = [point.iops for point in found.points if point.iops is not None]
    if rates:
        parts.append(f"up to {max(rates):,.0f} IOPS")
    if found.first_on is not None:
        parts.append(str(found.first_on))
    return "; ".join(parts)


def _pull_study(place: str, options: Namespace) -> int:
    from arraywise.usecases.archive_study import pull_study

    revision = pull_study(place, options.study, options.out, options.revision)
    print_lines(f"{options.out}: {revision.name}, revision {revision.revision}")
    return DONE


def _copy_evidence(place: str, options: Namespace) -> int:
    from arraywise.usecases.archive_study import EvidenceSelection, copy_evidence_from_archive

    with open_study(options.into) as study:
        wanted = EvidenceSelection(options.study, options.revision, tuple(options.option))
        taken = copy_evidence_from_archive(study, place, wanted, terminal_progress())
    for each in taken:
        known = f"; in the study already: {each.already_present}" if each.already_present else ""
        print_lines(f"{each.name}: {format_count(each.copied_files, 'file')} taken{known}")
    return DONE


def _tidy_archive(place: str, _options: Namespace) -> int:
    from arraywise.archive.place import open_archive
    from arraywise.archive.upkeep import tidy_archive

    for each in tidy_archive(open_archive(place), terminal_progress()):
        files = f"{format_count(each.files_before, 'file')}, now {each.files_after}"
        print_lines(f"{each.table}: {files}; {each.deleted} deleted")
    return DONE


def _verify_archive(place: str, _options: Namespace) -> int:
    from arraywise.archive.place import open_archive
    from arraywise.archive.upkeep import verify_archive

    result = verify_archive(open_archive(place), terminal_progress())
    print_lines(*map(str, result.faults))
    revisions, files = (
        format_count(result.revisions, "revision"),
        format_count(result.blobs, "file"),
    )
    studies = format_count(result.studies, "study", "studies")
    state = "faults, see above" if result.faults else "all as pushed"
    print_lines(f"{revisions} of {studies}, {files}: {state}")
    return COULD_NOT if result.faults else DONE


_ACTIONS = {
    "init": _init_archive,
    "push": _push_study,
    "list": _list_revisions,
    "find": _find_options,
    "pull": _pull_study,
    "take": _copy_evidence,
    "remove": _remove_study,
    "tidy": _tidy_archive,
    "verify": _verify_archive,
}
