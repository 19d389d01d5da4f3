"""What is shipped names its parts.

No other test sees a dependency that came without its licence being told or under another one, a
library that a newer wheel carries, a notice of older versions, or a wheel that lost a folder of
the program's files.
"""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

from tests.conftest import ROOT

NOTICE = (ROOT / "resources" / "licences" / "NOTICE.txt").read_text("utf-8")
PARTS = tomllib.loads((ROOT / "packaging" / "parts.toml").read_text("utf-8"))
LOCK = (ROOT / "packaging" / "requirements-archive.lock").read_text("utf-8")


def test_each_locked_dependency_stands_in_the_notice_with_version_and_licence() -> None:
    locked = re.findall(r"^([\w.-]+)==([\w.]+)", LOCK, re.MULTILINE)
    assert locked
    absent = [
        each for each in locked
        if not re.search(rf"^{re.escape(' '.join(each))}( \(.+\))?: \w", NOTICE, re.MULTILINE)
    ]  # fmt: skip
    assert absent == []


_CLASSIFIED = {"BSD": "BSD", "MIT": "MIT", "Apache": "Apache", "SIL Open Font": "OFL"}


def told_licences(name: str) -> list[str]:
    """Return what an installed part says of its licence: all of an expression, or words of it."""
    told = metadata.metadata(name)
    classifiers = [c for c in told.get_all("Classifier") or () if c.startswith("License ::")]
    words = [word for text, word in _CLASSIFIED.items() if any(text in c for c in classifiers)]
    if told.get("License-Expression"):
        return [told["License-Expression"]]
    return words or re.findall(r"[A-Z][A-Za-z-]*[\d.]*", told.get("License", ""))


def test_each_part_has_the_licence_that_it_tells_itself() -> None:
    installed = {d.name.lower().replace("_", "-") for d in metadata.distributions()}
    known = {name: told_licences(name) for name in PARTS if name in installed}
    silent = [name for name, told in known.items() if not told]
    licences = {name: PARTS[name]["licence"] for name in known}
    other = [name for name in known if any(word not in licences[name] for word in known[name])]
    assert (silent, other) == ([], [])


_CALLED = {
    "agg": "antigraingeometry", "gccruntimelibrary": "gccruntime",
    "gccruntimelibrarylibgfortran": "gccruntime", "jpeg": "libjpegturbo",
    "lcms": "littlecms", "openjp": "openjpeg", "sharpyuv": "webp", "webpdemux": "webp",
    "webpmux": "webp", "pdfiumbinaries": "pdfium", "dragonboxboost": "dragonbox",
    "dragonboxapachellvm": "dragonbox", "xau": "libxauandlibxcb", "xcb": "libxauandlibxcb",
    "scipyopenblas": "openblas",
    "brotlicommon": "brotli", "brotlidec": "brotli", "avif": "libavif", "zstd": "zstandard",
}  # fmt: skip
"""Names of files of libraries and licences, and what the library is called in parts.toml."""


_OTHER_SYSTEMS = {"SHARED", "android", "cibw_musl", "pbin_musl", "v8_xfa"}


def carried_files(name: str) -> set[str]:
    """Return the libraries that lie in an installed wheel, and those that it has licences of."""
    found = set()
    for file in metadata.files(name) or ():
        path = Path(str(file))
        if path.parts[0].endswith(".libs"):
            found.add(re.split(r"[-.]", path.name)[0])
        elif "BUILD_LICENSES" in path.parts and not _OTHER_SYSTEMS & {*path.parts}:
            found.add(path.stem)
        elif path.name == "LICENSE.txt" and name in {"numpy", "scipy"}:
            found |= set(re.findall(r"^Name: (.+)$", file.read_text(), re.MULTILINE)) - {name}
    return found


def test_each_library_that_a_wheel_carries_is_named() -> None:
    for name in ("numpy", "pillow", "pypdfium2", "scipy"):
        told = "".join(letters(each) for each, _ in PARTS[name]["carries"])
        files = {letters(each).removeprefix("lib") for each in carried_files(name)}
        assert files
        assert {each for each in files if _CALLED.get(each, each) not in told} == set(), name


def letters(text: str) -> str:
    return re.sub("[^a-z]", "", text.lower())


def test_each_folder_of_resources_is_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    folders = {
        f"resources/{each.name}" for each in (ROOT / "resources").iterdir() if each.is_dir()
    }
    assert folders - set(included) <= {"resources/guide", "resources/screenshots"}  # sources
