"""Small reports in the layouts of Oracle's versions, with made-up figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ACTIVITY = {
    "execute count": 90_000,
    "physical read bytes": 294_912_000,
    "physical read requests optimized": 1_000,
    "physical read total IO requests": 40_000,
    "physical read total bytes": 400_000_000,
    "physical read total multi block requests": 2_000,
    "physical reads": 36_000,
    "physical write IO requests": 14_000,
    "physical write total IO requests": 25_000,
    "physical write total bytes": 300_000_000,
    "physical write total multi block requests": 500,
    "redo size": 50_000_000,
    "redo writes": 9_500,
    "session logical reads": 1_234_567,
    "user commits": 9_000,
    "user rollbacks": 1_000,
}
"""Totals of the section Instance Activity."""
FOREGROUND = {
    "db file sequential read": (30_000, 60, 2.0),
    "log file sync": (9_800, 10, 1.02),
    "db file scattered read": (1_000, 4, 4.0),
    "db file parallel read": (500, 1, 2.0),
    "direct path read": (700, 2, 2.86),
    "latch free": (90, 1, 11.0),
}
"""Waits, seconds and their mean in milliseconds."""
BACKGROUND = {
    "db file sequential read": (200, 1, 5.0),
    "log file parallel write": (9_500, 6, 0.63),
}
CLASSES = {"User I/O": (32_600, 67, 2.06), "Commit": (9_800, 10, 1.02), "Other": (90, 1, 11.0)}
TIMES = {"DB time": 200.5, "DB CPU": 80.25, "background cpu time": 3.0}
OS = {"NUM_CPUS": 8, "NUM_CPU_CORES": 4, "BUSY_TIME": 48_000, "IDLE_TIME": 192_000}
SECRETS = ("KUNDEDB", "kundedb1", "host-kunde", "1234567890", "KUNDENTABELLE", "GEHEIM")
"""What no study keeps."""
SQL = "select GEHEIM from KUNDENTABELLE"


def written(value: float, mark: str = ".") -> str:
    """Write a number with groups of three."""
    text = f"{value:,}"
    return text if mark == "." else text.translate(str.maketrans(",.", ".,"))


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Write a table of an HTML report."""
    head = "".join(f'<th class="awrbg" scope="col">{name}</th>' for name in columns)
    lines = (
        "<tr>" + "".join(f"<td class='awrc'>{cell}</td>" for cell in row) + "</tr>" for row in rows
    )
    body = "\n".join(lines)
    note = '<ul>\n<li class="awr">ordered by name, 1,234 of them</li>\n</ul>'
    return f'<h3 class="awr">{title}</h3>\n{note}\n<table><tr>{head}</tr>\n{body}\n</table><p />\n'


