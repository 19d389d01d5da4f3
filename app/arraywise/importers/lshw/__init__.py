"""Reads what lshw, lsblk and lscpu list: processors, memory, disks and controllers of a host."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from lxml import etree

from arraywise.domain.evidence import Reading, Run, Status
from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.text import decode
from arraywise.importers.kit.xml_parsers import pull_parser
from arraywise.importers.lshw.hardware import Host, Node, describe, describe_processors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

    from arraywise.importers.kit.importer import Source

RUN_TYPE = "host description"
_LIMIT_BYTES = 8 * 1024 * 1024
_HEAD_BYTES = 65_536
_WORDS = (
    b'"class"',
    "\u201cclass".encode(),
    "\u201eclass".encode(),
    b"blockdevices",
    b"lscpu",
    b"<node",
    b"*-",
    b"Device",
    b"Klasse",
    b"Classe",
    b"CPU(s):",
    b"Processeur(s)",
    b"MAJ:MIN",
)

_CUT = "The listing is cut; its beginning was read."
_ROUNDED = "Sizes are rounded. Record with lshw -json or lsblk -b -J for bytes."
_NOT_ROOT = "Recorded without root rights: parts of the host are missing."
_LEFT_OUT = "There are more disks than are listed; {count} were left out."
_NOTHING = "The listing names no processors, memory or disks."


_OPENS = re.compile(r"[\[{]")
_NEXT = re.compile(r"[\s,]*(?=[\[{])")
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
        if not (next_one := _NEXT.match(text, place)):
            break
        place = next_one.end()
    return result, bool(result)


def _lshw_json(text: str) -> tuple[Host, bool]:
    """Flatten the trees of lshw."""
    values, whole = _values_in(text)
    waiting = list(reversed(values))
    nodes: list[Node] = []
    while waiting and len(nodes) < _MOST_NODES:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            nodes.append(_node(value))
            waiting.append(value.get("children"))
    return describe(nodes, whole=whole), whole


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


def _lsblk_json(text: str) -> tuple[Host, bool]:
    """Take the disks at the top of lsblk's tree."""
    values, whole = _values_in(text)
    host = Host()
    for value in values:
        devices = value.get("blockdevices") if isinstance(value, dict) else None
        for device in devices if isinstance(devices, list) else ():
            if isinstance(device, dict) and device.get("type") in ("disk", None):
                name, size = str(device.get("name", "")), str(device.get("size", ""))
                host.add_sized_disk(name, size, _disk_facts(device))
    return host, whole


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


def _lscpu_json(text: str) -> tuple[Host, bool]:
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
    return describe_processors(fields), whole


_BEGINS = re.compile(r"<\?xml[^>]{0,200}\?>|(?=<!--|<list\b|<node\b)")
"""Text before it: what lshw says of its rights."""
_KERNEL = re.compile(r"<!--\s{0,9}Linux (\S{1,99})(?: [^>]{0,300}?)?(\S{1,40})?\s{0,9}-->")
_TEXTS = frozenset({"description", "product", "vendor", "size", "capacity", "version"})


