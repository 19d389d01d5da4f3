"""An import keeps every file it was given, says what became of each, and is one action."""

from __future__ import annotations

import hashlib
import os
import zipfile
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity, Stopped, UserError
from arraywise.domain.options import Architecture
from arraywise.importing import find_files
from arraywise.store.reading.evidence import list_files, read_embedded_bytes, read_file_detail
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import list_options
from arraywise.store.reading.samples import list_sample_sets, read_statistics
from arraywise.store.writing.transaction import forget_actions_of_study
from arraywise.usecases.edit_evidence import embed_file, read_original_file, remove_files
from arraywise.usecases.edit_options import add_option
from arraywise.usecases.edit_study import set_embed_limit
from arraywise.usecases.import_files import import_files
from arraywise.usecases.inspect_files import inspect_files
from tests.sample_values import sample_rows
from tests.usecases.result_files import dstat, orion

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study


def test_a_folder_is_walked_and_every_file_accounted_for(study: Study, lab: Path) -> None:
    outcome = import_files(study, [lab], option="NAS")
    assert [(f.name, f.tool, f.status) for f in outcome.files] == [
        ("das/summary.txt", "orion", Status.READ),
        ("nas_10gbe/summary.txt", "orion", Status.READ),
        (f"{lab.name}/", "document", Status.REFUSED),
    ]
    *results, documents = outcome.files
    assert dict(documents.problems[0].message.figures) == {"count": 1, "names": "notes.txt"}
    rows = list_files(study)
    assert [r.id for r in rows] == [f.id for f in sorted(results, key=lambda f: f.id or 0)]
    for file in results:
        data = (lab / file.name).read_bytes()
        assert file.id is not None
        assert read_embedded_bytes(study, file.id) == data
        assert (file.sha256, file.size_bytes) == (hashlib.sha256(data).hexdigest(), len(data))
        assert file.option == "NAS"
        detail = read_file_detail(study, file.id)
        assert detail is not None
        assert detail.problems == file.problems
        assert detail.file.path == str(lab / file.name)


def test_what_is_imported_reaches_the_facts(study: Study, lab: Path) -> None:
    import_files(study, [lab / "das"], option="Local disks")
    (option,) = read_facts(study).options
    assert (option.option.name, option.option.architecture) == ("Local disks", Architecture.DAS)
    assert {p.group: p.iops or p.latency_s for p in option.io_points} == {
        "max_small_iops": 1001.0,
        "min_small_latency": 0.00033,
    }


def test_a_named_option_is_found_again_whatever_its_case(study: Study, lab: Path) -> None:
    import_files(study, [lab / "das"], option="Local disks")
    import_files(study, [lab / "nas_10gbe"], option=" local DISKS ")
    assert [option.name for option in list_options(study)] == ["Local disks"]
    with pytest.raises(UserError, match="needs a name"):
        import_files(study, [lab], option=" ")


def test_options_are_guessed_from_folders(study: Study, lab: Path) -> None:
    add_option(study, "NAS, 10 GbE")
    add_option(study, "Direct-attached")
    outcome = import_files(study, [lab])
    assert [(f.option, f.option_is_guess) for f in outcome.files] == [
        ("Direct-attached", True),
        ("NAS, 10 GbE", True),
        (None, False),
    ]
    assert [(r.option_name, r.option_is_guess) for r in list_files(study)] == [
        (f.option, f.option_is_guess) for f in sorted(outcome.files[:2], key=lambda f: f.id or 0)
    ]


def test_the_same_bytes_are_kept_once(study: Study, lab: Path) -> None:
    copy = lab / "das" / "zz_copy.txt"
    copy.write_bytes((lab / "das" / "summary.txt").read_bytes())
    first = import_files(study, [lab / "das", lab / "das"])
    assert [f.duplicate_of for f in first.files] == [None] + ["summary.txt"] * 3
    assert len({f.id for f in first.files}) == 1
    again = import_files(study, [copy], option="DAS")
    assert [(f.name, f.duplicate_of, f.status) for f in again.files] == [
        ("zz_copy.txt", "summary.txt", Status.READ)
    ]
    assert len(list_files(study)) == 1
    remove_files(study, [row.id for row in list_files(study)])
    assert import_files(study, [copy]).files[0].duplicate_of is None


