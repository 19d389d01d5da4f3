"""The hosts on either side of a load, and how runs were set up, as they are read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.workload_sources import lab_source
from arraywise.domain.evidence import SampleColumn
from arraywise.domain.units import Unit
from arraywise.store.reading.facts import read_facts
from tests.store.test_facts import (
    CPU,
    EPOCH_ROWS,
    SECONDS,
    START,
    ZONED,
    add,
    load_run,
    monitor,
    option,
    rate,
    runs_of,
)

if TYPE_CHECKING:
    from arraywise.store.study import Study

__all__ = ["option"]
IRQ = ((6, "cpu_hardirq"), (7, "cpu_softirq"))


def test_the_busiest_host_that_was_watched_long_enough_counts(study: Study, option: int) -> None:
    for name, busy, seconds in (("client", 20, 60), ("database", 60, 60), ("short", 99, 25)):
        rows = [f"{START + i},{busy},0,{100 - busy},0,0" for i in range(1, seconds)]
        add(study, name, (monitor(SECONDS, rows, *CPU),), option)
    other = monitor(SECONDS, [f"{START + i},99,0,1,0,0" for i in range(60)], *CPU)
    add(study, "of no option", (other,), None)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    assert (run.host_use.file, run.host_use.busy_median) == ("database", 0.6)
    assert run.client_use is not None
    assert (run.client_use.file, run.client_use.busy_median) == ("client", 0.2)


def test_one_monitor_alone_is_the_databases(study: Study, option: int) -> None:
    add(study, "client.csv", (monitor(SECONDS, EPOCH_ROWS, *CPU),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    assert run.client_use is None


def test_the_host_that_made_the_load_is_the_client(study: Study, option: int) -> None:
    for name, busy in (("web3", 90), ("ora1", 60)):
        rows = [f"{START + i},{busy},0,10,0,0" for i in range(1, 60)]
        watched = replace(monitor(SECONDS, rows, *CPU), host=name)
        add(study, f"{name}.csv", (watched,), option)
    add(study, "a.xml", (replace(load_run(rate(30, 1.0)), host="web3"),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    assert run.client_use is not None
    assert (run.host_use.host, run.client_use.host) == ("ora1", "web3")


def test_the_rest_of_the_machine_is_aggregated(study: Study, option: int) -> None:
    columns = (
        *CPU,
        SampleColumn("net_receive", Unit.BYTE_PER_SECOND, 1.0, 6, "eth0"),
        SampleColumn("net_receive", Unit.BYTE_PER_SECOND, 1.0, 7, "eth1"),
        SampleColumn("net_receive", Unit.BYTE_PER_SECOND, 1.0, 8, "lo"),
        SampleColumn("net_send", Unit.BYTE_PER_SECOND, 1.0, 9),
        SampleColumn("swap_used", Unit.BYTE, 1.0, 10),
        SampleColumn("disk_utilisation", Unit.ONE, 0.01, 11, "sda"),
        SampleColumn("disk_utilisation", Unit.ONE, 0.01, 12, "sdb"),
    )
    rows = [f"{START + i},10,5,80,5,0,100,200,9999,50,{1000 + i},20,95" for i in range(1, 61)]
    machine = replace(monitor(SECONDS, rows, *columns), attributes=(("processors", "8"),))
    add(study, "dstat.csv", (machine,), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    use = run.host_use
    assert use is not None
    assert (use.processors, use.net_b_s, use.swap_growth_b) == (8, 300.0, 59.0)
    assert use.net_both_b_s == 350.0
    assert use.disk_utilisation == pytest.approx(0.95)


@pytest.mark.parametrize(("idle", "unaccounted"), [(70, 0.0), (74, 0.04), (60, 0.1)])
def test_interrupts_are_busy_and_all_shares_add_up(
    study: Study, option: int, idle: int, unaccounted: float
) -> None:
    """MODEL P4: busy = usr + sys + hiq + siq; what idle, waiting and stolen leave is its check."""
    columns = (*CPU, *(SampleColumn(n, Unit.ONE, 0.01, i) for i, n in IRQ))
    rows = [f"{START + i},10,5,{idle},7,3,1,4" for i in range(1, 61)]
    add(study, "dstat.csv", (monitor(SECONDS, rows, *columns),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    assert run.host_use.busy_median == pytest.approx(0.2)
    assert run.host_use.unaccounted == pytest.approx(unaccounted)


def test_without_idle_time_nothing_can_be_checked(study: Study, option: int) -> None:
    rows = [f"{START + i},10,5" for i in range(1, 61)]
    add(study, "dstat.csv", (monitor(SECONDS, rows, *CPU[:2]),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    assert run.host_use.unaccounted is None


def test_how_runs_were_set_up(study: Study, option: int) -> None:
    stated = (("write_percent", "30"), ("luns", "a"))
    add(study, "a.xml", (replace(load_run(rate(30, 1.0)), attributes=stated, host="h"),), option)
    add(study, "of no option", (load_run(),), None)
    (setup,) = read_facts(study).options[0].setups
    assert (setup.file, setup.tool, setup.host, setup.attributes) == ("a.xml", "tool", "h", stated)
    assert (setup.started_at, setup.duration_s, setup.complete) == (ZONED, 60.0, True)


@pytest.mark.parametrize(("step", "growth"), [(1.0, 59.0), (-1.0, 0.0)])
def test_swap_that_is_given_back_is_no_growth(
    study: Study, option: int, step: float, growth: float
) -> None:
    columns = (*CPU, SampleColumn("swap_used", Unit.BYTE, 1.0, 6))
    rows = [f"{START + i},10,5,80,5,0,{1000 + step * i}" for i in range(1, 61)]
    add(study, "dstat.csv", (monitor(SECONDS, rows, *columns),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    assert run.host_use.swap_growth_b == growth


def test_of_two_hosts_the_one_whose_processors_are_taken_counts_first(
    study: Study, option: int
) -> None:
    for name, busy, stolen in (("db1", 60, 0), ("db2", 30, 40)):
        rows = [f"{START + i},{busy},0,30,0,{stolen}" for i in range(1, 60)]
        add(study, f"{name}.csv", (replace(monitor(SECONDS, rows, *CPU), host=name),), option)
    add(study, "a.xml", (load_run(rate(30, 1.0)),), option)
    (run,) = runs_of(study)
    assert run.host_use is not None
    assert run.host_use.host == "db2"
    assert [use.host for use in run.host_use.hosts] == ["db2", "db1"]


def test_processors_and_requests_of_all_nodes_of_a_cluster_are_one_load(
    study: Study, option: int
) -> None:
    """What two hosts did for a load is summed; a second recording of one of them is not."""
    disk = (
        SampleColumn("disk_read_requests", Unit.PER_SECOND, 1.0, 6, "sda"),
        SampleColumn("disk_write_requests", Unit.PER_SECOND, 1.0, 7, "sda"),
    )
    for name, host, busy, reads in (
        ("one", "rac1.lab.example", 60, 300),
        ("one again", "RAC1", 55, 300),
        ("two", "rac2.lab.example", 30, 100),
    ):
        rows = [f"{START + i},{busy},0,10,0,0,{reads},50" for i in range(1, 60)]
        watched = replace(
            monitor(SECONDS, rows, *CPU, *disk), host=host, attributes=(("processors", "8"),)
        )
        add(study, f"{name}.csv", (watched,), option)
    add(study, "a.xml", (load_run(rate(30, 40.0)),), option)
    (run,) = runs_of(study)
    use = run.host_use
    assert use is not None
    assert use.file_names == "one.csv + two.csv"
    assert use.busy_processors == pytest.approx(0.6 * 8 + 0.3 * 8)
    assert use.loadable_processors == pytest.approx(12)
    found = lab_source(read_facts(study).options)
    assert found is not None
    assert (found.profile.reads, found.profile.writes) == (pytest.approx(10), pytest.approx(2.5))
    assert found.origin == "one.csv + two.csv over a.xml"
