"""JSON, XML and text of lshw, lsblk, lscpu."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from lxml import etree

from arraywise.importers.kit.xml_parsers import pull_parser
from arraywise.importers.lshw.hardware import Host, Node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

_START = re.compile(r"[\[{]")
_BETWEEN = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder()
_MOST_NODES = 50_000


def values_in(text: str) -> tuple[list[object], bool]:
    """Return the documents in a text, and whether it is whole.

    lshw before 02.19 writes several objects one after the other, with or without commas. Of
    what is cut only the objects before it are taken.
    """
    result: list[object] = []
    start = _START.search(text)
    place = start.start() if start else len(text)
    while place < len(text):
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (RecursionError, ValueError):
            return result, False
        result.append(value)
        place = _end_of(_BETWEEN.match(text, place), place)
        if not _START.match(text, place):
            break
    return result, bool(result)


def _end_of(match: re.Match[str] | None, place: int) -> int:
    return match.end() if match else place


def nodes_of(values: list[object]) -> list[Node]:
    """Flatten the trees of lshw."""
    waiting: list[object] = list(reversed(values))
    nodes: list[Node] = []
    while waiting and len(nodes) < _MOST_NODES:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            nodes.append(_node(value))
            waiting.append(value.get("children"))
    return nodes


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


def block_devices(values: list[object]) -> Iterator[dict[str, object]]:
    """Return the disks at the top of lsblk's tree."""
    for value in values:
        devices = value.get("blockdevices") if isinstance(value, dict) else None
        for device in devices if isinstance(devices, list) else ():
            if isinstance(device, dict):
                yield device


def describe_disks(values: list[object]) -> Host:
    """Turn the document of lsblk into what is known of a host's disks."""
    host = Host()
    for device in block_devices(values):
        size = str(device.get("size", ""))
        if device.get("type") in ("disk", None) and not re.fullmatch(r"0B?", size):
            exact = re.fullmatch(r"\d{4,18}", size) is not None
            host.rounded = host.rounded or not exact
            facts = [("bytes" if exact else "size", size)]
            host.add_disk(str(device.get("name", "")), [*facts, *_disk_facts(device)])
    return host


def _disk_facts(device: dict[str, object]) -> Iterator[tuple[str, object]]:
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


def processor_fields(values: list[object]) -> dict[str, str]:
    """Return the fields of lscpu; newer versions nest them."""
    waiting = [value.get("lscpu") for value in values if isinstance(value, dict)]
    fields: dict[str, str] = {}
    while waiting and len(fields) < _MOST_NODES:
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting[:0] = value
        elif isinstance(value, dict):
            fields.setdefault(str(value.get("field", "")).rstrip(": "), str(value.get("data", "")))
            waiting.insert(0, value.get("children"))
    return fields


_BEGINS = re.compile(r"<\?xml[^>]{0,200}\?>|(?=<!--|<list\b|<node\b)")
"""Text before it: what lshw says of its rights."""
_KERNEL = re.compile(r"<!--\s{0,9}Linux (\S{1,99})(?: [^>]{0,300}?)?(\S{1,40})?\s{0,9}-->")
_TEXTS = frozenset({"description", "product", "vendor", "size", "capacity", "version"})


def kernel_version(text: str) -> tuple[str, str] | None:
    """Return kernel and architecture from the comments at the top; None where they are not."""
    match = _KERNEL.search(text[:4096])
    return (match[1], match[2] or "") if match else None


def nodes_in(text: str) -> tuple[list[Node], bool]:
    """Read the nodes of a document, and say whether it is whole; several roots are fine."""
    parser = pull_parser()
    begins = _BEGINS.search(text)
    body = text[begins.end() :] if begins else text
    reader = _NodeReader()
    try:
        parser.feed(f"<everything>{body}".encode("utf-8", "replace"))
        reader.take(parser)
        parser.feed(b"</everything>")
        parser.close()
    except etree.XMLSyntaxError:
        reader.take(parser)
        return reader.nodes, False
    return reader.nodes, bool(reader.nodes)


