"""Puts fio's logs together with the result that tells their version, time and job."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from arraywise.importers.fio.logs import NAME, is_log
from arraywise.importers.fio.signs import has_signs
from arraywise.importers.text import decode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.importer import Source

_PREFIX = re.compile(rb'"write_(?:bw|iops|lat|hist)_log"\s*:\s*"([^"\n]{0,500})"')


def path_of(name: str) -> PurePosixPath:
    """Return a file's name as a path, whatever the system that it came from."""
    return PurePosixPath(name.replace("\\", "/"))


def is_log_file(source: Source) -> bool:
    """Say whether a source is a log rather than a result."""
    text = decode(source.head).text
    return is_log(text) and not has_signs(text)


def groups_of(sources: Sequence[Source]) -> list[list[Source]]:
    """Give each result a group with the logs that it names; logs of none stand alone."""
    logs = [source for source in sources if NAME.search(source.name) and is_log_file(source)]
    are_logs = {id(log) for log in logs}
    results = [source for source in sources if id(source) not in are_logs]
    named = {id(result): _prefixes(result) for result in results} if logs else {}
    groups: dict[int, list[Source]] = {id(source): [source] for source in results}
    for log in logs:
        result = _result_of(log, results, named)
        if result is None:
            groups[id(log)] = [log]
        else:
            groups[id(result)].append(log)
    return list(groups.values())


def _prefixes(result: Source) -> set[str]:
    """Return the beginnings of the logs' names that a result's options ask for."""
    paths = (match[1].decode("utf-8", "replace") for match in _PREFIX.finditer(result.data))
    return {path_of(path).name for path in paths}


def _result_of(
    log: Source, results: Sequence[Source], named: dict[int, set[str]]
) -> Source | None:
    """Find the one result that a log is of: in its folder, or else anywhere."""
    match = NAME.search(log.name)
    stem = match["stem"] if match else ""
    folder = path_of(log.name).parent
    beside = [result for result in results if path_of(result.name).parent == folder]
    for candidates in (
        [r for r in beside if stem in named[id(r)]],
        [r for r in beside if stem == path_of(r.name).stem],
        [r for r in results if stem in named[id(r)]],
    ):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            return None
    return None
