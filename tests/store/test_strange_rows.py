"""Rows that no program of this name writes: a study that a stranger filled is refused in words."""

from __future__ import annotations

import shutil
import zlib
from contextlib import closing
from typing import TYPE_CHECKING

import duckdb
import pytest

from arraywise.domain.messages import UserError
from arraywise.store.encoding import unpack_series
from arraywise.store.history import parse_changes
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import (
    read_embed_limit_bytes,
    read_profile,
    read_report_options,
)
from arraywise.store.scenarios import InputKey, replace_inputs
from arraywise.store.study import open_study
from arraywise.usecases.import_files import read_unfinished_import

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study

_OPTION = "INSERT INTO option VALUES (1, 'a', 'NAS', 0, NULL, NULL, {restore}, NULL)"
_LINE = (
    "INSERT INTO price_sheet VALUES (1, 'EUR', [], 0);"
    " INSERT INTO price_line VALUES (1, 0, 'x', {price}, {quantity}, '', '', '', NULL, NULL, 0,"
    " '0', false, NULL, NULL, '0', '', '', '', '', false, '')"
)
_FILE = (
    "INSERT INTO evidence_file VALUES (1, 'a', 'b', 1, 'a', TIMESTAMP {at}, 'fio', NULL, NULL,"
    " NULL, {status}, 'utf-8', NULL, false)"
)
_TIME = "INSERT INTO provisioning_time VALUES (1, 0, 'x', 1, {seconds})"
_RUN = "INSERT INTO run VALUES (1, 1, 0, 'r', true, NULL, {seconds}, NULL)"
_LIST = "INSERT INTO run_list VALUES (1, 1, 1, {measured}, [1])"
_OWN = "INSERT INTO own_criterion VALUES (1, repeat('W', 60000), [], 'W', 0, 1)"
_TWICE = "INSERT INTO criterion SELECT x, 'headroom', 1, 0, 1, 2, 60, 0, 2 FROM range(2) t(x)"
_ROWS = (
    "INSERT INTO sample_set SELECT x, 1, x, 9e18::BIGINT, 1, 'x', NULL, NULL, NULL"
    " FROM range(9) t(x)"
)
_DAMAGED, _REFUSED = "is damaged", "TABLE {} in it is not as Arraywise makes it"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (_LINE.format(price="'sNaN'", quantity="'1'"), _DAMAGED),
        (_LINE.format(price="'NaN'", quantity="'1'"), _DAMAGED),
        (_LINE.format(price="'1'", quantity="'Infinity'"), _DAMAGED),
        (_LINE.format(price="'1'", quantity="'1e999999999'"), _DAMAGED),
        (_LINE.format(price="repeat('[', 100000)", quantity="'1'"), _DAMAGED),
        (_LINE.format(price="chr(0) || '1'", quantity="'1'"), _DAMAGED),
        ("INSERT INTO exchange_rate VALUES (0, 'USD', 'EUR', 'x', '2026-01-01', '')", _DAMAGED),
        (_FILE.format(at="'2026-01-01'", status="'{x}'"), _DAMAGED),
        (_FILE.format(at="'infinity'", status="'read'"), _REFUSED.format("evidence_file")),
        (_FILE.format(at="'4713-01-01 (BC)'", status="'read'"), _REFUSED.format("evidence_file")),
        (_TIME.format(seconds="1e308"), _DAMAGED),
        (_TIME.format(seconds="-1"), _DAMAGED),
        (_TIME.format(seconds="'nan'"), _REFUSED.format("provisioning_time")),
        (_OPTION.format(restore="'inf'"), _REFUSED.format("option")),
        (_OPTION.replace("'a'", "repeat('W', 60000)").format(restore="NULL"), _DAMAGED),
        (
            "INSERT INTO option_rating SELECT x, 'operability', 1 FROM range(1_100_000) t(x)",
            _REFUSED.format("option_rating"),
        ),
        (_OWN, _DAMAGED),
        (_TWICE, _DAMAGED),
        (
            f"{_FILE};{_RUN};{_ROWS}".format(at="'2026-01-01'", status="'read'", seconds="1"),
            _DAMAGED,
        ),
        (_RUN.format(seconds="'inf'"), _REFUSED.format("run")),
        (_LIST.format(measured="[1, 'nan'::DOUBLE]"), _REFUSED.format("run_list")),
        (_LIST.format(measured="[NULL]"), _REFUSED.format("run_list")),
    ],
)
def test_what_no_program_can_reckon_with_is_told_in_a_sentence(
    blank_study_file: Path, tmp_path: Path, statement: str, said: str
) -> None:
    """Each ended in a traceback."""
    path = shutil.copy(blank_study_file, tmp_path / "a.arraywise")
    with closing(duckdb.connect(str(path))) as connection:
        connection.execute(statement)
    with pytest.raises(UserError, match=said):
        read(path)


def read(path: Path) -> None:
    with open_study(path) as study:
        read_facts(study)
        list_files(study)


@pytest.mark.parametrize("cells", ["[" * 100_000, '[{"decimal":"x"}]', '[{"moment":"never"}]'])
def test_a_record_of_changes_that_nobody_wrote_is_none(cells: str) -> None:
    with pytest.raises(ValueError, match="no record"):
        parse_changes(f'[["requirement",["horizon_months"],[],[{cells}]]]')


@pytest.mark.parametrize(
    "value",
    ["'{x}'", "'../../x'", "repeat('[', 100000)", "'[1e308, \"\", Infinity]'", "'9e99999'"],
)
def test_a_setting_that_nobody_can_make_counts_as_none(study: Study, value: str) -> None:
    names = ("report.paper", "report.language", "embed_limit_bytes", "workload.reads")
    before = (read_report_options(study), read_embed_limit_bytes(study), read_profile(study))
    with study.cursor(writes=True) as cursor:
        for name in (*names, "unfinished_import"):
            cursor.execute(f"INSERT INTO setting SELECT ?, {value}", [name])
    assert (
        read_report_options(study),
        read_embed_limit_bytes(study),
        read_profile(study),
    ) == before
    assert read_unfinished_import(study) is None


@pytest.mark.parametrize("cell", ["NaN", "-Infinity", "1e999"])
def test_an_input_of_a_scenario_that_is_no_number_is_unreadable(study: Study, cell: str) -> None:
    content = f'[["requirement",["response_time_s"],[],[[{cell}]]]]'
    with (
        pytest.raises(UserError, match="scenarios of this study are unreadable"),
        study.cursor(writes=True) as cursor,
    ):
        replace_inputs(cursor, {InputKey("requirement", "response_time_s"): content})


def test_a_series_that_unpacks_without_end_fills_no_memory() -> None:
    packer = zlib.compressobj(9)
    part = bytes(1 << 20)
    bomb = b"".join(packer.compress(part) for _ in range(300)) + packer.flush()
    with pytest.raises(ValueError, match="endless"):
        unpack_series(bomb)