def html(
    release: str = "19.0.0.0.0",
    *,
    mark: str = ".",
    heading: str = "report for",
    instance: int = 1,
    rac: str = "NO",
    without: Sequence[str] = (),
) -> str:
    """Write an AWR report in HTML; before 12c the unit of averages is in the heading."""
    is_old = release.startswith("11")
    average = "Avg wait (ms)" if is_old else "Avg wait"

    def row(name: str, found: tuple[int, int, float]) -> list[str]:
        waits, seconds, ms = found
        mean = written(ms, mark) if is_old else f"{written(ms, mark)}ms"
        return [name, written(waits, mark), "", written(seconds, mark), mean, "1", "1"]

    def events(found: dict[str, tuple[int, int, float]]) -> list[list[str]]:
        return [row(*pair) for pair in found.items()]

    stored = {name: value for name, value in ACTIVITY.items() if name not in without}
    waited = ("Event", "Waits", "%Time -outs", "Total Wait Time (s)", average, "Waits /txn", "%")
    head = (
        "<html><head><title>AWR Report for DB: KUNDEDB, Inst: kundedb1, Snaps: 10-11</title>"
        "<style>body {color: black}</style></head><body>\n"
        f'<h1 class="awr">\nWORKLOAD REPOSITORY {heading}\n</h1>\n<p />\n'
        "<table><tr><th>DB Name</th><th>DB Id</th><th>Instance</th><th>Inst num</th>"
        "<th>Startup Time</th><th>Release</th><th>RAC</th></tr>\n"
        f"<tr><td>KUNDEDB</td><td>1234567890</td><td>kundedb1</td><td>{instance}</td>"
        f"<td>01-Feb-26 08:00</td><td>{release}</td><td>{rac}</td></tr>\n</table>\n"
        "<table><tr><th>Host Name</th><th>Platform</th></tr>"
        "<tr><td>host-kunde</td><td>Linux x86 64-bit</td></tr></table>\n"
        "<table><tr><th></th><th>Snap Id</th><th>Snap Time</th></tr>\n"
        "<tr><td>Begin Snap:</td><td>10</td><td>02-Feb-26 10:00:00</td></tr>\n"
        "<tr><td>End Snap:</td><td>11</td><td>02-Feb-26 10:05:00</td></tr>\n"
        f"<tr><td>Elapsed:</td><td>&#160;</td><td>   {written(5.0, mark)} (mins)</td></tr>\n"
        f"<tr><td>DB Time:</td><td></td><td>   {written(3.34, mark)} (mins)</td></tr>\n</table>\n"
        "<p />Load Profile<p />\n<table><tr><th></th><th>Per Second</th></tr>\n"
        f"<tr><td>DB Time(s):</td><td>{written(0.7, mark)}</td></tr>\n</table>\n"
        "<p />Cache Sizes<p />\n<table><tr><th></th><th>Begin</th><th>End</th></tr>\n"
        "<tr><td>Buffer Cache:</td><td>1,056M</td><td>1,056M</td><td>Std Block Size:</td>"
        "<td>8K</td></tr></table>\n"
    )
    parts = [
        head,
        table("Time Model Statistics", ("Statistic Name", "Time (s)", "% of DB Time"),
              [(f"{n}&#160;&#160;<a href='#1'>[1]</a>", written(v, mark), "") for n, v in
               TIMES.items()]),
        table("Operating System Statistics", ("Statistic", "Value", "End Value"),
              [(name, written(value, mark), "") for name, value in OS.items()]),
        table("Foreground Wait Class", ("Wait Class", *waited[1:5], "%DB time"),
              events(CLASSES)),
        table("Foreground Wait Events", waited, events(FOREGROUND)),
        table("Background Wait Events", waited, events(BACKGROUND)),
        table("Complete List of SQL Text", ("SQL Id", "SQL Text"), [("7qb74y7hp6cwd", SQL)]),
        table("Key Instance Activity Stats", ("Statistic", "Total", "per Second", "per Trans"),
              [(n, written(stored[n], mark), "", "") for n in ("user commits", "user rollbacks")]),
        table(f"{'Other ' if is_old else ''}Instance Activity Stats",
              ("Statistic", "Total", "per Second", "per Trans"),
              [(n, written(v, mark), written(v / 300, mark), "0") for n, v in stored.items()]),
        table("IOStat by Function summary",
              ("Function Name", "Reads: Data", "Reqs per sec", "Data per sec", "Writes: Data",
               "Reqs per sec", "Data per sec", "Waits: Count", "Avg Time"),
              [("LGWR", "1M", "0", "0M", "47M", written(31.67, mark), "0M", "9.5K", "630us"),
               ("RMAN", "20M", written(5.5, mark), "0M", "0M", "0", "0M", "2K", "1ms")]),
        "</body></html>\n",
    ]  # fmt: skip
    return "".join(parts)


def ruled(
    title: str, columns: Sequence[tuple[str, int]], rows: Sequence[Sequence[object]], end: int = 10
) -> str:
    """Write a table of a text report: columns of fixed width over a rule of dashes."""

    def line(cells: Sequence[object]) -> str:
        texts = (
            f"{str(c)[:w]:<{w}}" if not i else f"{c!s:>{w}}"
            for i, (c, (_, w)) in enumerate(zip(cells, columns, strict=True))
        )
        return " ".join(texts).rstrip()

    rule = " ".join("-" * width for _, width in columns)
    body = "\n".join(line(row) for row in rows)
    return (
        f"{title}  DB/Inst: KUNDEDB/kundedb1  Snaps: 10-11\n-> Ordered by statistic name\n\n"
        f"{line([name for name, _ in columns])}\n{rule}\n{body}\n{' ' * end}{'-' * 61}\n\n"
    )


