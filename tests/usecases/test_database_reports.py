"""Reports on a client's database, from the file to the study and the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from arraywise.cli.evidence_output import inspected_lines
from arraywise.cli.json_output import inspection_document
from arraywise.domain.database_report import Form, Section, parse_database_report
from arraywise.domain.evidence import Status
from arraywise.domain.units import Unit
from arraywise.store.reading.evidence import list_files, read_embedded_bytes, read_file_detail
from arraywise.usecases.edit_options import propose_options_for_unassigned
from arraywise.usecases.import_files import import_files
from arraywise.usecases.inspect_files import inspect_files
from arraywise.usecases.show_file import read_raw_lines
from arraywise.usecases.workload_profile import compute_database_profiles, read_database_reports
from tests.importers.awr import layouts

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a report of each layout, as a client would send it."""
    built = tmp_path / "san" / "awr"
    built.mkdir(parents=True)
    for name, text in layouts.SAMPLES.items():
        (built / name).write_text(text, "utf-8")
    return tmp_path


def test_what_is_imported_is_read_back_with_its_lines(study: Study, folder: Path) -> None:
    import_files(study, [folder])
    rows = {row.name.rpartition("/")[2]: row for row in list_files(study)}
    assert {(row.tool, row.run_type) for row in rows.values()} == {
        ("awr", "database report"), ("statspack", "database report"),
        ("awr_miner", "database report"),
    }  # fmt: skip
    detail = read_file_detail(study, rows["awr_19c_synthetic.html"].id)
    assert detail is not None
    assert detail.file.status is Status.READ
    report = parse_database_report(detail.runs[0].run, "file", "awr")
    assert report is not None
    assert (report.form, report.started_at, report.elapsed_s) == (
        *(Form.INSTANCE, "2026-02-02T10:00:00", 300),
    )
    for name, total in layouts.ACTIVITY.items():
        figure = report.find_figure(Section.ACTIVITY, name)
        assert figure is not None
        assert figure.value == total
        assert figure.line is not None
    capture = read_file_detail(study, rows["awr_miner_synthetic.out"].id)
    assert capture is not None
    series = parse_database_report(capture.runs[0].run)
    assert series is not None
    assert list(series.series["user commits"][1]) == [15, 35, 10.5]


def test_no_name_and_no_sql_is_in_the_study(study: Study, folder: Path) -> None:
    import_files(study, [folder])
    for row in list_files(study):
        stored = read_embedded_bytes(study, row.id)
        detail = read_file_detail(study, row.id)
        lines = read_raw_lines(study, row, "utf-8")
        assert stored is not None
        assert lines is not None
        shown = "".join(lines.line_at(number) for number in range(len(lines)))
        for secret in layouts.SECRETS:
            assert secret.encode() not in stored, (row.name, secret)
            assert secret not in shown
            assert secret not in repr(detail)


def test_no_option_is_proposed_from_a_clients_database(study: Study, folder: Path) -> None:
    outcome = import_files(study, [folder])
    assert outcome.proposals == ()
    assert propose_options_for_unassigned(list_files(study)) == ()
    assert import_files(study, [folder]).proposals == ()


def test_inspect_says_what_a_transaction_asks_for(folder: Path) -> None:
    path = folder / "san" / "awr" / "awr_19c_synthetic.html"
    files = inspect_files([path])
    (stated,) = json.loads(json.dumps(inspection_document(files)))["files"]
    assert (stated["tool"], stated["tool_version"]) == ("awr", "19.0.0.0.0")
    (run,) = stated["runs"]
    assert (run["started_at"], run["duration_s"]) == ("2026-02-02T10:00:00", 300)
    assert "host" not in run
    values = run["profile"]["values"]
    assert values["reads"]["value"] == 4.0
    assert [source["name"] for source in values["reads"]["from"]] == [
        "physical read total IO requests", "user commits", "user rollbacks",
    ]  # fmt: skip
    assert all(source["line"] for source in values["reads"]["from"])
    assert run["profile"]["io_per_s"] == pytest.approx(65_000 / 300)
    lines = "\n".join(inspected_lines(files[0]))
    assert "per transaction: reads 4, writes 2.5, redo 0.95, block 8192 B" in lines
    assert "RMAN" in lines


def test_inspect_has_no_profile_of_other_files(folder: Path) -> None:
    path = folder / "note.csv"
    path.write_text("Large/Small,      1\n          0,   2302\n")
    (stated,) = inspection_document(inspect_files([path]))["files"]
    assert all("profile" not in run for run in stated["runs"])


def test_a_study_has_a_profile_of_each_interval_and_of_a_cluster_as_a_whole(
    study: Study, tmp_path: Path
) -> None:
    for number in (1, 2):
        text = layouts.html(rac="YES", instance=number)
        (tmp_path / f"awrrpt_{number}.html").write_text(text, "utf-8")
    (tmp_path / "sp.lst").write_text(layouts.statspack(), "utf-8")
    (tmp_path / "capture.out").write_text(layouts.capture(), "utf-8")
    import_files(study, [tmp_path])
    assert len(read_database_reports(study)) == 6  # a capture of two instances has three
    profiles = compute_database_profiles(read_database_reports(study), 2)
    counted = {len(p.reports): p for p in profiles if p.transactions.unit is Unit.ONE}
    assert {count: each.transactions.value for count, each in counted.items()} == {
        1: 10_000,
        2: 20_000,
    }
    assert [p.writes and p.writes.value for p in counted.values()] == [5.0, 5.0]
    rates = [p.transactions.value for p in profiles if p.transactions.unit is Unit.PER_SECOND]
    assert sorted(rates) == [5.0, 30.0, 35.0]  # a capture: its two instances, and both together


def test_one_report_in_two_forms_counts_once(study: Study, tmp_path: Path) -> None:
    """As HTML, as text, from a terminal: the load of a client would be twice what it is."""
    text = next(
        text for name, text in layouts.SAMPLES.items() if name.endswith("10g_synthetic.txt")
    )
    (tmp_path / "report.txt").write_text(text, "utf-8")
    (tmp_path / "pasted.txt").write_text(f"SQL> @awrrpt\n\n{text}", "utf-8")
    import_files(study, [tmp_path])
    assert len(read_database_reports(study)) == 1
