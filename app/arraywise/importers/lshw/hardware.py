"""What a host is made of.

Only what is named here is ever taken out of a listing: serial numbers, MAC and IP addresses and
universally unique ids do not come along.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

MOST_DEVICES = 200
_LONGEST = 200
_NOT_A_DISK = re.compile(r"(?:loop|ram|zram|sr|fd|md|dm-)\d+\Z")
_MAIN_MEMORY = {"system memory", "systemspeicher", "m\u00e9moire syst\u00e8me"}
_OTHER_MEMORY = {"flash memory", "video memory", "cache memory", "non-volatile memory"}
_HYPERVISORS = (
    ("vmware", "VMware"),
    ("virtualbox", "VirtualBox"),
    ("kvm", "KVM"),
    ("qemu", "QEMU"),
    ("xen", "Xen"),
    ("virtual machine", "Hyper-V"),
    ("amazon ec2", "Amazon EC2"),
    ("google compute", "Google Compute Engine"),
    ("openstack", "OpenStack"),
    ("bochs", "Bochs"),
)


@dataclass(slots=True)
class Node:
    """One piece of hardware as lshw lists it."""

    kind: str
    """Class of lshw: `system`, `processor`, `memory`, `disk`, `storage`, `network` ..."""
    id: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    """Description, product, vendor, size, units ... as they are."""
    names: list[str] = field(default_factory=list)
    """Logical names: `/dev/sda`, `eth0`."""
    settings: dict[str, str] = field(default_factory=dict)
    capabilities: set[str] = field(default_factory=set)

    @property
    def size(self) -> int | None:
        """Return an exact size: bytes of memory and disks, bits per second of networks."""
        units, text = self.texts.get("units", ""), self.texts.get("size", "")
        exact = units in {"bytes", "bit/s", "Hz"} and re.fullmatch(r"\d{1,18}", text)
        return int(text) if exact else None


@dataclass(slots=True)
class Host:
    """What was found out about a host."""

    name: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    rounded: bool = False
    """A size was only there as a rounded text."""
    left_out: int = 0
    """Devices beyond those that are listed."""

    def add_attribute(self, name: str, value: object) -> None:
        """Note an attribute; the first one told of a name counts, and blanks are nothing."""
        text = " ".join(str(value).split())[:_LONGEST]
        if text and value is not None:
            self.attributes.setdefault(name, text)

    def add_sized_disk(
        self, name: str, size: str, facts: Iterable[tuple[str, object]] = ()
    ) -> None:
        """Note a disk as lsblk lists it, with bytes or a rounded size; not an empty slot."""
        if re.fullmatch(r"0B?", size):
            return
        exact = re.fullmatch(r"\d{4,18}", size) is not None
        self.rounded = self.rounded or not exact
        self.add_disk(name, [("bytes" if exact else "size", size), *facts])

    def add_disk(self, name: str, facts: Sequence[tuple[str, object]]) -> None:
        """Note what is known of a disk; those made of memory, files or disks do not count."""
        short = name.removeprefix("/dev/")
        if not re.fullmatch(r"[\w!.:-]{1,60}", short) or _NOT_A_DISK.match(short):
            return
        known = self.attributes.get("disks", "").split()
        if short in known:
            return
        if len(known) >= MOST_DEVICES:
            self.left_out += 1
            return
        self.attributes["disks"] = " ".join([*known, short])
        for fact, value in facts:
            self.add_attribute(f"disk {short} {fact}", "" if value is None else value)


def describe(nodes: Sequence[Node], *, whole: bool = True) -> Host:
    """Turn the nodes of lshw into what is known of a host.

    Of a listing that was cut nothing is added up that may go on behind the cut.
    """
    host = Host()
    system = next((node for node in nodes if node.kind == "system"), None)
    if system is not None:
        host.name = system.id
        host.add_attribute("system", _maker_and_product(system))
    certain = [node for node in nodes if whole or ":" not in node.id]
    _report_processors(host, [node for node in certain if node.kind == "processor"])
    _report_virtualisation(host, nodes)
    _report_memory(host, nodes if whole else certain, whole=whole)
    for node in nodes:
        # partitions are volumes, too
        names = [name for name in node.names if name.startswith("/dev/")]
        if node.kind == "disk" and names and "cdrom" not in node.id:
            host.add_disk(names[0], list(_disk_facts(host, node)))
    _report_controllers(host, [node for node in nodes if node.kind in {"storage", "bus"}])
    _report_networks(host, [node for node in nodes if node.kind == "network"])
    return host


def _maker_and_product(node: Node) -> str:
    product = re.sub(r"\s*\([^()]*SKU[^()]*\)", "", node.texts.get("product", ""))
    return f"{node.texts.get('vendor', '')} {product}".strip()


def _report_processors(host: Host, nodes: Sequence[Node]) -> None:
    """Count packages; logical processors only where every package states its threads."""
    nodes = [node for node in nodes if "disabled" not in node.settings]
    if not nodes:
        return
    host.add_attribute("processor_packages", len(nodes))
    host.add_attribute("processor_model", nodes[0].texts.get("product", ""))
    for attribute, key in (("processor_cores", "cores"), ("processors", "threads")):
        counts = [node.settings.get(key, "") for node in nodes]
        if all(count.isdecimal() and len(count) < 6 for count in counts):
            host.add_attribute(attribute, sum(map(int, counts)))


def _report_virtualisation(host: Host, nodes: Sequence[Node]) -> None:
    made_by = host.attributes.get("system", "").casefold()
    known = next((name for word, name in _HYPERVISORS if word in made_by), None)
    if known is None and any("hypervisor" in node.capabilities for node in nodes):
        known = "virtual machine"
    host.add_attribute("virtualisation", known or "")


def _report_memory(host: Host, nodes: Sequence[Node], *, whole: bool) -> None:
    """Take main memory: neither caches nor flash, which are of the same class.

    Modules are added up only where what they belong to has no size, as in some virtual
    machines, and not where the listing breaks off: more may stand behind the cut.
    """
    main = [(node, banks) for node, banks in _with_banks(nodes) if _is_main_memory(node)]
    sizes = [node.size or (sum(banks) if whole else 0) for node, banks in main]
    if main and all(sizes):
        host.add_attribute("memory_bytes", sum(sizes))
    elif main and main[0][0].texts.get("size"):
        host.add_attribute("memory", main[0][0].texts["size"])
        host.rounded = True


def _is_main_memory(node: Node) -> bool:
    description = node.texts.get("description", "").casefold()
    is_named = re.match(r"memory(?:[:.]\d+)?\Z", node.id) and description not in _OTHER_MEMORY
    return bool(is_named) or description in _MAIN_MEMORY


def _with_banks(nodes: Sequence[Node]) -> list[tuple[Node, list[int]]]:
    """Return every node that is no module, with the bytes of the modules that follow it."""
    result: list[tuple[Node, list[int]]] = []
    for node in nodes:
        if not re.match(r"bank(?:[:.]\d+)?\Z", node.id):
            result.append((node, []))
        elif result and (size := _bank_bytes(node)) is not None:
            result[-1][1].append(size)
    return result


def _bank_bytes(node: Node) -> int | None:
    """Return the bytes of a memory module; None for an empty bank."""
    if node.size is not None:
        return node.size
    stated = re.fullmatch(r"(\d{1,9})\s?([KMGT])iB", node.texts.get("size", ""))
    return int(stated[1]) * 1024 ** ("KMGT".index(stated[2]) + 1) if stated else None


def _disk_facts(host: Host, node: Node) -> Iterator[tuple[str, object]]:
    if node.size is not None:
        yield "bytes", node.size
    elif node.texts.get("size"):
        yield "size", node.texts["size"]
        host.rounded = True
    product = _maker_and_product(node)
    yield ("model", product) if product else ("description", node.texts.get("description", ""))
    yield "driver", node.settings.get("driver", "")
    yield "physical_sector_bytes", node.settings.get("sectorsize", "")
    yield "logical_sector_bytes", node.settings.get("logicalsectorsize", "")


def _report_controllers(host: Host, nodes: Sequence[Node]) -> None:
    """Name what disks hang on: controllers and host bus adapters."""
    number = 0
    for node in nodes:
        is_adapter = node.kind == "storage" or re.match(r"(?:fibre|fiber|infiniband)", node.id)
        product = _maker_and_product(node)
        if is_adapter and (product or "driver" in node.settings) and number < MOST_DEVICES:
            number += 1
            driver = node.settings.get("driver", "")
            host.add_attribute(f"controller {number}", "; ".join(filter(None, (product, driver))))


def _report_networks(host: Host, nodes: Sequence[Node]) -> None:
    for node in nodes:
        name = next((n for n in node.names if re.fullmatch(r"[\w.@:-]{1,60}", n)), None)
        if name is None or len(host.attributes) > 4 * MOST_DEVICES:
            continue
        speed = node.size
        host.add_attribute(f"network {name} bits_per_second", "" if speed is None else speed)
        if speed is None:
            host.add_attribute(f"network {name} speed", node.texts.get("size", ""))
        host.add_attribute(f"network {name} model", _maker_and_product(node))
        host.add_attribute(f"network {name} driver", node.settings.get("driver", ""))


_FIELDS = {
    "CPU(s)": "processors",
    "Model name": "processor_model",
    "Socket(s)": "processor_packages",
    "Core(s) per socket": "cores_per_package",
    "Thread(s) per core": "threads_per_core",
    "NUMA node(s)": "numa_nodes",
    "CPU max MHz": "processor_max_mhz",
    "Architecture": "machine",
}
_TRANSLATED = {
    "Architektur": "Architecture",
    "C\u0153ur(s) par socket": "Core(s) per socket",
    "Hypervisor-Anbieter": "Hypervisor vendor",
    "Kern(e) pro Sockel": "Core(s) per socket",
    "Kern(e) pro Socket": "Core(s) per socket",
    "Modellname": "Model name",
    "NUMA-Knoten": "NUMA node(s)",
    "Nom de mod\u00e8le": "Model name",
    "N\u0153ud(s) NUMA": "NUMA node(s)",
    "Processeur(s)": "CPU(s)",
    "Sockel": "Socket(s)",
    "Thread(s) par c\u0153ur": "Thread(s) per core",
    "Thread(s) pro Kern": "Thread(s) per core",
    "Virtualisierungstyp": "Virtualization type",
}
"""German and French names of fields; the values are the same."""


def describe_processors(fields: Mapping[str, str]) -> Host:
    """Turn the fields of lscpu into what is known of a host."""
    host = Host()
    fields = {_TRANSLATED.get(name, name): value for name, value in fields.items()}
    for label, attribute in _FIELDS.items():
        if (
            attribute not in {"processors", "processor_packages"}
            or fields.get(label, "").isdecimal()
        ):
            host.add_attribute(attribute, fields.get(label, ""))
    host.add_attribute("virtualisation", fields.get("Hypervisor vendor", ""))
    host.add_attribute("virtualisation_type", fields.get("Virtualization type", ""))
    return host