def _text_body(*, is_statspack: bool) -> str:
    both = {
        name: (waits + BACKGROUND.get(name, (0, 0, 0.0))[0], seconds + 1, ms)
        for name, (waits, seconds, ms) in FOREGROUND.items()
    }
    both["log file parallel write"] = BACKGROUND["log file parallel write"]
    waited = (("Event", 28), ("Waits", 12), ("out", 4), ("Time (s)", 10), ("(ms)", 6))

    def events(found: dict[str, tuple[int, int, float]]) -> list[tuple[object, ...]]:
        return [(n, f"{w:,}", 0, f"{s:,}", ms) for n, (w, s, ms) in found.items()]

    width = 33 if is_statspack else 32
    return (
        ruled(f"Time Model {'System Stats' if is_statspack else 'Statistics'}",
              (("Statistic", 35), ("Time (s)", 20)), list(TIMES.items()))
        + _of_9i(ruled("Wait Events", waited, events(both)))
        + ruled("Background Wait Events", waited, events(BACKGROUND))
        + ruled("SQL ordered by Gets", (("Buffer Gets", 14), ("Executions", 12)), [(1, 2)])
        .replace(" 2\n", f" 2\n{SQL}\n")
        + ruled("Instance Activity Stats",
                (("Statistic", width), ("Total", 18), ("per Second", 14), ("per Trans", 13)),
                [(n, f"{v:,}", f"{v / 300:,.1f}", "############") for n, v in ACTIVITY.items()])
        + ruled("OS Statistics" if is_statspack else "Operating System Statistics",
                (("Statistic", 25), ("Total" if is_statspack else "Value", 22)),
                [(n, f"{v:,}") for n, v in OS.items()])
    )  # fmt: skip


def _of_9i(section: str) -> str:
    """Write a title as Statspack did up to 10g."""
    return section.replace(
        "  DB/Inst: KUNDEDB/kundedb1  Snaps: 10-11",
        " for DB: KUNDEDB  Instance: kundedb1  Snaps: 10 -11",
    )


def text(release: str = "10.2.0.4.0") -> str:
    """Write an AWR report of 10g as text: waits of foreground and background together."""
    return (
        "\nWORKLOAD REPOSITORY report for\n\n"
        "DB Name         DB Id    Instance     Inst Num Release     RAC Host\n"
        "------------ ----------- ------------ -------- ----------- --- ------------\n"
        f"KUNDEDB       1234567890 kundedb1            1 {release}  NO  host-kunde\n\n"
        "              Snap Id      Snap Time      Sessions Curs/Sess\n"
        "            --------- ------------------- -------- ---------\n"
        "Begin Snap:        10 02-Feb-26 10:00:00       107       7.1\n"
        "  End Snap:        11 02-Feb-26 10:05:00       110       7.0\n"
        "   Elapsed:                5.00 (mins)\n"
        "   DB Time:                3.34 (mins)\n\n"
        "Cache Sizes\n~~~~~~~~~~~                       Begin        End\n"
        "                             ---------- ----------\n"
        "               Buffer Cache:       424M       424M  Std Block Size:         8K\n\n"
    ) + _text_body(is_statspack=False)


def statspack() -> str:
    """Write a Statspack report."""
    return (
        "\nSTATSPACK report for\n\n"
        "Database    DB Id    Instance     Inst Num  Startup Time   Release     RAC\n"
        "~~~~~~~~ ----------- ------------ -------- --------------- ----------- ---\n"
        "          1234567890 kundedb1            1 11-Jan-26 08:45 9.2.0.8.0   NO\n\n"
        "Host Name             Platform                CPUs Cores Sockets   Memory (G)\n"
        "~~~~ ---------------- ---------------------- ----- ----- ------- ------------\n"
        "     host-kunde       Linux x86 64-bit           8     4       1         16.0\n\n"
        "Snapshot       Snap Id     Snap Time      Sessions Curs/Sess Comment\n"
        "~~~~~~~~    ---------- ------------------ -------- --------- ----------\n"
        "Begin Snap:         10 02-Feb-26 10:00:00      111       4.4\n"
        "  End Snap:         11 02-Feb-26 10:05:00      109       4.4\n"
        "   Elapsed:       5.00 (mins) Av Act Sess:       0.7\n\n"
    ) + _text_body(is_statspack=True)


