"""What a name says of a run can be said better by the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.problems import UserError
from arraywise.store.reading.evidence import file_detail, list_files
from arraywise.store.reading.facts import read_facts
from arraywise.usecases.edit_runs import BY_HAND, set_setting
from arraywise.usecases.import_files import import_files
from arraywise.usecases.told_by_names import FROM_NAME
from tests.conftest import ROOT

if TYPE_CHECKING:
    from arraywise.store.study import Study

RUN = ROOT / "data" / "worked-example" / "fc-san" / "swingbench" / "fc_u030_r1.xml"


@pytest.fixture
def run_id(study: Study) -> int:
    import_files(study, [RUN], option="FC SAN")
    return _detail(study)[0]


def _detail(study: Study) -> tuple[int, dict[str, str]]:
    detail = file_detail(study, list_files(study)[0].id)
    assert detail is not None
    (run,) = detail.runs
    return run.id, dict(run.run.attributes)


def test_users_are_the_load_level(study: Study, run_id: int) -> None:
    set_setting(study, [run_id], "users", " 64 ")
    (option,) = read_facts(study).options
    assert [run.users for run in option.load_runs] == [64]
    assert _detail(study)[1][BY_HAND] == "users"
    assert list_files(study)[0].users == (64,)


def test_settings_are_set_and_taken_away(study: Study, run_id: int) -> None:
    before = _detail(study)[1]
    assert (before["repetition"], before[FROM_NAME]) == ("1", "repetition")
    set_setting(study, [run_id], "repetition", "2")
    set_setting(study, [run_id], "scale", "100")
    told = _detail(study)[1]
    assert (told["repetition"], told["scale"]) == ("2", "100")
    assert told[BY_HAND] == "repetition, scale"
    assert FROM_NAME not in told
    set_setting(study, [run_id], "repetition", None)
    set_setting(study, [run_id], "scale", None)
    named = {"repetition", FROM_NAME}
    assert _detail(study)[1] == {n: v for n, v in before.items() if n not in named}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("users", "many", "no number"),
        ("users", "0", "one user at least"),
        ("users", None, "one user at least"),
        ("repetition", "-1", "no number"),
        ("host", "db1", "no setting"),
    ],
)
def test_what_makes_no_sense_is_refused(
    study: Study, run_id: int, name: str, value: str | None, words: str
) -> None:
    before = _detail(study)
    with pytest.raises(UserError, match=words):
        set_setting(study, [run_id], name, value)
    assert _detail(study) == before
