"""Host descriptions of lshw, lsblk and lscpu; what identifies a machine stays out."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity
from arraywise.importers.kit.importer import Source
from arraywise.importers.lshw import LshwImporter
from tests.importers.golden import SAMPLES, describe, sample_files

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.evidence import Reading

OWN = sample_files(SAMPLES / "lshw")


def read(data: bytes) -> Reading:
    """Read bytes that are recognised."""
    importer, source = LshwImporter(), Source("host.txt", data)
    assert importer.recognises(source)
    return importer.read([source])[0]


def told(data: bytes) -> dict[str, str]:
    """Return the attributes of the only run; none where the listing is refused."""
    return {name: value for run in read(data).runs for name, value in run.attributes}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lshw_server.json", {"processors": "16", "processor_packages": "2"}),
        (
            "lshw_server.json",
            {"memory_bytes": "77309411328", "system": "Dell Inc. PowerEdge R710"},
        ),
        ("lshw_server.json", {"disks": "sda", "disk sda bytes": "598879502336"}),
        ("lshw_server.json", {"network p1p1 bits_per_second": "10000000000"}),
        (
            "lshw_0218_objects_in_a_row.json",
            {"disks": "sdb sdc", "disk sdb model": "NETAPP VRAID"},
        ),
        ("lshw.txt", {"memory": "24GiB", "disks": "vda", "virtualisation": "virtual machine"}),
        ("lscpu_J.json", {"processors": "2", "virtualisation": "KVM"}),
        ("lscpu_nested.json", {"processors": "8", "virtualisation": "VMware"}),
        ("lscpu.txt", {"processors": "16", "threads_per_core": "2"}),
        ("lsblk_b_J.json", {"disks": "nvme0n1 sdb", "disk sdb transport": "fc"}),
        ("lsblk_JO.json", {"disk vda size": "256G", "disk vda rotational": "yes"}),
    ],
)
def test_what_a_host_is_made_of(name: str, expected: dict[str, str]) -> None:
    result = told((SAMPLES / "lshw" / name).read_bytes())
    assert {key: result.get(key) for key in expected} == expected


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.name)
def test_nothing_that_identifies_a_machine_is_told(path: Path) -> None:
    text = str(describe(read(path.read_bytes())))
    for secret in ("7XSRV01", "CN1374", "51C9A2B0", "00aa11", "1b:21", "02:fc", "192.0.2"):
        assert secret not in text
    for secret in ("80AbC", "PHLN", "60002ac", "eui.", "6000c29f", "44454C4C"):
        assert secret not in text


@pytest.mark.parametrize(
    ("name", "absent"),
    [
        ("lsblk_b_J.json", "loop0"),
        ("lsblk_b_J.json", "sr0"),
        ("lsblk_b_J.json", "nvme0n1p1"),
        ("lsblk_JO.json", "zram0"),
        ("lshw_server.json", "sda1"),
        ("lscpu.txt", "virtualisation"),  # VT-x is what the processor could do
    ],
)
def test_what_is_no_disk_of_its_own_is_left_out(name: str, absent: str) -> None:
    assert absent not in str(told((SAMPLES / "lshw" / name).read_bytes()))


def test_rounded_sizes_are_told_as_they_stand_and_said() -> None:
    reading = read((SAMPLES / "lshw" / "lsblk_JO.json").read_bytes())
    assert [p.severity for p in reading.problems if "rounded" in p.text] == [Severity.INFO]
    assert reading.status is Status.READ


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.name)
def test_a_cut_listing_tells_nothing_that_the_whole_one_does_not(path: Path) -> None:
    data = path.read_bytes()
    whole = told(data)
    chance = random.Random(path.name)  # noqa: S311
    lines = [i for i in range(len(data)) if data[i : i + 1] == b"\n"]
    for length in chance.sample(range(len(data)), 40) if b"{" in data[:90] else lines:
        if LshwImporter().recognises(Source(path.name, data[:length])):
            result = told(data[:length])
            disks = result.pop("disks", "").split()
            assert set(disks) <= set(whole.get("disks", "").split())
            assert result.items() <= whole.items()


@pytest.mark.parametrize(
    "data",
    [
        b'{"blockdevices": ' + b"[" * 400_000,
        b'{"lscpu": [' + b'{"children": [' * 100_000,
        b'{"id": "a", "class": ' + b'"x", "children": [{"id": "a", "class": ' * 50_000,
        b'{"lscpu": []}',
    ],
    ids=lambda d: d[:14].decode(),
)
def test_hostile_and_empty_listings_are_refused(data: bytes) -> None:
    reading = read(data)
    assert reading.status is Status.REFUSED
    assert "names no processors" in reading.problems[-1].text


def test_more_disks_than_are_listed_are_counted() -> None:
    devices = ", ".join(
        f'{{"name": "sd{i}", "size": 1000000, "type": "disk"}}' for i in range(300)
    )
    reading = read(f'{{"blockdevices": [{devices}]}}'.encode())
    assert "100 were left out" in " ".join(p.text for p in reading.problems)


def test_the_disks_alone_are_a_description_without_a_name() -> None:
    """`lshw -C disk`, as it is copied with its prompt."""
    text = (
        "me@host:~$ sudo lshw -C disk\n  *-disk\n       description: ATA Disk\n"
        "       product: XYZ80\n       logical name: /dev/sda\n       size: 76GiB (82GB)\n"
    )
    (run,) = read(text.encode()).runs
    assert run.host is None
    stated = dict(run.attributes)
    assert stated["disks"] == "sda"
    assert "system" not in stated


def test_memory_is_that_of_the_banks_where_the_whole_has_no_size() -> None:
    banks = "".join(
        f"""        *-bank:{n}
             description: DIMM DRAM
             physical id: {n}
             size: {size}
