"""Reads what lshw, lsblk and lscpu list: processors, memory, disks and controllers of a host.

Only the attributes named here are read from a listing: serial numbers, MAC and IP addresses and
universally unique ids are not.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Run, Status
from arraywise.importers.kit.importer import HEAD_BYTES, FileImporter
from arraywise.importers.kit.readings import LIMIT_BYTES, ProblemCollector, reading_status
from arraywise.importers.kit.text import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from arraywise.importers.kit.importer import Source

_WORDS = (b'"class"', b"blockdevices", b"lscpu", b"*-", b"CPU(s):")


class LshwImporter(FileImporter):
    """Importer of host descriptions: every file is read on its own and holds no measurements."""

    tool = "lshw"

    def recognises(self, source: Source) -> bool:
        """Return whether this is a listing of lshw, lsblk or lscpu."""
        return _detect_form(source) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a listing."""
        decoded, notes = decode(source.data, LIMIT_BYTES), ProblemCollector()
        tool, read = _detect_form(source) or (self.tool, _parse_lshw_text)
        host = read(decoded.text)
        whole = host.is_complete and not decoded.is_cut
        if not whole:
            line = decoded.text.rstrip().count("\n") + 1
            notes.warn("The listing is cut; its beginning was read.", line)
        if "you should run this program as super-user" in decoded.text:
            notes.warn("Recorded without root rights: parts of the host are missing.")
        if host.has_rounded_sizes:
            notes.info("Sizes are rounded. Record with lshw -json or lsblk -b -J for bytes.")
        if host.left_out_disks:
            template = "There are more disks than are listed; {count} were left out."
            notes.warn(template, count=host.left_out_disks)
        notes.problems += decoded.problems
        if not host.attributes:
            notes.error("The listing names no processors, memory or disks.")
            problems = tuple(notes.problems)
            return Reading(tool, Status.REFUSED, problems=problems, encoding=decoded.encoding)
        facts = tuple(host.attributes.items())
        run = Run("host", complete=whole, host=host.name or None, attributes=facts)
        return Reading(
            tool,
            reading_status([run], notes.problems),
            (run,),
            tuple(notes.problems),
            run_type="host description",
            encoding=decoded.encoding,
        )


def _detect_form(source: Source) -> tuple[str, Callable[[str], HostDescription]] | None:
    """Return the tool that wrote a listing, and the function that parses it."""
    head = source.data[:HEAD_BYTES]
    if b"\0" not in head[:64] and not any(word in head for word in _WORDS):
        return None
    text = decode(head).text
    return next(((tool, read) for tool, sign, read in _FORMS if sign.search(text)), None)


_MOST_DEVICES = 200
_LONGEST = 200
_NOT_A_DISK = re.compile(r"(?:loop|ram|zram|sr|fd|md|dm-)\d+\Z")
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
class HardwareNode:
    """One piece of hardware as lshw lists it."""

    kind: str
    """Class of lshw: `system`, `processor`, `memory`, `disk`, `storage`, `network` ..."""
    id: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    """Description, product, vendor, size, units ... as they are."""
    logical_names: list[str] = field(default_factory=list)
    """Logical names: `/dev/sda`, `eth0`."""
    settings: dict[str, str] = field(default_factory=dict)
    capabilities: set[str] = field(default_factory=set)

    @property
    def exact_size(self) -> int | None:
        """Return an exact size: bytes of memory and disks, bits per second of networks."""
        units, text = self.fields.get("units", ""), self.fields.get("size", "")
        exact = units in {"bytes", "bit/s", "Hz"} and re.fullmatch(r"\d{1,18}", text)
        return int(text) if exact else None


