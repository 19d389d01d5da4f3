"""What is fuzzed: bytes in, laws checked. One target an importer, one for the whole way."""

from __future__ import annotations

import atexit
import hashlib
import io
import json
import re
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.cli.evidence_output import inspected_lines
from arraywise.cli.json_output import inspected_file_document
from arraywise.domain.messages import ignore_progress, is_never_stopped
from arraywise.domain.units import MIB
from arraywise.importers.kit.importer import Source
from arraywise.importers.prices import read_quote
from arraywise.importers.recognition import SourceGroup
from arraywise.importers.registry import ALL_IMPORTERS
from arraywise.importing.archives import (
    FREE_BYTES,
    MOST_TIMES,
    Member,
    UnpackingAllowance,
    unpack_archive,
)
from arraywise.importing.find_files import FoundFile
from arraywise.importing.read_files import distinct_files, read_wanted_files
from arraywise.store.reading.samples import open_scratch_table
from arraywise.usecases.inspect_files import _build_inspected_file
from tests.fuzz.laws import check_prices, check_reading, check_text
from tests.fuzz.seeds import files_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.importers.kit.importer import Importer
    from arraywise.store.reading.samples import ScratchTable

INSPECT = "inspect"
"""The way of `arraywise inspect`: sorting, reading, host samples into a database, output."""
PRICES = "prices"
ARCHIVES = "archives"
_MEMBER = re.compile(r"[^/\\]+(/[^/\\]+)*")


def read_with(importer: Importer, data: bytes) -> None:
    """Let one importer read what it may not even recognise."""
    sources = [Source(name, part) for name, part in files_in(data)]
    for source in sources:
        assert importer.recognises(source) in (True, False)
    for group in importer.groups(sources):
        readings = SourceGroup(importer, tuple(group)).read()
        for source, reading in zip(group, readings, strict=True):
            check_reading(reading, bytes(source.data))


def inspect(data: bytes) -> None:
    """Take the way that files take which are looked at without a study."""
    result = [
        FoundFile(Path("/lab") / name, name, part, hashlib.sha256(part).hexdigest())
        for name, part in files_in(data)
    ]
    wanted = distinct_files(result).keys()
    for _, file, reading in read_wanted_files(result, wanted, ignore_progress, is_never_stopped):
        inspected = _build_inspected_file(_scratch(), file, reading)
        json.dumps(
            inspected_file_document(inspected), allow_nan=False, ensure_ascii=False
        ).encode()
        for line in inspected_lines(inspected):
            assert "\x1b" not in line
            assert "\n" not in line


def prices(data: bytes) -> None:
    """Read a price sheet, CSV or workbook."""
    check_prices(read_quote("prices", data), data)


def archives(data: bytes) -> None:
    """Unpack an archive: nothing leads out of its folder, and nothing grows beyond the limits."""
    allowance = UnpackingAllowance(len(data), lambda: None, lambda _: True)
    for one in unpack_archive(io.BytesIO(data), "lab.zip", allowance):
        if isinstance(one, Member):
            assert hashlib.sha256(one.data).hexdigest() == one.sha256
            assert _MEMBER.fullmatch(one.name), one.name
            assert one.name.isprintable(), one.name
            assert not {".", ".."} & set(one.name.split("/")), one.name
        else:
            check_text(str(one))
    assert allowance.unpacked <= FREE_BYTES + MOST_TIMES * len(data) + MIB


@cache
def _scratch() -> ScratchTable:
    return _OPEN.enter_context(open_scratch_table())


@atexit.register
def _close() -> None:
    _OPEN.close()
    _scratch.cache_clear()


_OPEN = ExitStack()

TARGETS: dict[str, Callable[[bytes], None]] = {
    **{importer.tool: partial(read_with, importer) for importer in ALL_IMPORTERS},
    PRICES: prices,
    ARCHIVES: archives,
    INSPECT: inspect,
}
