"""JSON of lshw, lsblk and lscpu: whole, in pieces, or cut short."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from arraywise.importers.lshw.hardware import Host, Node

if TYPE_CHECKING:
    from collections.abc import Iterator

_START = re.compile(r"[\[{]")
_BETWEEN = re.compile(r"[\s,]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_DECODER = json.JSONDecoder()
_MOST_NODES = 50_000


def values_in(text: str) -> tuple[list[object], bool]:
    """Return the documents in a text, and whether it is whole.

    lshw before 02.19 writes several objects one after the other, with or without commas. What is
    cut is closed behind the last element that is whole.
    """
    found: list[object] = []
    start = _START.search(text)
    place = start.start() if start else len(text)
    while place < len(text):
        try:
            value, place = _DECODER.raw_decode(text, place)
        except RecursionError:
            return found, False
        except ValueError:
            rest = _closed(text[place:])
            return [*found, *([] if rest is None else [rest])], False
        found.append(value)
        place = _end_of(_BETWEEN.match(text, place), place)
        if not _START.match(text, place):
            break
    return found, bool(found)


def _end_of(match: re.Match[str] | None, place: int) -> int:
    return match.end() if match else place


def _closed(text: str) -> object | None:
    """Close a document that was cut: behind the last bracket that closes something in it."""
    open_brackets: list[str] = []
    last, closers = 0, ""
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "[{":
            open_brackets.append("]" if sign == "[" else "}")
        elif sign in "]}":
            if not open_brackets or open_brackets.pop() != sign:
                break
            last, closers = token.end(), "".join(reversed(open_brackets[:1000]))
    try:
        value: object = json.loads(text[:last] + closers)
    except (ValueError, RecursionError):
        return None
    return value


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
    """Give the disks at the top of lsblk's tree."""
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
            host.tell_disk(str(device.get("name", "")), [*facts, *_disk_facts(device)])
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
        told = [device.get(key) for key in keys]
        known = [str(value) for value in told if value is not None]
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