def _lshw_xml(text: str) -> tuple[Host, bool]:
    """Read the nodes of a document; several roots are fine."""
    parser = pull_parser()
    begins = _BEGINS.search(text)
    body = text[begins.end() :] if begins else text
    reader = _NodeReader()
    try:
        parser.feed(f"<everything>{body}".encode("utf-8", "replace"))
        reader.take(parser)
        parser.feed(b"</everything>")
        parser.close()
        whole = bool(reader.nodes)
    except etree.XMLSyntaxError:
        reader.take(parser)
        whole = False
    host = describe(reader.nodes, whole=whole)
    if kernel := _KERNEL.search(text[:4096]):
        host.add_attribute("kernel", kernel[1])
        host.add_attribute("machine", kernel[2] or "")
    return host, whole


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
_TABLE_HEADING = (
    r"^(?:H/W[ -][Pp]\w+|Bus[ -][Ii]nfo\w*|Chemin mat\u00e9riel|Info\w*[ -]bus) +"
    r"(?P<device>Device|Ger\u00e4t|P\u00e9riph\u00e9rique) +(?P<kind>Class|Klasse|Classe) +"
    r"(?P<rest>Description|Beschreibung)"
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


def _lshw_text(text: str) -> tuple[Host, bool]:
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
    return describe(nodes), True


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


def _lshw_table(text: str) -> tuple[Host, bool]:
    """Read the table of `lshw -short` or `lshw -businfo`."""
    heading = re.search(_TABLE_HEADING, text, re.MULTILINE)
    if heading is None:
        return Host(), True
    # columns are as wide in bytes as the rows, whatever letters the heading has
    device, kind, rest = (
        len(text[heading.start() : heading.start(name)].encode())
        for name in ("device", "kind", "rest")
    )
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
    return describe(nodes), True


def _describe(node: Node, text: str) -> None:
    """Split a description: sizes stand first, and the rest is a product or what it is."""
    sized = _SIZED.fullmatch(text)
    if sized:
        node.texts["size"] = sized[1]
        text = sized[2]
    node.texts["product" if node.kind == "processor" else "description"] = text


def _lsblk_table(text: str) -> tuple[Host, bool]:
    host = Host()
    for line in text.split("\n"):
        match = _ROW.match(line)
        if match and match[3] == "disk":
            host.add_sized_disk(match[1], match[2])
    return host, True


def _lscpu_list(text: str) -> tuple[Host, bool]:
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon and len(key) < 60:
            fields.setdefault(key.strip(), value.strip())
    return describe_processors(fields), True


_START = r"\A(?:[^\n]{0,200}\n){0,8}?"
_TEXT = (
    r"\A(?:[^\n]{0,300}\n){0,40}?(?: {2,3}\*-core\b"
    r"| {0,3}\*-(?:disk|volume|cdrom|storage|scsi|nvme|namespace|raid|network|memory|cpu)"
    r"(?::\d{1,4})?[ \w-]{0,40}\n {7,9}(?:description|product|physical id"
    r"|produit|identifiant mat\u00e9riel|Beschreibung|Produkt|Physische ID) ?: )"
)
_FORMS: tuple[tuple[str, re.Pattern[str], Callable[[str], tuple[Host, bool]]], ...] = tuple(
    (tool, re.compile(pattern, re.MULTILINE), read)
    for tool, pattern, read in (
        ("lsblk", _START + r'\s*\{\s*"blockdevices"\s*:', _lsblk_json),
        ("lscpu", _START + r'\s*\{\s*"lscpu"\s*:', _lscpu_json),
        ("lshw", _START + r'\s*[\[{][\s{]*"id"\s*:\s*"[^"\n]*",\s*"class"\s*:', _lshw_json),
        ("lshw", _START + r"<!-- generated by lshw|<node id=[^>]*\bclass=", _lshw_xml),
        ("lshw", _START + _TABLE_HEADING, _lshw_table),
        ("lshw", _TEXT, _lshw_text),
        ("lsblk", _START + r"NAME +MAJ:MIN +RM +SIZE +RO +TYPE", _lsblk_table),
        (
            "lscpu",
            r"\A\s*Archite[ck]ture? ?: +\S+ *\n(?:.{0,300}\n){0,6}(?:CPU|Processeur)\(s\) ?: +\d",
            _lscpu_list,
        ),
    )
)


class LshwImporter(FileByFile):
    """Importer of host descriptions: every file is read on its own and holds no measurements."""

    tool = "lshw"

    def recognises(self, source: Source) -> bool:
        """Return whether this is a listing of lshw, lsblk or lscpu."""
        return _form_of(source) is not None

    def read_file(self, source: Source) -> Reading:
        """Read the files."""
        form = _form_of(source)
        decoded = decode(source.data, _LIMIT_BYTES)
        tool, read = form or ("lshw", _lshw_text)
        host, whole = read(decoded.text)
        whole = whole and not decoded.cut
        problems = [*_problems(host, decoded.text, whole=whole), *decoded.problems]
        if not host.attributes:
            problems.append(Problem(Severity.ERROR, message(_NOTHING)))
            return Reading(
                tool, Status.REFUSED, problems=tuple(problems), encoding=decoded.encoding
            )
        status = Status.READ
        if any(problem.severity is not Severity.INFO for problem in problems):
            status = Status.READ_WITH_PROBLEMS
        if not whole:
            status = Status.INCOMPLETE
        run = Run(
            "host",
            complete=whole,
            host=host.name or None,
            attributes=tuple(host.attributes.items()),
        )
        return Reading(
            tool, status, (run,), tuple(problems), run_type=RUN_TYPE, encoding=decoded.encoding
        )


def _form_of(source: Source) -> tuple[str, Callable[[str], tuple[Host, bool]]] | None:
    head = source.data[:_HEAD_BYTES]
    if b"\0" not in head[:64] and not any(word in head for word in _WORDS):
        return None
    text = decode(head).text
    return next(((tool, read) for tool, sign, read in _FORMS if sign.search(text)), None)


def _problems(host: Host, text: str, *, whole: bool) -> list[Problem]:
    result: list[Problem] = []
    if not whole:
        result.append(Problem(Severity.WARNING, message(_CUT), text.rstrip().count("\n") + 1))
    if "you should run this program as super-user" in text:
        result.append(Problem(Severity.WARNING, message(_NOT_ROOT)))
    if host.rounded:
        result.append(Problem(Severity.INFO, message(_ROUNDED)))
    if host.left_out:
        result.append(Problem(Severity.WARNING, message(_LEFT_OUT, count=host.left_out)))
    return result