class _NodeReader:
    """Builds nodes from what was closed."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._open: list[Node] = []

    def take(self, parser: etree.XMLPullParser) -> None:
        """Take what the parser has understood so far."""
        events = cast("Iterator[tuple[str, _Element]]", parser.read_events())
        while len(self.nodes) < _MOST_NODES:
            try:
                event, element = next(events)
            except (StopIteration, etree.XMLSyntaxError):
                return
            if event == "start" and element.tag == "node":
                node = Node(element.get("class") or "", element.get("id") or "")
                self._open.append(node)
                self.nodes.append(node)
            elif event == "end" and self._open:
                self._close(element, self._open[-1])

    def _close(self, element: _Element, node: Node) -> None:
        text = (element.text or "").strip()
        if element.tag == "node":
            self._open.pop()
        elif element.tag == "logicalname":
            node.names.append(text)
        elif element.tag == "setting":
            node.settings[str(element.get("id"))] = str(element.get("value") or "")
        elif element.tag == "capability":
            node.capabilities.add(str(element.get("id")))
        elif element.tag in _TEXTS:
            node.texts[str(element.tag)] = text
            if element.tag == "size":
                node.texts["units"] = str(element.get("units") or "")


_NODE = re.compile(r" *\*-(?P<id>\S+).*")
_PAIR = re.compile(
    r" +(?P<key>[^\W\d_][^\W\d_ -]{0,30}(?:[ -][^\W\d_]{1,20}){0,3}?) ?: (?P<value>.*)"
)
_KEYS = {
    "beschreibung": "description",
    "fabricant": "vendor",
    "fabriquant": "vendor",
    "f\u00e4higkeiten": "capabilities",
    "fonctionnalit\u00e9s": "capabilities",
    "gr\u00f6\u00dfe": "size",
    "hersteller": "vendor",
    "konfiguration": "configuration",
    "logischer name": "logical name",
    "nom logique": "logical name",
    "produit": "product",
    "produkt": "product",
    "taille": "size",
}
"""German and French keys; what is behind them is mostly English."""
TABLE_HEADING = re.compile(
    r"^(?:H/W[ -][Pp]\w+|Bus[ -][Ii]nfo\w*|Chemin mat\u00e9riel|Info\w*[ -]bus) +"
    r"(?P<device>Device|Ger\u00e4t|P\u00e9riph\u00e9rique) +(?P<kind>Class|Klasse|Classe) +"
    r"(?P<rest>Description|Beschreibung)",
    re.MULTILINE,
)
_KINDS = (
    ("processor", re.compile(r"cpu(?::\d+)?\Z")),
    ("memory", re.compile(r"memory(?::\d+)?\Z")),
    ("storage", re.compile(r"(?:storage|raid|sas|sata|scsi|ide|nvme|fibre|fiber)(?::\d+)?\Z")),
    ("disk", re.compile(r"(?:disk|namespace|nvme\d+n\d+)(?::\d+)?\Z")),
    ("volume", re.compile(r"(?:volume|partition)")),
    ("network", re.compile(r"network(?::\d+)?\Z")),
)
_BLOCK_DRIVERS = frozenset({"virtio_blk", "sd", "nvme", "xvd"})
_ROW = re.compile(r"(\S+)\s+\d+:\d+\s+[01]\s+(\S+)\s+[01]\s+(\w+)")
_SIZED = re.compile(r"(\d+(?:\.\d+)?(?:[KMGTP]i?)?B)\s+(.*)")
_HOST_NAME = re.compile(r"(?!WARN)[\w.-]{1,255}[ \t]*")


def lshw_text_nodes(text: str) -> list[Node]:
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
            key = pair["key"].lower()
            _take(node, _KEYS.get(key, key), pair["value"].strip())
    for node in nodes[1:]:
        node.kind = _kind_of(node)
    return nodes


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


def nodes_in_table(text: str) -> list[Node]:
    """Read the table of `lshw -short` or `lshw -businfo`."""
    heading = TABLE_HEADING.search(text)
    if heading is None:
        return []
    # columns are as wide in bytes as the rows, whatever letters the heading has
    device, kind, rest = (len(heading[0][:at].encode()) for at in _starts(heading))
    nodes = []
    main_memory = "-"
    for row in text[heading.end() :].encode().split(b"\n")[1:]:
        if not row.strip(b" =\r") or len(row) < kind:
            continue
        name, of, described = (
            part.decode("utf-8", "replace").strip()
            for part in (row[device:kind], row[kind:rest], row[rest:])
        )
        node = Node(of, names=[name] if name else [])
        _describe(node, described)
        path = row[:device].decode("utf-8", "replace").strip()
        if of == "memory" and path.rpartition("/")[0] == main_memory:
            node.id = "bank"
        elif node.texts.get("description") == "System Memory":
            main_memory = path
        nodes.append(node)
    return nodes


def _starts(heading: re.Match[str]) -> list[int]:
    return [heading.start(name) - heading.start() for name in ("device", "kind", "rest")]


def _describe(node: Node, text: str) -> None:
    """Split a description: sizes stand first, and the rest is a product or what it is."""
    sized = _SIZED.fullmatch(text)
    if sized:
        node.texts["size"] = sized[1]
        text = sized[2]
    node.texts["product" if node.kind == "processor" else "description"] = text


def describe_block_table(text: str) -> Host:
    """Read the table that lsblk prints."""
    host = Host()
    for line in text.split("\n"):
        match = _ROW.match(line)
        if match and match[3] == "disk" and not re.fullmatch(r"0B?", match[2]):
            exact = re.fullmatch(r"\d{4,18}", match[2]) is not None
            host.rounded = host.rounded or not exact
            host.add_disk(match[1], [("bytes" if exact else "size", match[2])])
    return host


def lscpu_fields(text: str) -> dict[str, str]:
    """Read the list that lscpu prints."""
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon and len(key) < 60:
            fields.setdefault(key.strip(), value.strip())
    return fields
