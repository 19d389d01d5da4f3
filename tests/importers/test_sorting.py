"""Files find their importer by content; the others are told what they are."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from arraywise.domain.evidence import Status
from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import group_by_importer, read_sources
from arraywise.importers.registry import ALL_IMPORTERS
from tests.conftest import corpus_files
from tests.importers.golden import CORPUS_FOLDERS, SAMPLES, sample_files

UNNAMED = {
    "COMMANDS.txt", "khailey_data_emc.csv", "khailey_fio_scripts_README_with_outputs.md",
    "abort_v3.33_sigkill_empty.json", "gen_lshw_stderr.txt", "gen_lshw.xml",
    "gen_lshw_businfo.txt", "gen_lshw_short.txt", "lgh_clat_hist.1.log", "pkb_clat_hist.1.log",
}  # fmt: skip
"""Notes, tables of numbers alone, forms that are not read, nothing: refused without a name."""

WIDE = ("utf-16", "utf-16-le", "utf-32-be")
CASES = {
    "published": b"Arraywise published figures,1\nTitle,Result.FinalAverageTransactions\n",
    "orion": b"Large/Small,      1\n          0,   2302\n",
    "swingbench": b"Author  :  \t Dominic Giles \nVersion :  \t 2.7.0.1561  \n",
    "fio": b'{\n  "fio version" : "fio-3.33",\n',
    "io_profile": b"IO profile test parameters\n-----\nDate: Sun Mar 7 17:12:11 2004\n",
    "iometer": b"'Test Type,Test Description\n0,\n'Version\n1.1.0 \n",
    "diskspd": b"Input parameters:\n\n\ttimespan:   1\n\t-------------\n\tduration: 60s\n",
    "bdevperf": b"Running I/O for 60 seconds...\n",
    "elbencho": b"ISO date,label,path type,paths,operation,time ms [first]\n",
    "ioping": b"4 KiB <<< . (ext4 /dev/sda1): request=1 time=297.7 us (warmup)\n",
    "iozone": b"\tIozone: Performance Test of File I/O\n",
    "bonnie": b"Version  1.97       ------Sequential Output------ --Sequential Input-\n",
    "hcibench": b"Datastore     = ds1\n=====\nJOB_NAME\t= job0\nVMs\t\t= 4\n",
    "pgbench": b"transaction type: <builtin: select only>\nnumber of clients: 4\n",
    "benchbase": b'{\n "Benchmark Type": "tpcc",\n "Measured Requests": 201,\n',
    "sysbench": b"sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)\n\nFATAL: no\n",
    "perfmon": b'"(PDH-CSV 4.0) (UTC)(0)","a"\n',
    "nmon": b"AAA,progname,nmon\nAAA,version,16m\n",
    "collectl": b"#<--------CPU--------><----------Disks----------->\n#cpu sys inter  ctxsw\n",
    "iperf": b"[ ID] Interval  Transfer  Bandwidth\n[  3]  0.0-10.0 sec  9 MBytes  8 Mbits/sec\n",
    "hammerdb": b"Vuser 1:TEST RESULT : System achieved 8 NOPM from 24 MySQL TPM\n",
    "vdbench": b"<title>Vdbench out/totals.html</title><pre>\nRun totals\n",
    "awr": b"WORKLOAD REPOSITORY report for\n\nDB Name         DB Id    Instance\n",
    "slob": b"FILE|SESSIONS|ELAPSED|PREADS|\nawr.txt.8|8|300|12000|\n",
    "sysstat": b"Linux 6.1.0 (db1) \t11/20/26 \t_x86_64_\t(2 CPU)\n\navg-cpu:  %user\n 1.00\n",
    "lshw": b'{\n  "id" : "db1",\n  "class" : "system",\n  "vendor" : "Dell Inc."\n}\n',
    "io_calibrate": b"max_iops = 12\nlatency  = 3\nmax_mbps = 4\n",
    "dstat": b'"Dstat 0.7.3 CSV output"\n"Host:","h",,,,"User:","u"\n'
    b'"Cmdline:","dstat -c",,,,"Date:","20 Nov 2026 12:00:00 UTC"\n',
}


@pytest.mark.parametrize(("tool", "data"), CASES.items(), ids=CASES)
@pytest.mark.parametrize("name", ["x", "results.xml", "fio.json", "a_iops.csv"])
def test_the_content_decides_whatever_the_name(tool: str, data: bytes, name: str) -> None:
    (group,) = group_by_importer([Source(name, data)]).groups
    assert group.importer.tool == tool


def test_every_importer_has_a_row_and_a_sample() -> None:
    tools = [importer.tool for importer in ALL_IMPORTERS]
    assert set(CASES) <= set(tools) <= {folder.name for folder in SAMPLES.iterdir()}
    assert tools == [importer.loaded_importer.tool for importer in ALL_IMPORTERS]


def test_every_source_comes_back_once_and_in_order() -> None:
    sources = [Source(f"{i:02}.txt", data) for i, data in enumerate([*CASES.values(), b"", b"?"])]
    outcome = group_by_importer(sources)
    placed = [source for group in outcome.groups for source in group.sources]
    placed += [source for source, _ in outcome.refused]
    assert sorted(source.name for source in placed) == [source.name for source in sources]
    tools = [reading.tool for reading in read_sources(sources)]
    assert tools == [*CASES, "unknown", "unknown"]


def test_the_same_bytes_under_two_names_are_two_sources() -> None:
    source = Source("twice.txt", CASES["io_calibrate"])
    assert len(read_sources([source, Source("twice.txt", CASES["io_calibrate"])])) == 2
    assert len(read_sources([source, source])) == 2


def _zip(*more: tuple[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in (("a.txt", "a"), *more):
            archive.writestr(name, text)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"\0" * 4096, "only blanks or zero bytes"),
        (b" \n\t\r\n", "only blanks or zero bytes"),
        (_zip(), "ZIP"),
        (gzip.compress(b"a" * 50, mtime=0), "gzip"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"\0" * 8 + b"DUCK" + b"\0" * 100, "DuckDB"),
        (bytes(range(256)) * 20, "binary"),
        (b"\x1b[2J\x1b[1;1Hhello\n", "screen recording"),
        (b"\x1b[2J\x1b[1;1Htop - 12:00:00 up 1 day\n", "Output of top is not read."),
        (b"10:00:01 UID  PID  %usr %system\n10:00:02 0  1  0.00 0.00\n", "Output of pidstat is"),
        (b"Label,Phase,RuntimeMS,Rank,MixType\n,WRITE,5000,Total,\n", "elbencho --livecsv is not"),
        (b"#!/usr/bin/env bash\nfio job.fio\n", "a script (bash)"),
        (b"import os\nprint(1)\n", "a script (Python)"),
        (
            b"<?xml version='1.0'?>\n<!-- a --><lab:setup/>\n",
            "XML with the root element lab:setup",
        ),
        (b"<!DOCTYPE html><html><title>Wiki \x07x</title>", "web page (Wiki x)"),
        (b'{"drives": [], "shelf": 1}', "JSON with the keys drives, shelf"),
        (b"Host;Array;Size\ndb1;a;3\ndb2;b;4\n", "table with the columns Host, Array, Size"),
        (b"From: a@b.example\nSubject: results\n\nsee below\n", "an e-mail without a result"),
        (_zip(("xl/workbook.xml", "<a/>")), "document or archive (Excel)"),
        (b"          ADDM Report for Task 'TASK_1'\n", "ADDM"),
        (
            b"hello\n",
            "not a result of a known tool. Import the file as the tool wrote it.",
        ),
        (
            "hello\n".encode("utf-16"),
            "not a result of a known tool. Import the file as the tool wrote it.",
        ),
    ],
)
def test_a_stranger_is_refused_with_what_it_is(data: bytes, words: str) -> None:
    (reading,) = read_sources([Source("some.file", data)])
    assert (reading.status, reading.runs) == (Status.REFUSED, ())
    is_for_people = any(word in words for word in ("PDF", "picture", "script", "page", "e-mail"))
    assert reading.tool == ("document" if is_for_people else "unknown")
    assert words in reading.problems[0].text


@pytest.mark.parametrize(
    ("name", "text", "tool"),
    [
        ("1.sql", "select l_extendedprice, iops from lineitem;\n", "document"),
        ("get.sql", "exec DBMS_RESOURCE_MANAGER.CALIBRATE_IO(1, 10, a, b, c);\n", "document"),
        ("README", "Runs of the second week.\n", "document"),
        ("why.txt", "The shelf was rewired before the second run. " * 9, "document"),
        ("lat.plot", "set terminal png\nset output 'l.png'\nplot 'l.csv' u 1:2\n", "document"),
        ("config", "# of a sweep\nSCALES=10\n\nCLIENTS='1 2'\nexport RUNTIME=60\n", "document"),
        ("404", "---\n# a page\nlayout: none\n---\n<style>p { width: 9em }</style>\n", "document"),
        ("kv.log", "iops=1234\nlatency=1.5\nrows=9\nbytes=7\n", "unknown"),
        ("new.log", "ops 12 13 14\nlat 1.2 1.3 1.4\n" * 9, "unknown"),
        ("addm.txt", "  ADDM Report for Task 'X'\n max_iops = 9\n max_mbps = 9\n", "unknown"),
    ],
)
def test_documents_are_not_taken_for_results_of_unknown_tools(
    name: str, text: str, tool: str
) -> None:
    """A script that names a tool is not that tool's result; a text of figures is no document."""
    (reading,) = read_sources([Source(name, text.encode())])
    assert (reading.tool, reading.status) == (tool, Status.REFUSED)


