"""Reads what lshw, lsblk and lscpu list: processors, memory, disks and controllers of a host.

Only what is named here is ever taken out of a listing: serial numbers, MAC and IP addresses and
universally unique ids do not come along.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Run, Status
from arraywise.importers.kit.importer import HEAD_BYTES, FileByFile
from arraywise.importers.kit.readings import LIMIT_BYTES, Notes, status_of
from arraywise.importers.kit.text import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from arraywise.importers.kit.importer import Source

_WORDS = (b'"class"', b"blockdevices", b"lscpu", b"*-", b"CPU(s):")


class LshwImporter(FileByFile):
    """Importer of host descriptions: every file is read on its own and holds no measurements."""

    tool = "lshw"

    def recognises(self, source: Source) -> bool:
        """Return whether this is a listing of lshw, lsblk or lscpu."""
        return _form_of(source) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a listing."""
        decoded, notes = decode(source.data, LIMIT_BYTES), Notes()
        tool, read = _form_of(source) or (self.tool, _from_lshw_text)
        host = read(decoded.text)
        whole = host.is_whole and not decoded.cut
        if not whole:
            line = decoded.text.rstrip().count("\n") + 1
            notes.warn("The listing is cut; its beginning was read.", line)
        if "you should run this program as super-user" in decoded.text:
            notes.warn("Recorded without root rights: parts of the host are missing.")
        if host.rounded:
            notes.info("Sizes are rounded. Record with lshw -json or lsblk -b -J for bytes.")
        if host.left_out:
            template = "There are more disks than are listed; {count} were left out."
            notes.warn(template, count=host.left_out)
        notes.problems += decoded.problems
        if not host.attributes:
            notes.fail("The listing names no processors, memory or disks.")
            problems = tuple(notes.problems)
            return Reading(tool, Status.REFUSED, problems=problems, encoding=decoded.encoding)
        facts = tuple(host.attributes.items())
        run = Run("host", complete=whole, host=host.name or None, attributes=facts)
        return Reading(
            tool,
            status_of([run], notes.problems),
            (run,),
            tuple(notes.problems),
            run_type="host description",
            encoding=decoded.encoding,
        )


def _form_of(source: Source) -> tuple[str, Callable[[str], Host]] | None:
    """Return the tool that wrote a listing, and what reads it."""
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
    is_whole: bool = True

    def add_attribute(self, name: str, value: object) -> None:
        """Note an attribute; the first one told of a name counts, and blanks are nothing."""
        text = " ".join(str(value).split())[:_LONGEST]
        if text and value is not None:
            self.attributes.setdefault(name, text)

    def add_block_device(
        self, name: str, size: str, facts: Sequence[tuple[str, object]] = ()
    ) -> None:
        """Note a disk of lsblk, whose size is exact in bytes only; empty drives do not count."""
        if not re.fullmatch(r"0B?", size):
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
        if len(known) >= _MOST_DEVICES:
            self.left_out += 1
            return
        self.attributes["disks"] = " ".join([*known, short])
        for fact, value in facts:
            self.add_attribute(f"disk {short} {fact}", value)


def _describe(nodes: Sequence[Node], *, whole: bool = True) -> Host:
    """Turn the nodes of lshw into what is known of a host.

    Of a listing that was cut nothing is added up that may go on behind the cut.
    """
    host = Host(is_whole=whole)
    system = next((node for node in nodes if node.kind == "system"), None)
    if system is not None:
        host.name = system.id
        host.add_attribute("system", _maker_and_product(system))
    certain = [node for node in nodes if whole or ":" not in node.id]
    _report_processors(host, [node for node in certain if node.kind == "processor"])
    made_by = host.attributes.get("system", "").casefold()
    known = next((name for word, name in _HYPERVISORS if word in made_by), "")
    is_virtual = any("hypervisor" in node.capabilities for node in nodes)
    host.add_attribute("virtualisation", known or ("virtual machine" if is_virtual else ""))
    _report_memory(host, nodes if whole else certain, whole=whole)
    for node in nodes:
        if node.kind == "disk" and "cdrom" not in node.id:  # partitions are volumes
            for name in [name for name in node.names if name.startswith("/dev/")][:1]:
                host.add_disk(name, list(_disk_facts(host, node)))
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
    return bool(is_named) or description == "system memory"


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
        if is_adapter and (product or "driver" in node.settings) and number < _MOST_DEVICES:
            number += 1
            driver = node.settings.get("driver", "")
            host.add_attribute(f"controller {number}", "; ".join(filter(None, (product, driver))))


def _report_networks(host: Host, nodes: Sequence[Node]) -> None:
    for node in nodes:
        name = next((n for n in node.names if re.fullmatch(r"[\w.@:-]{1,60}", n)), None)
        if name is None or len(host.attributes) > 4 * _MOST_DEVICES:
            continue
        host.add_attribute(f"network {name} bits_per_second", node.size)
        if node.size is None:
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


def _describe_processors(fields: Mapping[str, str], *, whole: bool = True) -> Host:
    """Turn the fields of lscpu into what is known of a host."""
    host = Host(is_whole=whole)
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


def _values_in(text: str) -> tuple[list[object], bool]:
    """Return the documents in a text, and whether it is whole.

    lshw before 02.19 writes several objects one after the other, with or without commas. Of
    what is cut only the objects before it are taken.
    """
    result: list[object] = []
    start = _OPENS.search(text)
    place = start.start() if start else len(text)
    while place < len(text):
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (RecursionError, ValueError):
            return result, False
        result.append(value)
        between = _BETWEEN.match(text, place)
        place = between.end() if between else place
        if not _OPENS.match(text, place):
            break
    return result, bool(result)


