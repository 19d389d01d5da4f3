"""The quick way through a document of a known form gives what the parser gives, or nothing."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from arraywise.importers.kit.text import decode
from arraywise.importers.swingbench.results import read_by_form, read_document
from tests.conftest import ROOT, corpus_files
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = sorted((ROOT / "data" / "worked-example").glob("*/swingbench/*.xml"))
OTHERS = sorted((SAMPLES / "swingbench").rglob("*.xml"))
FORM = EXAMPLES[0].read_text("utf-8")
VALUES = (
    "7",
    "NaN",
    "a > b",
    " 5",
    "5\n6",
    "5 ",
    "&amp;",
    "&lt;5",
    "\x01",
    "",
    "]]>",
    "<b/>",
    "\t5",
)
VALUES += (
    "<!-- 5 -->",
    "<![CDATA[5]]>",
    "\ue0003",
    "x\ue0003",
    "\ufffe",
    "\ud800",
    "text>5",
    "é 5",
)
PIECES = (
    "<",
    ">",
    "</",
    "&",
    '"',
    "!",
    "<?x?>",
    "\n",
    " ",
    "7",
    "</Results>",
    "<Results>",
    "\ue0001",
)


def document_in(text: str) -> str:
    """Return a file's document, from its first element on."""
    result = re.search(r"<(?:[\w.-]+:)?Results[\s>]", text)
    return text[result.start() :] if result else text


def is_read_alike(document: str) -> bool:
    """Compare both ways; False where the quick one leaves the document to the other."""
    quick = read_by_form(document, 3, read_document)
    if quick is None:
        return False
    assert quick == read_document(document, 3)
    return True


@pytest.mark.parametrize("path", EXAMPLES[:5], ids=lambda path: path.stem)
def test_an_ordinary_document_goes_the_quick_way(path: Path) -> None:
    assert is_read_alike(document_in(path.read_text("utf-8")))


def test_what_the_quick_way_takes_it_reads_alike() -> None:
    texts = [decode(path.read_bytes()).text for path in (*OTHERS, *corpus_files("swingbench"))]
    taken = [text for text in texts if is_read_alike(document_in(text))]
    assert 0 < len(taken) < len(texts)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("element", ["Comment", "AverageResponse", "TPSReadings"])
def test_any_value_is_read_as_the_parser_reads_it(element: str, value: str) -> None:
    written = re.sub(rf"(?<=<{element}>)[^<]*", lambda _: value, document_in(FORM), count=1)
    assert f"<{element}>{value}" in written
    is_read_alike(written)


def test_two_values_in_a_line_are_left_to_the_parser() -> None:
    assert not is_read_alike(re.sub(r">\s+<", "><", document_in(FORM)))


@pytest.mark.parametrize("path", EXAMPLES[:3], ids=lambda path: path.stem)
def test_damage_is_read_alike_or_left_to_the_parser(path: Path) -> None:
    chance = random.Random(path.stem)  # noqa: S311 - damage, not a secret
    document = document_in(path.read_text("utf-8"))
    for _ in range(60):
        start = chance.randrange(len(document))
        stop = start + chance.choice((0, 1, 30))
        is_read_alike(document[:start] + chance.choice(PIECES) + document[stop:])
        is_read_alike(document[:start])
