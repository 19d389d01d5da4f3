"""Host descriptions of lshw, lsblk and lscpu; what identifies a machine stays out."""

from __future__ import annotations

import json
import random
import re
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
        ("lshw.xml", {"memory_bytes": "25769803776", "kernel": "6.18.44-fc-v669"}),
        ("lshw.txt", {"memory": "24GiB", "disks": "vda", "virtualisation": "virtual machine"}),
        ("lshw_short.txt", {"memory": "24GiB", "disks": "vda", "processor_model": "AMD EPYC"}),
        ("lscpu_J.json", {"processors": "2", "virtualisation": "KVM"}),
        ("lscpu_nested.json", {"processors": "8", "virtualisation": "VMware"}),
        ("lscpu.txt", {"processors": "16", "threads_per_core": "2"}),
        ("lsblk_b_J.json", {"disks": "nvme0n1 sdb", "disk sdb transport": "fc"}),
        ("lsblk_JO.json", {"disk vda size": "256G", "disk vda rotational": "yes"}),
        ("lsblk.txt", {"disks": "sda sdb", "disk sda size": "557.8G"}),
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
        ("lsblk.txt", "vg_db1"),
        ("lshw_server.json", "sda1"),
        ("lscpu.txt", "virtualisation"),  # VT-x is what the processor could do
    ],
)
def test_what_is_no_disk_of_its_own_is_left_out(name: str, absent: str) -> None:
    assert absent not in str(told((SAMPLES / "lshw" / name).read_bytes()))


def test_rounded_sizes_are_told_as_they_stand_and_said() -> None:
    reading = read((SAMPLES / "lshw" / "lsblk.txt").read_bytes())
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
        b'<node id="a" class="system">' + b'<node id="a" class="x">' * 50_000,
        b'<!DOCTYPE a [<!ENTITY b "c">]><node id="&b;" class="system"></node>',
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


@pytest.mark.parametrize("before", ["", "WARNING: you should run this program as super-user.\n"])
def test_xml_behind_what_lshw_said_of_its_rights_is_whole(before: str) -> None:
    data = (SAMPLES / "lshw" / "lshw.xml").read_bytes()
    assert told(before.encode() + data) == told(data)
    told_of = [problem.text for problem in read(before.encode() + data).problems]
    assert not [text for text in told_of if "listing is cut" in text]


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


GERMAN = {
    "description": "Beschreibung", "product": "Produkt", "vendor": "Hersteller",
    "physical id": "Physische ID", "bus info": "Bus-Informationen",
    "logical name": "Logischer Name", "serial": "Seriennummer", "size": "Gr\u00f6\u00dfe",
    "capacity": "Kapazit\u00e4t", "width": "Breite", "clock": "Takt",
    "capabilities": "F\u00e4higkeiten", "configuration": "Konfiguration",
    "resources": "Ressourcen",
}  # fmt: skip
FRENCH = {
    "product": "produit", "vendor": "fabricant", "physical id": "identifiant mat\u00e9riel",
    "bus info": "information bus", "logical name": "nom logique",
    "serial": "num\u00e9ro de s\u00e9rie", "size": "taille", "capacity": "capacit\u00e9",
    "width": "bits", "clock": "horloge", "capabilities": "fonctionnalit\u00e9s",
    "resources": "ressources",
}  # fmt: skip


def _in_words(text: str, words: dict[str, str], before: str = "") -> bytes:
    pattern = rf"^( +)({'|'.join(words)}): "
    return re.sub(
        pattern, lambda m: f"{m[1]}{words[m[2]]}{before}: ", text, flags=re.MULTILINE
    ).encode()


@pytest.mark.parametrize(
    ("words", "before"), [(GERMAN, ""), (FRENCH, ""), (FRENCH, " ")], ids=["de", "fr", "fr blank"]
)
def test_a_listing_in_german_or_french_tells_the_same(words: dict[str, str], before: str) -> None:
    text = (SAMPLES / "lshw" / "lshw.txt").read_text("utf-8")
    assert told(_in_words(text, words, before)) == told(text.encode())


