"""XML of strangers: parsers that expand no entities, load no DTD and reach no network."""

from __future__ import annotations

from lxml import etree


def document_parser(*, recover: bool = False) -> etree.XMLParser:
    """Return a parser of whole documents in UTF-8; one that recovers goes on behind a fault."""
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=recover,
    )


def pull_parser() -> etree.XMLPullParser:
    """Return a parser of documents in UTF-8 that come in pieces, with starts and ends."""
    return etree.XMLPullParser(
        events=("start", "end"),
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