def cluster(*, has_all_waits: bool = True) -> str:
    """Write the report of a cluster of two instances; before 12c it has the longest waits only."""
    waited = ("Wait Class", "Event", "Waits", "%Timeouts", "Total (s)", "Avg Wait")
    events = [
        ("-", name, f"{waits:,}", "0", f"{seconds:,}", f"{ms}ms")
        for name, (waits, seconds, ms) in FOREGROUND.items()
    ]
    all_waits = table("Foreground Wait Events (Global)", waited, events) if has_all_waits else ""

    def group(name: str, *columns: str) -> str:
        return f'<th colspan="{len(columns)}">{name}</th>'

    return (
        "<html><body><h1>\nWORKLOAD REPOSITORY REPORT (RAC)\n</h1>\n"
        "<h3>Database Summary</h3><table><tr>"
        + group("Database", "", "", "", "") + group("Snapshot Ids", "", "")
        + "</tr><tr><th>Id</th><th>Name</th><th>RAC</th><th>Block Size</th><th>Begin</th>"
        "<th>End</th></tr><tr><td>1234567890</td><td>KUNDEDB</td><td>YES</td><td>8192</td>"
        "<td>10</td><td>11</td></tr></table>\n"
        + table("Database Instances Included In Report",
                ("I#", "Instance", "Host", "Begin Snap Time", "End Snap Time", "Release",
                 "Elapsed Time(min)"),
                [(i, f"kundedb{i}", "host-kunde", "02-Feb-26 10:00:00", "02-Feb-26 10:05:00",
                  "12.1.0.2.0", "5.00") for i in (1, 2)])
        + table("Time Model", ("#", "DB time (s)", "DB CPU (s)"),
                [(1, "120.50", "50.25"), (2, "80.00", "30.00"), ("Sum", "200.50", "80.25"),
                 ("Avg", "100.25", "40.13")])
        + table("Foreground Wait Classes", ("#", "User I/O(s)", "Sys I/O(s)", "Commit(s)"),
                [(1, "40", "0", "6"), (2, "27", "0", "4"), ("Sum", "67", "0", "10")])
        + table("Top Timed Foreground Events",
                ("I#", "Class", "Event", "Waits", "%Timeouts", "Total(s)", "Avg(ms)"),
                [("*", "User I/O", "db file sequential read", "30,000", "0", "60", "2.00"),
                 ("*", "Commit", "log file sync", "9,800", "0", "10", "1.02"),
                 ("1", "User I/O", "db file sequential read", "18,000", "0", "36", "2.00")])
        + all_waits
        + table("OS Statistics By Instance",
                ("I#", "CPU #CPUs", "CPU #Core", "% CPU %Busy", "Time (s) Busy", "Time (s) Idle"),
                [(i, 8, 4, "20.0", "480.00", "1,920.00") for i in (1, 2)])
        + table("System Statistics - Per Second", ("I#", "Physical Reads/s", "Txns/s"),
                [(1, "70.00", "20.00"), (2, "50.00", "13.33")])
        + "<h3>System Statistics (Global)</h3><table><tr><th></th><th></th><th></th><th></th>"
        + group("per Second", "", "")
        + "</tr><tr><th>Statistic</th><th>Total</th><th>per Second</th><th>per Trans</th>"
        "<th>Average</th><th>Std Dev</th></tr>"
        + "".join(f"<tr><td>{n}</td><td>{v:,}</td><td>1</td><td>1</td><td>1</td><td>0</td></tr>\n"
                  for n, v in ACTIVITY.items())
        + "</table></body></html>"
    )  # fmt: skip


def compared() -> str:
    """Write a report that compares two periods; the second has half of everything."""
    return (
        "WORKLOAD REPOSITORY COMPARE PERIOD REPORT\n\n"
        "Snapshot Set    DB Id    Unique Name Release     Cluster Host\n"
        "------------ ----------- ----------- ----------- ------- ------------\n"
        "First (1st)   1234567890 KUNDEDB     19.0.0.0.0  NO      host-kunde\n"
        "Second (2nd)  1234567890 KUNDEDB     19.0.0.0.0  NO      host-kunde\n\n"
        "Snapshot Set  Begin Snap Id Begin Snap Time            End Snap Id End Snap Time\n"
        "------------ -------------- ------------------------- ------------"
        " -------------------------\n"
        "1st                      10 02-Feb-26 10:00:00 (Mon)            11"
        " 02-Feb-26 10:05:00 (Mon)\n"
        "2nd                      20 02-Feb-26 14:00:00 (Mon)            21"
        " 02-Feb-26 14:05:00 (Mon)\n\n"
    ) + ruled(
        "Instance Activity Statistics",
        (("Statistic", 32), ("1st", 18), ("2nd", 18), ("%Diff", 8)),
        [(n, f"{v:,}", f"{v // 2:,}", "-50.0") for n, v in ACTIVITY.items()],
    )