@dataclass(slots=True)
class HostDescription:
    """What a listing states of a host."""

    name: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    has_rounded_sizes: bool = False
    """A size was only there as a rounded text."""
    left_out_disks: int = 0
    """Devices beyond those that are listed."""
    is_complete: bool = True

    def add_attribute(self, name: str, value: object) -> None:
        """Add an attribute, unless it is blank or its name has one already."""
        text = " ".join(str(value).split())[:_LONGEST]
        if text and value is not None:
            self.attributes.setdefault(name, text)

    def add_block_device(
        self, name: str, size: str, facts: Sequence[tuple[str, object]] = ()
    ) -> None:
        """Add a disk of lsblk, unless it is an empty drive; only a size in bytes is exact."""
        if not re.fullmatch(r"0B?", size):
            exact = re.fullmatch(r"\d{4,18}", size) is not None
            self.has_rounded_sizes = self.has_rounded_sizes or not exact
            self.add_disk(name, [("bytes" if exact else "size", size), *facts])

    def add_disk(self, name: str, facts: Sequence[tuple[str, object]]) -> None:
        """Add a disk with its facts, unless it is made of memory, files or other disks."""
        short = name.removeprefix("/dev/")
        if not re.fullmatch(r"[\w!.:-]{1,60}", short) or _NOT_A_DISK.match(short):
            return
        listed = self.attributes.get("disks", "").split()
        if short in listed:
            return
        if len(listed) >= _MOST_DEVICES:
            self.left_out_disks += 1
            return
        self.attributes["disks"] = " ".join([*listed, short])
        for fact, value in facts:
            self.add_attribute(f"disk {short} {fact}", value)


def _describe_host(nodes: Sequence[HardwareNode], *, is_complete: bool = True) -> HostDescription:
    """Build the description of a host from the nodes of lshw.

    Of a listing that was cut nothing is added up that may go on behind the cut.
    """
    host = HostDescription(is_complete=is_complete)
    system = next((node for node in nodes if node.kind == "system"), None)
    if system is not None:
        host.name = system.id
        host.add_attribute("system", _maker_and_product(system))
    certain = [node for node in nodes if is_complete or ":" not in node.id]
    _add_processors(host, [node for node in certain if node.kind == "processor"])
    made_by = host.attributes.get("system", "").casefold()
    hypervisor = next((name for word, name in _HYPERVISORS if word in made_by), "")
    is_virtual = any("hypervisor" in node.capabilities for node in nodes)
    host.add_attribute("virtualisation", hypervisor or ("virtual machine" if is_virtual else ""))
    _add_memory(host, nodes if is_complete else certain, is_complete=is_complete)
    for node in nodes:
        if node.kind == "disk" and "cdrom" not in node.id:  # partitions are volumes
            for name in [name for name in node.logical_names if name.startswith("/dev/")][:1]:
                host.add_disk(name, list(_disk_facts(host, node)))
    _add_controllers(host, [node for node in nodes if node.kind in {"storage", "bus"}])
    _add_networks(host, [node for node in nodes if node.kind == "network"])
    return host


def _maker_and_product(node: HardwareNode) -> str:
    product = re.sub(r"\s*\([^()]*SKU[^()]*\)", "", node.fields.get("product", ""))
    return f"{node.fields.get('vendor', '')} {product}".strip()


def _add_processors(host: HostDescription, nodes: Sequence[HardwareNode]) -> None:
    """Add counts of packages, and of cores and threads where every package states them."""
    nodes = [node for node in nodes if "disabled" not in node.settings]
    if not nodes:
        return
    host.add_attribute("processor_packages", len(nodes))
    host.add_attribute("processor_model", nodes[0].fields.get("product", ""))
    for attribute, key in (("processor_cores", "cores"), ("processors", "threads")):
        counts = [node.settings.get(key, "") for node in nodes]
        if all(count.isdecimal() and len(count) < 6 for count in counts):
            host.add_attribute(attribute, sum(map(int, counts)))


def _add_memory(
    host: HostDescription, nodes: Sequence[HardwareNode], *, is_complete: bool
) -> None:
    """Add the size of main memory: neither caches nor flash, which are of the same class.

    Modules are added up only where what they belong to has no size, as in some virtual
    machines, and not where the listing breaks off: more may stand behind the cut.
    """
    main = [(node, banks) for node, banks in _group_memory_banks(nodes) if _is_main_memory(node)]
    sizes = [node.exact_size or (sum(banks) if is_complete else 0) for node, banks in main]
    if main and all(sizes):
        host.add_attribute("memory_bytes", sum(sizes))
    elif main and main[0][0].fields.get("size"):
        host.add_attribute("memory", main[0][0].fields["size"])
        host.has_rounded_sizes = True