def test_naming_an_option_later_assigns_what_had_none(study: Study, lab: Path) -> None:
    (first,) = import_files(study, [lab / "das"]).files
    assert first.option is None
    (again,) = import_files(study, [lab / "das"], option="Local disks").files
    assert (again.option, again.duplicate_of, again.problems) == ("Local disks", first.name, ())
    assert [row.option_name for row in list_files(study)] == ["Local disks"]
    (other,) = import_files(study, [lab / "das"], option="NAS").files
    assert other.option == "Local disks"
    assert "Already in the study for Local disks" in other.problems[0].text


def test_names_tell_folders_apart_where_several_were_named(study: Study, lab: Path) -> None:
    for folder, iops in (("rep1", 1), ("rep2", 2)):
        (lab / folder).mkdir()
        text = (lab / "das" / "summary.txt").read_text("utf-8").replace("1001", f"200{iops}")
        (lab / folder / "summary.txt").write_text(text, "utf-8")
    outcome = import_files(study, [lab / "rep1", lab / "rep2"])
    assert [f.name for f in outcome.files] == ["rep1/summary.txt", "rep2/summary.txt"]


def test_paths_without_bytes_are_refused_and_the_others_go_on(study: Study, lab: Path) -> None:
    os.mkfifo(lab / "pipe")
    (lab / "dangling").symlink_to(lab / "nowhere")
    (lab / "empty.txt").touch()
    outcome = import_files(study, [lab, lab / "gone.txt", study.path])
    message = {
        f.name: f.problems[0].text for f in outcome.files if f.id is None and not f.is_folder
    }
    assert message.keys() == {"pipe", "dangling", "gone.txt", "a.arraywise"}
    assert "not an ordinary file" in message["pipe"]
    assert "No such file" in message["gone.txt"]
    assert "study itself" in message["a.arraywise"]
    assert all(f.status is Status.REFUSED for f in outcome.files if f.id is None)
    assert [r.name for r in list_files(study) if r.tool == "orion"] != []
    assert "empty.txt" in {row.name for row in list_files(study)}


