"""Writes the notice of all parts and the bill of materials (CycloneDX 1.6): `make sbom`.

Both come from the lock of the run-time dependencies and the table in parts.toml, in a fixed order
and without a date, so that the same lock gives the same bytes.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

ROOT = Path(__file__).resolve().parents[1]
NOTICE = ROOT / "resources" / "licences" / "NOTICE.txt"
_LOCKED = re.compile(r"^([a-z0-9.-]+)==(\S+)(?: ; (.+?))? \\$", re.MULTILINE)
_HEAD = """\
Arraywise uses the parts below. The texts of their licences come with each part; those of the
LGPL 3 and the GPL 3, by which Qt and PySide6 come, lie beside this file.

Qt and PySide6 are separate libraries, loaded when the program starts. To use other builds of
them, replace their files (Help > About names the folder), or install them into the program's
Python environment. Where their source is stands below.
"""
_SPDX_NAMES = re.compile(r"^[A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9.+-]+)*$")


def locked() -> list[tuple[str, str, str]]:
    """Return name, version and condition of each locked run-time dependency, the archive's too."""
    text = (ROOT / "packaging" / "requirements-archive.lock").read_text("utf-8")
    return [(name, version, when) for name, version, when in _LOCKED.findall(text)]


def parts() -> list[dict[str, Any]]:
    """Return all parts with the libraries that they carry; KeyError for one without an entry."""
    table = tomllib.loads((ROOT / "packaging" / "parts.toml").read_text("utf-8"))
    found = []
    for name, version, when in locked():
        entry = table[name]
        text = json.dumps(entry).replace("@VERSION@", version)
        found.append({"name": name, "version": version, "when": when, **json.loads(text)})
    names = {name for name, _version, _when in locked()}
    found += [
        {"name": n, "version": "", "when": "", **e} for n, e in table.items() if n not in names
    ]
    return found


def notice() -> str:
    """Return the notice of all parts."""
    lines = [_HEAD]
    for part in parts():
        when = f" ({part['when']})" if part["when"] else ""
        lines.append(f"{part['name']} {part['version']}".rstrip() + f"{when}: {part['licence']}")
        lines.append(f"    {part['source']}")
        lines += [f"    carries {name}: {licence}" for name, licence in part.get("carries", ())]
    return "\n".join(lines) + "\n"


def bill() -> dict[str, Any]:
    """Return the bill of materials."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    ours = f"pkg:pypi/{project['name']}@{project['version']}"
    main = {
        "type": "application",
        "bom-ref": ours,
        "name": project["name"],
        "version": project["version"],
    }
    main |= {"purl": ours, "licenses": [{"expression": project["license"]}]}
    components = [_component(part) for part in parts()]
    body = {
        "metadata": {"component": main},
        "components": components,
        "dependencies": [{"ref": ours, "dependsOn": [each["bom-ref"] for each in components]}],
    }
    serial = uuid5(NAMESPACE_URL, json.dumps(body, sort_keys=True))
    head = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
    }
    return head | body


def _component(part: dict[str, Any]) -> dict[str, Any]:
    name, version = part["name"], part["version"]
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": f"{name}@{version}" if version else name,
    }
    found |= {"name": name, "licenses": [_licence(part["licence"])]}
    if version:
        found |= {"version": version, "purl": f"pkg:pypi/{name}@{version}"}
    if part["when"]:
        found["properties"] = [{"name": "arraywise:condition", "value": part["when"]}]
    found["externalReferences"] = [{"type": "vcs", "url": part["source"]}]
    if part.get("carries"):
        versions = _measured()
        found["components"] = [
            {
                "type": "library",
                "bom-ref": f"{found['bom-ref']}#{each}",
                "name": each.split(",")[0],
            }
            | ({"version": versions[name, each]} if (name, each) in versions else {})
            | {"licenses": [_licence(licence)]}
            for each, licence in part["carries"]
        ]
    return found


def _licence(text: str) -> dict[str, Any]:
    return {"expression": text} if _SPDX_NAMES.match(text) else {"license": {"name": text}}


def _measured() -> dict[tuple[str, str], str]:
    """Return the versions of carried libraries that the installed wheels tell."""
    from backports import zstd
    from lxml import etree
    from PIL import features

    found = {("backports-zstd", "Zstandard"): zstd.zstd_version}
    found["lxml", "libxml2"] = ".".join(map(str, etree.LIBXML_VERSION))
    found["lxml", "libxslt and libexslt"] = ".".join(map(str, etree.LIBXSLT_VERSION))
    asked = {"FreeType": "freetype2", "HarfBuzz": "harfbuzz", "libavif with AOM and dav1d": "avif"}
    asked |= {
        "libjpeg-turbo": "libjpeg_turbo",
        "libtiff": "libtiff",
        "libwebp": "webp",
        "Raqm": "raqm",
    }
    asked |= {"Little CMS": "littlecms2", "OpenJPEG": "jpg_2000", "zlib-ng": "zlib_ng"}
    for name, feature in asked.items():
        version = features.version(feature)
        if version:
            found["pillow", name] = version
    return found


if __name__ == "__main__":
    NOTICE.write_text(notice(), "utf-8")
    if len(sys.argv) > 1:
        Path(sys.argv[1]).parent.mkdir(parents=True, exist_ok=True)
        Path(sys.argv[1]).write_text(json.dumps(bill(), indent=1) + "\n", "utf-8")
