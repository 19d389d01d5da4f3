"""Studies of earlier formats get the codes and counts that imports store today."""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import (
    FROM_ARCHIVE,
    NO_SESSIONS,
    NO_SESSIONS_ADJACENT,
    OTHER_RUN_ADJACENT,
    SAME_FILE,
    CodedSentence,
    ProblemCode,
)
from arraywise.domain.statement_counts import parse_statement_counts
from arraywise.importers.kit.readings import DECIMAL_MARK_CHOSEN, DECIMAL_MARK_OPEN
from arraywise.importers.swingbench.charbench_files import SEVERAL_WRITERS
from arraywise.store import layout
from arraywise.store.encoding import encode_raw
from arraywise.store.reading.evidence import read_problems, read_statement_counts
from arraywise.store.study import create_study, open_study, unrecorded_transaction
from arraywise.usecases.import_files import import_files
from arraywise.usecases.workload_profile import read_study
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

RECOGNISED = (
    *(OTHER_RUN_ADJACENT, NO_SESSIONS, NO_SESSIONS_ADJACENT, FROM_ARCHIVE, SAME_FILE),
    *(DECIMAL_MARK_OPEN, DECIMAL_MARK_CHOSEN, SEVERAL_WRITERS),
)
_FILE = """
INSERT INTO evidence_file VALUES (1, 'results.xml', ?, ?, 'results.xml', '2027-01-01',
  'swingbench', NULL, NULL, NULL, 'read', 'utf-8', NULL, false)
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A study of format 21 with a results file that counts statements, and every known problem."""
    schema = tmp_path / "schema"
    schema.mkdir()
    for step in ("0020_study.sql", "0021_quotes.sql"):
        shutil.copy(layout.SCHEMA / step, schema)
    path, data = tmp_path / "old.arraywise", _results()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "SCHEMA", schema)
        with create_study(path, name="old") as study, unrecorded_transaction(study) as cursor:
            cursor.execute(_FILE, [hashlib.sha256(data).hexdigest(), len(data)])
            cursor.execute("INSERT INTO raw_file VALUES (1, ?, ?)", [*encode_raw(data)])
            texts = [*(each.template for each in RECOGNISED), "The run is short."]
            for position, text in enumerate(texts):
                cursor.execute(
                    "INSERT INTO problem VALUES (1, ?, 'info', ?, '[]', NULL)", [position, text]
                )
    return path


def _results() -> bytes:
    return next(
        data
        for path in sorted((ROOT / "data").rglob("*.xml"))
        if parse_statement_counts(data := path.read_bytes()) is not None
    )


def test_every_code_is_of_a_sentence_that_the_step_to_format_22_knows() -> None:
    """A code without a sentence in the step would be missing in all studies of before."""
    codes = {each.code for each in RECOGNISED if isinstance(each, CodedSentence)}
    assert codes == set(ProblemCode)


def test_problems_of_an_old_study_get_their_codes_by_their_words(old: Path) -> None:
    with open_study(old) as study:
        (problems,) = read_problems(study).values()
    assert [p.code for p in problems] == [*(each.code for each in RECOGNISED), ""]


def test_counts_of_an_old_study_are_read_once_from_its_bytes(old: Path) -> None:
    with open_study(old) as study:
        with unrecorded_transaction(study) as cursor:
            cursor.execute("DELETE FROM raw_file")
        assert read_statement_counts(study) == ("results.xml", parse_statement_counts(_results()))


def test_a_study_is_read_without_the_bytes_of_its_files(tmp_path: Path) -> None:
    """Facts that a reading needs are stored at import: it searches no file."""
    with create_study(tmp_path / "new.arraywise", name="new") as study:
        import_files(study, [ROOT / "data" / "worked-example"])
        before = read_study(study)
        with unrecorded_transaction(study) as cursor:
            cursor.execute("DELETE FROM raw_file")
        assert before.found_profiles
        assert read_study(study) == before
