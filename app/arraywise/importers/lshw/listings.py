"""Text of lshw, lsblk and lscpu: trees, tables and lists, with sizes rounded for reading."""

from __future__ import annotations

import re

from arraywise.importers.lshw.hardware import Host, Node

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
"""German and French keys; what stands behind them is mostly English."""
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


def nodes_in(text: str) -> list[Node]:
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
    """Tell the class, which the text does not name, from the id and what stands below it."""
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
            host.tell_disk(match[1], [("bytes" if exact else "size", match[2])])
    return host


def processor_fields(text: str) -> dict[str, str]:
    """Read the list that lscpu prints."""
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon and len(key) < 60:
            fields.setdefault(key.strip(), value.strip())
    return fields