def _from_lshw_json(text: str) -> Host:
    """Flatten the trees of lshw."""
    values, whole = _values_in(text)
    waiting: list[object] = list(reversed(values))
    nodes: list[Node] = []
    while waiting and len(nodes) < _MOST_NODES:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            nodes.append(_node(value))
            waiting.append(value.get("children"))
    return _describe(nodes, whole=whole)


def _node(value: dict[str, object]) -> Node:
    names = value.get("logicalname")
    capabilities = value.get("capabilities")
    return Node(
        kind=str(value.get("class", "")),
        id=str(value.get("id", "")),
        texts=_texts(value),
        names=[n for n in (names if isinstance(names, list) else [names]) if isinstance(n, str)],
        settings=_texts(value.get("configuration")),
        capabilities=set(capabilities) if isinstance(capabilities, dict) else set(),
    )


def _texts(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {str(k): str(v) for k, v in value.items() if isinstance(v, str | int) and v is not True}


def _from_lsblk_json(text: str) -> Host:
    """Take the disks at the top of lsblk's tree."""
    values, whole = _values_in(text)
    host = Host(is_whole=whole)
    for value in values:
        devices = value.get("blockdevices") if isinstance(value, dict) else None
        for device in devices if isinstance(devices, list) else ():
            if isinstance(device, dict) and device.get("type") in ("disk", None):
                name, size = str(device.get("name", "")), str(device.get("size", ""))
                host.add_block_device(name, size, list(_block_facts(device)))
    return host


def _block_facts(device: dict[str, object]) -> Iterator[tuple[str, object]]:
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


def _from_lscpu_json(text: str) -> Host:
    """Take the fields of lscpu; newer versions nest them."""
    values, whole = _values_in(text)
    waiting = [value.get("lscpu") for value in values if isinstance(value, dict)]
    fields: dict[str, str] = {}
    while waiting and len(fields) < _MOST_NODES:
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting[:0] = value
        elif isinstance(value, dict):
            fields.setdefault(str(value.get("field", "")).rstrip(": "), str(value.get("data", "")))
            waiting.insert(0, value.get("children"))
    return _describe_processors(fields, whole=whole)


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


def _from_lshw_text(text: str) -> Host:
    """Read the indented text of lshw; of one class of devices (`-C disk`) no system is told."""
    lines = text.split("\n")
    is_whole = any("*-core" in line for line in lines)
    root = next((line.strip() for line in lines if _HOST_NAME.fullmatch(line)), "")
    node = Node("system", root) if is_whole else Node("", "")
    nodes = [node]
    for line in lines:
        begin = _NODE.fullmatch(line)
        if begin:
            node = Node("", begin["id"])
            nodes.append(node)
            continue
        pair = _PAIR.fullmatch(line)
        if pair:
            _take(node, pair["key"], pair["value"].strip())
    for node in nodes[1:]:
        node.kind = _kind_of(node)
    return _describe(nodes)


def _take(node: Node, key: str, value: str) -> None:
    if key == "logical name":
        node.names.append(value)
    elif key == "configuration":
        node.settings = dict(part.split("=", 1) for part in value.split() if "=" in part)
    elif key == "capabilities":
        node.capabilities = set(value.split())
    elif key in {"description", "product", "vendor", "size"}:
        node.texts.setdefault(key, value)


def _kind_of(node: Node) -> str:
    """Tell the class, which the text does not name, from the id and what is below it."""
    for kind, pattern in _KINDS:
        if pattern.match(node.id):
            return kind
    description = node.texts.get("description", "")
    if re.match(r"(?:Ethernet|Wireless) interface|interface", description) and node.names:
        return "network"
    is_block = node.settings.get("driver") in _BLOCK_DRIVERS
    return "disk" if is_block and any(n.startswith("/dev/") for n in node.names) else ""


def _from_lscpu_list(text: str) -> Host:
    """Read the list that lscpu prints."""
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon and len(key) < 60:
            fields.setdefault(key.strip(), value.strip())
    return _describe_processors(fields)


_START = r"\A(?:[^\n]{0,200}\n){0,8}?"
_TEXT = (
    r"\A(?:[^\n]{0,300}\n){0,40}?(?: {2,3}\*-core\b"
    r"| {0,3}\*-(?:disk|volume|cdrom|storage|scsi|nvme|namespace|raid|network|memory|cpu)"
    r"(?::\d{1,4})?[ \w-]{0,40}\n {7,9}(?:description|product|physical id): )"
)
_FORMS: tuple[tuple[str, re.Pattern[str], Callable[[str], Host]], ...] = tuple(
    (tool, re.compile(pattern, re.MULTILINE), read)
    for tool, pattern, read in (
        ("lsblk", _START + r'\s*\{\s*"blockdevices"\s*:', _from_lsblk_json),
        ("lscpu", _START + r'\s*\{\s*"lscpu"\s*:', _from_lscpu_json),
        ("lshw", _START + r'\s*[\[{][\s{]*"id"\s*:\s*"[^"\n]*",\s*"class"\s*:', _from_lshw_json),
        ("lshw", _TEXT, _from_lshw_text),
        (
            "lscpu",
            r"\A\s*Architecture: +\S+ *\n(?:.{0,300}\n){0,6}CPU\(s\): +\d",
            _from_lscpu_list,
        ),
    )
)
