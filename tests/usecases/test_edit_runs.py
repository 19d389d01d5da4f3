"""What a name states of a run can be stated better by the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import UserError
from arraywise.store.encoding import BY_HAND
from arraywise.store.reading.evidence import list_files, read_file_detail
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import create_study, open_study
from arraywise.usecases.edit_evidence import (
    SettingOrigin,
    confirm_guesses,
    list_run_settings,
    revert_run_setting,
    set_run_setting,
)
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.store.study import Study

RUN = ROOT / "data" / "worked-example" / "fc-san" / "swingbench" / "fc_u030_r1.xml"


def build_study(path: Path) -> None:
    with create_study(path, name="S") as study:
        import_files(study, [RUN], option="FC SAN")


@pytest.fixture
def study(built_once: Callable[..., Path], tmp_path: Path) -> Iterator[Study]:
    with open_study(built_once(build_study, tmp_path / "s.arraywise")) as study:
        yield study


@pytest.fixture
def run_id(study: Study) -> int:
    return _detail(study)[0]


def _detail(study: Study) -> tuple[int, dict[str, str]]:
    detail = read_file_detail(study, list_files(study)[0].id)
    assert detail is not None
    (run,) = detail.runs
    return run.id, dict(run.run.attributes)


def test_users_are_the_load_level(study: Study, run_id: int) -> None:
    set_run_setting(study, [run_id], "users", " 64 ")
    (option,) = read_facts(study).options
    assert [run.users for run in option.load_runs] == [64]
    assert _detail(study)[1][BY_HAND] == "users"
    assert list_files(study)[0].users == (64,)


def _setting(study: Study, name: str) -> tuple[str | None, SettingOrigin, str | None]:
    detail = read_file_detail(study, list_files(study)[0].id)
    assert detail is not None
    result = next(s for s in list_run_settings(detail.runs[0].run) if s.name == name)
    return result.value, result.origin, result.replaced_value


def test_what_is_typed_stands_beside_what_file_and_name_say(study: Study, run_id: int) -> None:
    assert _setting(study, "users") == ("30", SettingOrigin.FILE, None)
    assert _setting(study, "repetition") == ("1", SettingOrigin.NAME, None)
    assert _setting(study, "warm_up_s") == (None, SettingOrigin.NOBODY, None)
    for name, value in (("users", "64"), ("repetition", "2"), ("warm_up_s", " 60.0 ")):
        set_run_setting(study, [run_id], name, value)
        set_run_setting(study, [run_id], name, value)  # what was there before is not forgotten
    assert _setting(study, "users") == ("64", SettingOrigin.TYPED, "30")
    assert _setting(study, "repetition") == ("2", SettingOrigin.TYPED, "1")
    assert _setting(study, "warm_up_s") == ("60", SettingOrigin.TYPED, None)


def test_what_was_typed_can_be_taken_back(study: Study, run_id: int) -> None:
    facts, before = read_facts(study), _detail(study)[1]
    for name, value in (("users", "64"), ("repetition", "2"), ("think_time_s", "3")):
        set_run_setting(study, [run_id], name, value)
    assert read_facts(study).options[0].load_runs[0].think_time_s == 3.0
    for name in ("users", "repetition", "think_time_s", "scale"):
        revert_run_setting(study, [run_id], name)
    assert read_facts(study).options[0].load_runs == facts.options[0].load_runs
    assert _detail(study)[1] == {**before, "users": "30"}
    assert _setting(study, "repetition") == ("1", SettingOrigin.NAME, None)


def test_what_names_say_is_a_guess_until_it_is_confirmed(study: Study, run_id: int) -> None:
    (file,) = list_files(study)
    assert file.guessed == ("repetition",)
    confirm_guesses(study, [file.id])
    assert list_files(study)[0].guessed == ()
    assert _setting(study, "repetition") == ("1", SettingOrigin.FILE, None)
    set_run_setting(study, [run_id], "repetition", "3")
    assert list_files(study)[0].typed == ("repetition",)
    assert _setting(study, "repetition") == ("3", SettingOrigin.TYPED, "1")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("users", "many", "not a number"),
        ("users", "0", "at least one user"),
        ("think_time_s", "soon", "not a think time in seconds"),
        ("warm_up_s", "-1", "not a warm-up in seconds"),
        ("version", " ", "is empty"),
        ("repetition", "-1", "not a number"),
        ("host", "db1", "not a setting"),
    ],
)
def test_what_makes_no_sense_is_refused(
    study: Study, run_id: int, name: str, value: str, words: str
) -> None:
    before = _detail(study)
    with pytest.raises(UserError, match=words):
        set_run_setting(study, [run_id], name, value)
    assert _detail(study) == before