def _is_main_memory(node: HardwareNode) -> bool:
    description = node.fields.get("description", "").casefold()
    is_named = re.match(r"memory(?:[:.]\d+)?\Z", node.id) and description not in _OTHER_MEMORY
    return bool(is_named) or description == "system memory"


def _group_memory_banks(nodes: Sequence[HardwareNode]) -> list[tuple[HardwareNode, list[int]]]:
    """Return every node that is no module, with the bytes of the modules that follow it."""
    result: list[tuple[HardwareNode, list[int]]] = []
    for node in nodes:
        if not re.match(r"bank(?:[:.]\d+)?\Z", node.id):
            result.append((node, []))
        elif result and (size := _bank_bytes(node)) is not None:
            result[-1][1].append(size)
    return result


def _bank_bytes(node: HardwareNode) -> int | None:
    """Return the bytes of a memory module; None for an empty bank."""
    if node.exact_size is not None:
        return node.exact_size
    stated = re.fullmatch(r"(\d{1,9})\s?([KMGT])iB", node.fields.get("size", ""))
    return int(stated[1]) * 1024 ** ("KMGT".index(stated[2]) + 1) if stated else None


def _disk_facts(host: HostDescription, node: HardwareNode) -> Iterator[tuple[str, object]]:
    if node.exact_size is not None:
        yield "bytes", node.exact_size
    elif node.fields.get("size"):
        yield "size", node.fields["size"]
        host.has_rounded_sizes = True
    product = _maker_and_product(node)
    yield ("model", product) if product else ("description", node.fields.get("description", ""))
    yield "driver", node.settings.get("driver", "")
    yield "physical_sector_bytes", node.settings.get("sectorsize", "")
    yield "logical_sector_bytes", node.settings.get("logicalsectorsize", "")


def _add_controllers(host: HostDescription, nodes: Sequence[HardwareNode]) -> None:
    """Add the controllers and host bus adapters that disks are attached to."""
    number = 0
    for node in nodes:
        is_adapter = node.kind == "storage" or re.match(r"(?:fibre|fiber|infiniband)", node.id)
        product = _maker_and_product(node)
        if is_adapter and (product or "driver" in node.settings) and number < _MOST_DEVICES:
            number += 1
            driver = node.settings.get("driver", "")
            host.add_attribute(f"controller {number}", "; ".join(filter(None, (product, driver))))


def _add_networks(host: HostDescription, nodes: Sequence[HardwareNode]) -> None:
    for node in nodes:
        name = next((n for n in node.logical_names if re.fullmatch(r"[\w.@:-]{1,60}", n)), None)
        if name is None or len(host.attributes) > 4 * _MOST_DEVICES:
            continue
        host.add_attribute(f"network {name} bits_per_second", node.exact_size)
        if node.exact_size is None:
            host.add_attribute(f"network {name} speed", node.fields.get("size", ""))
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


def _describe_host_of_lscpu(
    fields: Mapping[str, str], *, is_complete: bool = True
) -> HostDescription:
    """Build the description of a host from the fields of lscpu."""
    host = HostDescription(is_complete=is_complete)
    for label, attribute in _FIELDS.items():
        value = fields.get(label, "")
        if attribute not in {"processors", "processor_packages"} or value.isdecimal():
            host.add_attribute(attribute, value)
    host.add_attribute("virtualisation", fields.get("Hypervisor vendor", ""))
    host.add_attribute("virtualisation_type", fields.get("Virtualization type", ""))
    return host


_OPENS = re.compile(r"[\[{]")
_BETWEEN = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder()
_MOST_NODES = 50_000