@pytest.mark.parametrize("words", [GERMAN, FRENCH], ids=["de", "fr"])
def test_a_class_of_devices_in_german_or_french_is_recognised(words: dict[str, str]) -> None:
    disk = (
        "  *-disk NON-R\u00c9CLAM\u00c9\n       description: ATA Disk\n       product: X1\n"
        "       vendor: Acme\n       physical id: 0\n       logical name: /dev/sda\n"
        "       size: 1863GiB (2TB)\n"
    )
    assert told(_in_words(disk, words)) == {
        "disks": "sda", "disk sda size": "1863GiB (2TB)", "disk sda model": "Acme X1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("heading", "memory"),
    [
        ("H/W-Pfad     Ger\u00e4t    Klasse   Beschreibung", "Systemspeicher"),
        (
            "Chemin mat\u00e9riel  P\u00e9riph\u00e9rique  Classe  Description",
            "M\u00e9moire Syst\u00e8me",
        ),
    ],
)
def test_a_short_table_is_cut_by_bytes_whatever_the_language(heading: str, memory: str) -> None:
    wide = heading.encode()
    parts = re.split(rb"(?<=\S)(?=  +)", wide)
    at = [sum(map(len, parts[:i])) + len(parts[i]) - len(parts[i].lstrip()) for i in (1, 2, 3)]

    def row(device: str, kind: str, description: str) -> bytes:
        path = "/0/1".ljust(at[0]) + device
        return (path.ljust(at[1]) + kind).ljust(at[2]).encode() + description.encode() + b"\n"

    rows = row("", "memory", f"16GiB {memory}") + row("/dev/sda", "disk", "2TB X1")
    result = told(wide + b"\n" + b"=" * 40 + b"\n" + rows)
    assert (result["memory"], result["disks"], result["disk sda size"]) == ("16GiB", "sda", "2TB")


@pytest.mark.parametrize(
    "names",
    [
        ("Architektur:", "CPU(s):", "Thread(s) pro Kern:", "Kern(e) pro Socket:", "Sockel:",
         "Modellname:"),
        ("Architecture :", "Processeur(s) :", "Thread(s) par c\u0153ur :",
         "C\u0153ur(s) par socket :", "Socket(s) :", "Nom de mod\u00e8le :"),
    ],
    ids=["de", "fr"],
)  # fmt: skip
def test_lscpu_in_german_or_french_tells_the_same(names: tuple[str, ...]) -> None:
    values = ("x86_64", "16", "2", "4", "2", "AMD EPYC")
    text = "".join(f"{name:<30} {value}\n" for name, value in zip(names, values, strict=True))
    assert told(text.encode()) == {
        "machine": "x86_64", "processors": "16", "threads_per_core": "2",
        "cores_per_package": "4", "processor_packages": "2", "processor_model": "AMD EPYC",
    }  # fmt: skip


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


def test_a_short_table_gives_the_modules_below_a_memory_without_size() -> None:
    rows = (
        ("/0", "", "bus", "440BX"),
        ("/0/0", "", "memory", "86KiB BIOS"),
        ("/0/28", "", "memory", "System Memory"),
        ("/0/28/0", "", "memory", "16GiB DIMM DRAM EDO"),
        ("/0/28/1", "", "memory", "16GiB DIMM DRAM EDO"),
        ("/0/28/2", "", "memory", "DIMM DRAM [empty]"),
        ("/0/1", "", "processor", "Intel(R) Xeon(R)"),
    )
    head = ("H/W path", "Device", "Class", "Description")
    text = "\n".join(f"{a:<18}{b:<8}{c:<11}{d}" for a, b, c, d in (head, *rows))
    assert told(f"{text}\n".encode())["memory_bytes"] == str(32 * _GIB)
