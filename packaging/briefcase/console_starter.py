r"""Puts a command line beside the windowed program of the Windows package.

Briefcase's starter is a windowed program: it has no console, and a shell does not wait for it. So
`commands\arraywise.exe` is what pip makes of a console script: the launcher of distlib, which
starts the Python of the package and hands it the small program that follows in the same file.

Usage: console_starter.py FOLDER, the one with Arraywise.exe and python.exe.
"""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

from pip._vendor import distlib

_PROGRAM = """\
import site
import sys
from pathlib import Path

base = Path(sys.argv[0]).resolve().parents[1]
for folder in ("app_packages", "app"):
    site.addsitedir(str(base / folder))
from arraywise.__main__ import main

main()
"""


def main(folder: Path) -> None:
    """Write the starter."""
    if not (folder / "python.exe").is_file():
        sys.exit(f"{folder} has no python.exe")
    launcher = (Path(distlib.__file__).parent / "t64.exe").read_bytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("__main__.py", _PROGRAM)
    target = folder / "commands" / "arraywise.exe"
    target.parent.mkdir(exist_ok=True)
    shebang = b"#!<launcher_dir>\\..\\python.exe -I\r\n"
    target.write_bytes(launcher + shebang + packed.getvalue())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