def _parse_json_documents(text: str) -> tuple[list[object], bool]:
    """Parse the JSON documents in a text, and return whether it is complete.

    lshw before 02.19 writes several objects one after the other, with or without commas. Of
    what is cut only the objects before it are taken.
    """
    result: list[object] = []
    start = _OPENS.search(text)
    offset = start.start() if start else len(text)
    while offset < len(text):
        try:
            value, offset = _DECODER.raw_decode(text, offset)
        except (RecursionError, ValueError):
            return result, False
        result.append(value)
        between = _BETWEEN.match(text, offset)
        offset = between.end() if between else offset
        if not _OPENS.match(text, offset):
            break
    return result, bool(result)


def _parse_lshw_json(text: str) -> HostDescription:
    """Build the description of a host from the trees of lshw."""
    values, whole = _parse_json_documents(text)
    waiting: list[object] = list(reversed(values))
    nodes: list[HardwareNode] = []
    while waiting and len(nodes) < _MOST_NODES:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            nodes.append(_parse_node(value))
            waiting.append(value.get("children"))
    return _describe_host(nodes, is_complete=whole)


def _parse_node(value: dict[str, object]) -> HardwareNode:
    names = value.get("logicalname")
    capabilities = value.get("capabilities")
    return HardwareNode(
        kind=str(value.get("class", "")),
        id=str(value.get("id", "")),
        fields=_scalar_fields(value),
        logical_names=[
            n for n in (names if isinstance(names, list) else [names]) if isinstance(n, str)
        ],
        settings=_scalar_fields(value.get("configuration")),
        capabilities=set(capabilities) if isinstance(capabilities, dict) else set(),
    )