def test_a_list_of_devices_is_no_result() -> None:
    (reading,) = read_sources([Source("mytest.lun", b"/dev/sdb\n/dev/sdc\n")])
    assert reading.problems[0].text == ("This is a device list for ORION, not a result.")


def test_what_is_nearly_a_list_of_devices_is_told_at_once() -> None:
    (reading,) = read_sources([Source("mytest.lun", b"/" * 5_000 + b" !")])
    assert reading.problems[0].text.startswith("This text is not a result")


@pytest.mark.parametrize("folder", [*CORPUS_FOLDERS])
def test_real_files_are_recognised_by_their_own_importer(folder: str) -> None:
    family = {"dool": "dstat", "pcp_dstat": "dstat"}.get(folder, folder)
    for path in corpus_files(folder):
        if path.name not in UNNAMED:
            (group,) = group_by_importer([Source(path.name, path.read_bytes())]).groups
            assert group.importer.tool in family, path.name


def test_samples_are_recognised_by_their_own_importer() -> None:
    for path in sample_files():
        (group,) = group_by_importer([Source(path.name, path.read_bytes())]).groups
        assert group.importer.tool == path.relative_to(SAMPLES).parts[0], path.name


def test_words_that_importers_ask_for_stand_in_all_that_is_theirs() -> None:
    real = [path for folder in CORPUS_FOLDERS for path in corpus_files(folder)[:20]]
    texts = [path.read_bytes()[:40_000] for path in (*sample_files(), *real)]
    wide = [text.decode("latin-1").encode(form) for text in texts[::6] for form in WIDE]
    blank = [text.replace(b" ", b"\xa0") for text in texts[::6]]
    for data in (*texts, *wide, *blank, b"\x1b[7mus\x1b[0mr sys idl wai", b"1 2 3 4 16\n"):
        source = Source("any", data)
        for known in ALL_IMPORTERS:
            assert known.recognises(source) == known.loaded_importer.recognises(source)