"""
        for n, size in enumerate(("16GiB", "16GiB"))
    )
    text = f"""db1
    description: Computer
    product: VMware Virtual Platform
  *-core
     *-memory
          description: System Memory
          physical id: 1
{banks}        *-bank:2
             description: DIMM DRAM [empty]
             physical id: 2
     *-cpu
          product: Intel(R) Xeon(R)
          physical id: 3
"""
    assert told(text.encode())["memory_bytes"] == str(32 * 1024**3)


def _memory(*banks: int | None, number: str = "", size: int | None = None) -> dict[str, object]:
    """Write a node of main memory with modules, as `lshw -json` does."""
    node: dict[str, object] = {
        "id": f"memory{number}", "class": "memory", "description": "System Memory",
        "children": [
            {"id": f"bank:{place}", "class": "memory", "description": "DIMM"}
            | ({"units": "bytes", "size": bytes_} if bytes_ else {})
            for place, bytes_ in enumerate(banks)
        ],
    }  # fmt: skip
    return node | ({"units": "bytes", "size": size} if size else {})


def _machine(*parts: dict[str, object]) -> bytes:
    core = {"id": "core", "class": "bus", "children": list(parts)}
    return json.dumps({"id": "db1", "class": "system", "children": [core]}, indent=1).encode()


_GIB = 1024**3
_FLASH: dict[str, object] = {
    "id": "memory:1", "class": "memory", "description": "Flash Memory",
    "children": [{"id": "bank", "class": "memory", "units": "bytes", "size": 16 * 1024**2}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "gib"),
    [
        ([_memory(16 * _GIB, None, 16 * _GIB)], 32),
        ([_memory(16 * _GIB, size=64 * _GIB)], 64),
        ([_memory(16 * _GIB), _FLASH], 16),
        ([_memory(16 * _GIB, 16 * _GIB, number=":0"), _memory(number=":1", size=8 * _GIB)], 40),
    ],
)
def test_modules_are_added_to_the_memory_that_they_belong_to(
    parts: list[dict[str, object]], gib: int
) -> None:
    assert told(_machine(*parts))["memory_bytes"] == str(gib * _GIB)


def test_modules_above_a_cut_are_no_total() -> None:
    whole = _machine(_memory(16 * _GIB, 16 * _GIB), {"id": "cpu", "class": "processor"})
    cut = whole[: whole.rindex(b"bank:1")]
    assert "memory_bytes" not in told(cut)