def compared_html(release: str = "19.0.0.0.0") -> str:
    """Write the same in HTML, as `awrddrpt.sql` does: values, rates and shares side by side."""
    both = ("1st", "2nd", "%Diff")

    def group(*titles: str) -> str:
        cells = "".join(f'<th colspan="3">{title}</th>' for title in titles)
        return f"<tr><th></th>{cells}</tr>"

    def change(name: str, value: int) -> str:
        figures = (value, value // 2, -50.0, value / 300, value / 600, -50.0, 1.0, 1.0, 0.0)
        cells = "".join(f'<td align="right" class="awrc">{figure:,}</td>' for figure in figures)
        return f'<tr><td scope="row" class="awrc">{name}</td>{cells}</tr>\n'

    columns = ("Statistic", *both * 3)
    head = "".join(f'<th class="awrbg" scope="col">{name}</th>' for name in columns)
    sets = (
        ("Snapshot Set", "DB Name", "DB Id", "Instance", "Inst num", "Release", "Cluster", "Host"),
        [
            (name, "KUNDEDB", "1234567890", "kundedb1", "1", release, "NO", "host-kunde")
            for name in ("First&nbsp;(1st)", "Second&nbsp;(2nd)")
        ],
    )
    times = (
        (
            "Snapshot Set",
            "Begin Snap Id",
            "Begin Snap Time",
            "End Snap Id",
            "End Snap Time",
            "Avg Active Users",
            "Elapsed Time (min)",
            "DB time (min)",
        ),
        [
            ("1st", 10, "02-Feb-26 10:00:00 (Mon)", 11, "02-Feb-26 10:05:00 (Mon)", 0.7, 5.0, 3.3),
            ("2nd", 20, "02-Feb-26 14:00:00 (Mon)", 21, "02-Feb-26 14:05:00 (Mon)", 0.7, 5.0, 3.3),
            ("%Diff:", "", "", "", "", "0.0%", "0.0%", "0.0%"),
        ],
    )
    events = ("Event", "Wait Class", "Waits", "Time(s)", "Avg Time", "%DB time")
    top = [
        (
            "db file sequential read",
            "User I/O",
            "30,000",
            "60.0",
            "2.00ms",
            "30.0",
            "db file sequential read",
            "User I/O",
            "15,000",
            "45.0",
            "3.00ms",
            "30.0",
        ),
        (
            "log file sync",
            "Commit",
            "9,800",
            "10.0",
            "1.02ms",
            "5.0",
            "-log file sync",
            "Commit",
            "4,900",
            "4.9",
            "1000.00us",
            "5.0",
        ),
    ]
    load = [
        ("DB Time:", "0.7", "0.3", "-50.0"),
        ("Redo size (bytes):", "70,000.0", "35,000.0", ""),
    ]
    return (
        '<html lang="en"><head><title>AWR Compare Period Report for DB: KUNDEDB</title></head>'
        '<body class="awr">\n<h1 class="awr">\nWORKLOAD REPOSITORY COMPARE PERIOD REPORT\n</h1>\n'
        + table("Report Summary", *sets)
        + table("Snapshots", *times)
        + table("Load Profile", ("", "1st per sec", "2nd per sec", "%Diff"), load)
        + '<h3 class="awr">Top Timed Events</h3>\n<table>'
        + '<tr><th colspan="6">1st</th><th colspan="6">2nd</th></tr><tr>'
        + "".join(f"<th>{name}</th>" for name in events * 2) + "</tr>\n"
        + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in top)
        + "</table>\n"
        + '<h3 class="awr">Instance Activity Stats</h3>\n<ul><li>Ordered by name</li></ul>\n'
        + "<table>"
        + group("Value", "per Second", "per Trans") + f"<tr>{head}</tr>\n"
        + "".join(change(*pair) for pair in ACTIVITY.items())
        + '</table>\n<h3 class="awr">Time Model Statistics</h3>\n<table>'
        + group("Time (seconds)", "Percent of Total DB Time") + "<tr>"
        + "".join(f"<th>{name}</th>" for name in ("Statistic Name", *both * 2)) + "</tr>\n"
        + "".join(
            f"<tr><td>{name}</td>" + "".join(f"<td>{v:,}</td>" for v in (value, value / 2, -50.0))
            + "<td>1</td><td>1</td><td>0</td></tr>\n"
            for name, value in (("DB time", 200.5), ("DB CPU", 80.25)))
        + "</table></body></html>"
    )  # fmt: skip