def test_a_result_of_another_tool_in_the_same_text_is_said() -> None:
    texts = [CASES[tool] for tool in ("hammerdb", "io_calibrate")]
    (reading,) = read_sources([Source("notes.txt", b"\n".join(texts))])
    assert (reading.tool, reading.status) == ("hammerdb", Status.READ_WITH_PROBLEMS)
    assert "The file also holds an I/O calibration" in reading.problems[-1].text
    (reading,) = read_sources([Source("notes.txt", CASES["pgbench"] + CASES["sysstat"])])
    assert "also holds output of sysstat (iostat, sar, mpstat), vmstat" in (
        reading.problems[-1].text
    )


@pytest.mark.parametrize("other", ["hammerdb", "io_calibrate", "pgbench", "sysbench"])
@pytest.mark.parametrize("tool", ["orion", "swingbench"])
def test_a_result_beside_one_of_a_tool_that_writes_its_own_files_is_said(
    tool: str, other: str
) -> None:
    own = {
        "orion": b"ORION VERSION 11.1.0.7.0\n\nMaximum Small IOPS=147 @ Small=5 and Large=0\n",
        "swingbench": b"Author : Dominic Giles\nTime Users TPM TPS\n16:24:34 [4/4] 60 60\n",
    }[tool]
    beside = {
        "hammerdb": b"Vuser 1:TEST RESULT : System achieved 600 NOPM from 1380 Oracle TPM\n",
        "io_calibrate": b"max_iops = 6512\nlatency = 9\nmax_mbps = 312\n",
    }.get(other, CASES[other])
    for text in (own + b"\n" + beside, beside + b"\n" + own):
        (reading,) = read_sources([Source("notes.txt", text)])
        assert reading.tool == tool
        assert any("The file also holds" in p.text for p in reading.problems)


def test_a_monitor_s_screen_beside_another_result_is_said_whichever_comes_first() -> None:
    screen = b"-dsk/total-\n read  writ\n  12k   0 \n  14k   0 \n"
    for text in (screen + CASES["pgbench"], CASES["pgbench"] + b"\n" * 5_000 + screen):
        (reading,) = read_sources([Source("notes.txt", text)])
        assert reading.runs
        assert any("The file also holds output of" in p.text for p in reading.problems)


def test_no_real_file_is_said_to_hold_two_results() -> None:
    for folder in CORPUS_FOLDERS:
        for path in corpus_files(folder):
            (reading,) = read_sources([Source(path.name, path.read_bytes())])
            assert not any("The file also holds" in p.text for p in reading.problems), path.name
