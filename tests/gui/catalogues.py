"""The window's catalogues: what the code says, what they hold, and bringing them up to date.

`python -m tests.gui.catalogues` adds to each `.ts` what the code says and it lacks, drops what
nobody says any more, compiles the `.qm` beside it and lists what is still to be translated.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

from arraywise import shipped
from arraywise.gui.shell.preferences import LANGUAGES
from tests.conftest import ROOT

Messages = dict[tuple[str, str], str]
"""Context and English text, and what is said for it."""
CODES = [code for code, _ in LANGUAGES if code != "en"]
_BIN = Path(sys.executable).parent


def source(code: str) -> Path:
    """Return the catalogue of a language, as it is edited."""
    return shipped.resource("translations", f"arraywise_{code}.ts")


def messages(path: Path) -> Messages:
    """Read a catalogue."""
    if not path.is_file():
        return {}
    root = ET.parse(path).getroot()  # noqa: S314 - it is our own file
    return {
        (context.findtext("name") or "", m.findtext("source") or ""): m.findtext("translation")
        or ""
        for context in root.iter("context")
        for m in context.iter("message")
    }


def said_in_code() -> Messages:
    """Let Qt's own tool look for all that the code gives to be translated."""
    files = sorted(str(path) for path in (ROOT / "app" / "arraywise").rglob("*.py"))
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "found.ts")
        run = [str(_BIN / "pyside6-lupdate"), *files, "-ts", str(found), "-locations", "none"]
        subprocess.run(run, check=True, capture_output=True)
        return messages(found)


def write(code: str, catalogue: Messages) -> None:
    """Write the catalogue of a language and compile it."""
    write_file(source(code), code, catalogue)
    compile_catalogue(source(code), source(code).with_suffix(".qm"))


def write_file(path: Path, code: str, catalogue: Messages) -> None:
    """Write a catalogue as Qt's tools do."""
    root = ET.Element("TS", version="2.1", language=code)
    contexts: dict[str, ET.Element] = {}
    for (context, english), said in catalogue.items():
        if context not in contexts:
            contexts[context] = ET.SubElement(root, "context")
            ET.SubElement(contexts[context], "name").text = context
        message = ET.SubElement(contexts[context], "message")
        ET.SubElement(message, "source").text = english
        translation = ET.SubElement(message, "translation")
        translation.text = said
        if not said:
            translation.set("type", "unfinished")
    ET.indent(root, "    ")
    head = "<?xml version='1.0' encoding='utf-8'?>\n"
    path.write_text(head + ET.tostring(root, "unicode") + "\n", "utf-8")


def compile_catalogue(path: Path, into: Path) -> None:
    """Turn a catalogue into the form that Qt reads."""
    run = [str(_BIN / "pyside6-lrelease"), "-silent", str(path), "-qm", str(into)]
    subprocess.run(run, check=True, capture_output=True)


def bring_up_to_date(code: str, said: Messages) -> list[tuple[str, str]]:
    """Add what is new, drop what is gone; return what is not yet translated."""
    known = messages(source(code))
    kept = {key: text for key, text in known.items() if key in said}
    catalogue = kept | {key: kept.get(key, "") for key in said}
    write(code, dict(sorted(catalogue.items(), key=lambda item: item[0][0])))
    return [key for key, text in catalogue.items() if not text]


if __name__ == "__main__":
    in_code = said_in_code()
    for language in CODES:
        for where, text in bring_up_to_date(language, in_code):
            print(f"{language}: {where}: {text!r}")