ASM = """<h3 class="awr">init.ora Parameters</h3>
<table><tr><th>Parameter Name</th><th>Begin value</th><th>End value (if different)</th></tr>
<tr><td class='awrnc'>control_files</td><td class='awrnc'>+KUNDEDATA/KUNDEDB/one.ctl</td></tr>
</table>"""
"""What a report says of a database whose files are in ASM, and of one with two instances."""
TWO_INSTANCES = """<h3 class="awr">RAC Statistics</h3>
<table><tr><th></th><th>Begin</th><th>End</th></tr>
<tr><td>Number of Instances:</td><td align="right">2</td><td align="right">2</td></tr></table>"""


def capture(mark: str = ".") -> str:
    """Write what AWR-Miner captures: three snapshots of two instances, one missing at the end."""
    columns = (
        *(("snap", 10), ("dur_m", 10), ("end", 14), ("inst", 10), ("commits_s", 10)),
        *(("read_mb_s", 10), ("read_iops", 10), ("write_mb_s", 10), ("write_iops", 10)),
    )
    rows = [
        (10, 60, "26/02/02 10:00", 1, 10, 8, 1000, 4, 500),
        (10, 60, "26/02/02 10:00", 2, 5, 4, 500, 2, 250),
        (11, 60, "26/02/02 11:00", 1, 30, 40, 5000, 9, 900.5),
        (11, 60, "26/02/02 11:00", 2, 5, 4, 500, 2, 250),
        (12, 30, "26/02/02 11:30", 1, 10.5, 8, 1000, 4, 500),
    ]
    body = "\n".join(
        " ".join(f"{str(c).replace('.', mark):>{w}}" for c, (_, w) in zip(r, columns, strict=True))
        for r in rows
    )
    heading = " ".join(f"{name:>{width}}" for name, width in columns)
    return (
        "~~BEGIN-OS-INFORMATION~~\nSTAT_NAME      STAT_VALUE\n-------------- ------------\n"
        "NUM_CPUS       8\nVERSION        11.2.0.3.0\nDB_NAME        KUNDEDB\n"
        "DBID           1234567890\nHOSTS          host-kunde\nAWR_MINER_VER  3.0.22\n"
        "~~END-OS-INFORMATION~~\n\n~~BEGIN-MAIN-METRICS~~\n\n"
        f"{heading}\n{' '.join('-' * width for _, width in columns)}\n{body}\n\n"
        "~~END-MAIN-METRICS~~\n\n~~BEGIN-TOP-SQL-SUMMARY~~\n"
        f"{SQL}\n~~END-TOP-SQL-SUMMARY~~\n"
    )


SAMPLES = {
    "awr_19c_synthetic.html": html(),
    "awr_11g_decimal_comma_synthetic.html": html("11.2.0.4.0", mark=","),
    "awr_10g_synthetic.txt": text(),
    "awr_rac_synthetic.html": cluster(),
    "awr_compared_synthetic.txt": compared(),
    "awr_compared_synthetic.html": compared_html(),
    "awr_miner_synthetic.out": capture(),
    "statspack_synthetic.lst": statspack(),
}
"""The files in `samples/awr`, as `python -m tests.importers.awr.layouts` writes them."""

if __name__ == "__main__":
    for name, content in SAMPLES.items():
        path = Path(__file__).parent.parent / "samples" / "awr" / name
        path.write_text(content, "utf-8", newline="\n")