def _scalar_fields(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {str(k): str(v) for k, v in value.items() if isinstance(v, str | int) and v is not True}


def _parse_lsblk_json(text: str) -> HostDescription:
    """Build a description with the disks at the top of lsblk's tree."""
    values, whole = _parse_json_documents(text)
    host = HostDescription(is_complete=whole)
    for value in values:
        devices = value.get("blockdevices") if isinstance(value, dict) else None
        for device in devices if isinstance(devices, list) else ():
            if isinstance(device, dict) and device.get("type") in ("disk", None):
                name, size = str(device.get("name", "")), str(device.get("size", ""))
                host.add_block_device(name, size, list(_block_device_facts(device)))
    return host


def _block_device_facts(device: dict[str, object]) -> Iterator[tuple[str, object]]:
    for fact, keys in (
        ("model", ("vendor", "model")),
        ("transport", ("tran",)),
        ("scheduler", ("sched",)),
        ("physical_sector_bytes", ("phy-sec",)),
        ("logical_sector_bytes", ("log-sec",)),
        ("queued_requests", ("rq-size",)),
    ):
        stated = [device.get(key) for key in keys]
        known = [str(value) for value in stated if value is not None]
        yield fact, " ".join(text for text in known if not text.startswith("0x"))
    rotates = str(device.get("rota", "")).casefold()
    yield "rotational", {"true": "yes", "1": "yes", "false": "no", "0": "no"}.get(rotates, "")


def _parse_lscpu_json(text: str) -> HostDescription:
    """Build a description from the fields of lscpu; newer versions nest them."""
    values, whole = _parse_json_documents(text)
    waiting = [value.get("lscpu") for value in values if isinstance(value, dict)]
    fields: dict[str, str] = {}
    while waiting and len(fields) < _MOST_NODES:
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting[:0] = value
        elif isinstance(value, dict):
            fields.setdefault(str(value.get("field", "")).rstrip(": "), str(value.get("data", "")))
            waiting.insert(0, value.get("children"))
    return _describe_host_of_lscpu(fields, is_complete=whole)


_NODE = re.compile(r" *\*-(?P<id>\S+).*")
_PAIR = re.compile(r" +(?P<key>[a-z][a-z ]{0,30}): (?P<value>.*)")
_KINDS = (
    ("processor", re.compile(r"cpu(?::\d+)?\Z")),
    ("memory", re.compile(r"memory(?::\d+)?\Z")),
    ("storage", re.compile(r"(?:storage|raid|sas|sata|scsi|ide|nvme|fibre|fiber)(?::\d+)?\Z")),
    ("disk", re.compile(r"(?:disk|namespace|nvme\d+n\d+)(?::\d+)?\Z")),
    ("volume", re.compile(r"(?:volume|partition)")),
    ("network", re.compile(r"network(?::\d+)?\Z")),
)
_BLOCK_DRIVERS = frozenset({"virtio_blk", "sd", "nvme", "xvd"})
_HOST_NAME = re.compile(r"(?!WARN)[\w.-]{1,255}[ \t]*")


def _parse_lshw_text(text: str) -> HostDescription:
    """Parse the indented text of lshw; one class of devices (`-C disk`) has no system."""
    lines = text.split("\n")
    is_whole = any("*-core" in line for line in lines)
    root = next((line.strip() for line in lines if _HOST_NAME.fullmatch(line)), "")
    node = HardwareNode("system", root) if is_whole else HardwareNode("", "")
    nodes = [node]
    for line in lines:
        begin = _NODE.fullmatch(line)
        if begin:
            node = HardwareNode("", begin["id"])
            nodes.append(node)
            continue
        pair = _PAIR.fullmatch(line)
        if pair:
            _set_node_field(node, pair["key"], pair["value"].strip())
    for node in nodes[1:]:
        node.kind = _infer_node_kind(node)
    return _describe_host(nodes)


def _set_node_field(node: HardwareNode, key: str, value: str) -> None:
    if key == "logical name":
        node.logical_names.append(value)
    elif key == "configuration":
        node.settings = dict(part.split("=", 1) for part in value.split() if "=" in part)
    elif key == "capabilities":
        node.capabilities = set(value.split())
    elif key in {"description", "product", "vendor", "size"}:
        node.fields.setdefault(key, value)


def _infer_node_kind(node: HardwareNode) -> str:
    """Infer the class, which the text does not name, from the id and the fields below it."""
    for kind, pattern in _KINDS:
        if pattern.match(node.id):
            return kind
    description = node.fields.get("description", "")
    if re.match(r"(?:Ethernet|Wireless) interface|interface", description) and node.logical_names:
        return "network"
    is_block = node.settings.get("driver") in _BLOCK_DRIVERS
    return "disk" if is_block and any(n.startswith("/dev/") for n in node.logical_names) else ""


def _parse_lscpu_list(text: str) -> HostDescription:
    """Build a description from the list that lscpu prints."""
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon and len(key) < 60:
            fields.setdefault(key.strip(), value.strip())
    return _describe_host_of_lscpu(fields)


_START = r"\A(?:[^\n]{0,200}\n){0,8}?"
_TEXT = (
    r"\A(?:[^\n]{0,300}\n){0,40}?(?: {2,3}\*-core\b"
    r"| {0,3}\*-(?:disk|volume|cdrom|storage|scsi|nvme|namespace|raid|network|memory|cpu)"
    r"(?::\d{1,4})?[ \w-]{0,40}\n {7,9}(?:description|product|physical id): )"
)
_FORMS: tuple[tuple[str, re.Pattern[str], Callable[[str], HostDescription]], ...] = tuple(
    (tool, re.compile(pattern, re.MULTILINE), read)
    for tool, pattern, read in (
        ("lsblk", _START + r'\s*\{\s*"blockdevices"\s*:', _parse_lsblk_json),
        ("lscpu", _START + r'\s*\{\s*"lscpu"\s*:', _parse_lscpu_json),
        ("lshw", _START + r'\s*[\[{][\s{]*"id"\s*:\s*"[^"\n]*",\s*"class"\s*:', _parse_lshw_json),
        ("lshw", _TEXT, _parse_lshw_text),
        (
            "lscpu",
            r"\A\s*Architecture: +\S+ *\n(?:.{0,300}\n){0,6}CPU\(s\): +\d",
            _parse_lscpu_list,
        ),
    )
)