def test_a_link_out_of_the_folder_is_refused_and_what_nothing_reads_is_not_kept(
    study: Study, lab: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "id_rsa"
    secret.write_text("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n", "utf-8")
    (lab / "linked.txt").symlink_to(secret)
    (lab / "inside.txt").symlink_to(lab / "das" / "summary.txt")
    outcome = import_files(study, [lab, secret])
    (linked,) = [f for f in outcome.files if f.name == "linked.txt"]
    assert "leads out of the folder" in linked.problems[0].text
    assert "inside.txt" not in {f.name for f in outcome.files if f.status is Status.REFUSED}
    (refused,) = [f for f in list_files(study) if f.name == "id_rsa"]
    assert read_embedded_bytes(study, refused.id) is None
    study.close()
    assert b"b3BlbnNzaC1rZXk" not in study.path.read_bytes()


def test_studies_and_hidden_files_in_a_folder_are_passed_over(study: Study, lab: Path) -> None:
    (lab / ".DS_Store").write_text("x")
    (lab / "other.arraywise.wal").write_text("x")
    outcome = import_files(study, [lab.parent])
    assert {f.name.split("/")[0] for f in outcome.files} == {"lab"}
    assert len(outcome.files) == 3


def test_a_secret_in_a_file_name_is_starred_out(study: Study, lab: Path) -> None:
    log = lab / "das" / "run password=hunter2000.txt"
    (lab / "das" / "summary.txt").rename(log)
    import_files(study, [log])
    assert [f.name for f in list_files(study)] == ["run password=**************"]
    study.close()
    assert b"hunter2000" not in study.path.read_bytes()


def test_a_secret_in_the_name_of_a_folder_or_a_member_is_nowhere(
    study: Study, tmp_path: Path
) -> None:
    """Options were named after it, and a name in which two stood kept the longer one."""
    lab = tmp_path / "lab"
    for number, folder in enumerate(("PGPASSWORD=hunter2000 nas", "iscsi pwd=hunter2000")):
        (lab / folder).mkdir(parents=True)
        (lab / folder / "summary.txt").write_text(orion(1000 + number))
    with zipfile.ZipFile(lab / "token=hunter2000.zip", "w") as archive:
        archive.writestr("x/password=hunter2000/fc.txt", orion(7))
        archive.writestr("../secret=hunter2000.txt", "left out")
    outcome = import_files(study, [lab])
    assert "hunter2000" not in repr([(file.name, file.problems) for file in outcome.files])
    assert len(outcome.proposals) >= 1
    assert "hunter2000" not in repr(outcome.proposals)
    inspected = [each.file for each in inspect_files([lab])]
    assert "hunter2000" not in repr([(file.name, file.reading.problems) for file in inspected])
    study.close()
    assert b"hunter2000" not in study.path.read_bytes()


@pytest.mark.parametrize("limit", [0, 1_000_000])
def test_a_password_is_neither_kept_nor_shown(study: Study, lab: Path, limit: int) -> None:
    log = lab / "hammerdb.log"
    log.write_bytes(b"Changed tpcc:mysql_pass from m1 to hunter2 for MySQL\r\nVuser 1:RUNNING\n")
    set_embed_limit(study, limit)
    (file,) = import_files(study, [log]).files
    assert file.id is not None
    starred = log.read_bytes().replace(b"hunter2", b"*******").replace(b"m1", b"**")
    assert read_embedded_bytes(study, file.id) == (starred if limit else None)
    assert read_original_file(log, file.sha256) == starred
    embed_file(study, file.id)
    assert read_embedded_bytes(study, file.id) == starred
    log.unlink()
    assert read_original_file(log, file.sha256) is None


def test_large_files_stay_outside_until_they_are_asked_in(study: Study, lab: Path) -> None:
    set_embed_limit(study, 100)
    (file,) = import_files(study, [lab / "das"]).files
    assert file.id is not None
    assert read_embedded_bytes(study, file.id) is None
    assert [p.severity for p in file.problems if "over the" in p.text] == [Severity.INFO]
    assert file.status is Status.READ
    embed_file(study, file.id)
    assert read_embedded_bytes(study, file.id) == (lab / "das" / "summary.txt").read_bytes()
    (lab / "das" / "summary.txt").write_text("changed")
    with pytest.raises(UserError, match="has changed since"):
        embed_file(study, file.id)
    (lab / "das" / "summary.txt").unlink()
    with pytest.raises(UserError, match="No such file"):
        embed_file(study, file.id)


@pytest.mark.parametrize("mapped_from", [100, 16 * 1024 * 1024])
def test_host_samples_are_loaded(
    study: Study, tmp_path: Path, mapped_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_files, "MAPPED_FROM_BYTES", mapped_from)
    path = tmp_path / "dstat.csv"
    path.write_text(dstat(100))
    (file,) = import_files(study, [path]).files
    assert (file.tool, file.status, file.id is None) == ("dstat", Status.READ, False)
    (samples,) = list_sample_sets(study, file.id or 0)
    result = {s.series.name: s for s in read_statistics(study, samples)}
    assert (result["cpu_user"].rows, result["cpu_user"].first) == (99, pytest.approx(0.1001))
    assert result["disk_read"].last == 99_000.0
    times, values = sample_rows(study, samples, result["disk_read"].series.position)
    assert (times[0], values[0], len(times)) == (1791799201.0, 1000.0, 99)
    remove_files(study, [file.id or 0])
    assert list_sample_sets(study, file.id or 0) == ()
    forget_actions_of_study(study)
    with study.cursor() as cursor:
        query = f"SELECT count(*) FROM samples.of_{len(samples.columns)}"  # noqa: S608
        assert cursor.execute(query).fetchall() == [(0,)]


def test_a_file_cut_short_by_another_program_is_imported_as_it_was(
    study: Study, tmp_path: Path
) -> None:
    path = tmp_path / "dstat.csv"
    head, *rows = dstat(2000).splitlines(keepends=True)
    path.write_text(head + "".join(rows[:5]) + "".join(rows[5:]) * 220)
    size = path.stat().st_size
    assert size > 16 * 1024 * 1024

    def cut(_done: int, _total: int, text: str) -> None:
        if seen and path.stat().st_size == size:
            os.truncate(path, 1000)
        seen.append(text)

    seen: list[str] = []
    (file,) = import_files(study, [path], progress=cut).files
    assert file.size_bytes == size
    assert [s.row_count for s in list_sample_sets(study, file.id or 0)] == [220 * 2000 - 1]


def test_progress_counts_files_and_stopping_at_once_keeps_nothing(study: Study, lab: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    import_files(study, [lab / "das"], progress=lambda *step: seen.append(step))
    assert seen[0] == (0, 1, "summary.txt")
    assert seen[-1][:2] == (1, 1)
    for answers in ([True], [False] * 2 + [True]):
        asked = iter(answers)
        with pytest.raises(Stopped):
            import_files(study, [lab], option="New", stopped=lambda asked=asked: next(asked))
    assert len(list_files(study)) == 1
    assert list_options(study) == ()


def test_what_was_finished_may_be_kept_when_the_user_stops(study: Study, lab: Path) -> None:
    everything = [path for path in lab.rglob("*") if path.is_file()]
    asked = iter([False] * (len(everything) + 1) + [True] * 99)
    outcome = import_files(study, [lab], stopped=lambda: next(asked))
    stored = list_files(study)
    assert 0 < len(stored) < len(everything)
    results = [file for file in outcome.files if not file.is_folder]
    assert {file.name for file in results} == {file.name for file in stored}
    assert outcome.left == len(everything) - len(outcome.files)
    again = import_files(study, [lab])
    assert again.left == 0
    assert sum(file.duplicate_of is not None for file in again.files) >= len(stored)


def test_importing_nothing_changes_nothing(study: Study, lab: Path) -> None:
    (lab / "none").mkdir()
    assert import_files(study, [lab / "none"]).files == ()
    with study.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM change").fetchall() == [(0,)]


def test_files_of_a_set_are_understood_together(study: Study, tmp_path: Path) -> None:
    (tmp_path / "t_20261001_1000_summary.txt").write_text(orion(4398))
    (tmp_path / "t_20261001_1000_iops.csv").write_text(
        "Large/Small,      1,      2\n          0,   2302,   4398\n"
    )
    (tmp_path / "t_20261001_1000_lat.csv").write_text(
        "Large/Small,      1,      2\n          0,   0.43,   0.45\n"
    )
    files = sorted(tmp_path.glob("t_*"))
    import_files(study, files, option="DAS")
    cells = [p for p in read_facts(study).options[0].io_points if p.group is None]
    assert [(p.small_ios, p.iops, p.latency_s) for p in cells] == [
        (1, 2302.0, pytest.approx(0.00043)),
        (2, 4398.0, pytest.approx(0.00045)),
    ]


def test_a_part_of_a_set_that_is_in_the_study_still_helps(study: Study, tmp_path: Path) -> None:
    summary = tmp_path / "t_20261001_1000_summary.txt"
    latencies = tmp_path / "t_20261001_1000_lat.csv"
    summary.write_text(orion(4398).replace("11.1.0.7.0", "10.2.0.1.0"))
    latencies.write_text("Large/Small,      1,      2\n          0,   0.43,   0.45\n")
    import_files(study, [summary], option="DAS")
    outcome = import_files(study, [summary, latencies], option="DAS")
    assert [f.duplicate_of for f in outcome.files] == [summary.name, None]
    cells = [p for p in read_facts(study).options[0].io_points if p.group is None]
    assert [p.latency_s for p in cells] == [pytest.approx(0.00043), pytest.approx(0.00045)]


def test_every_real_file_is_accounted_for(study: Study, corpus: Path) -> None:
    folders = [corpus / name for name in ("orion", "io_calibrate", "dstat", "dool", "pcp_dstat")]
    outcome = import_files(study, folders)
    assert len(outcome.files) > 60
    assert all(f.problems or f.duplicate_of for f in outcome.files if f.status is not Status.READ)
    assert {f.id for f in outcome.files} == {row.id for row in list_files(study)}
