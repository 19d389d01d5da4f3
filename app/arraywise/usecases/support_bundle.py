"""What helps to find a fault, in one file to be looked at and sent by the user.

Log, traces of crashes, versions, and of a study what a template holds, without a text of it.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from arraywise.domain.messages import Message, UserError, message
from arraywise.shipped import LOG, TRACES, state_folder, versions
from arraywise.store.study_file import SUFFIX, message_from_os_error
from arraywise.usecases.templates import save_nameless

if TYPE_CHECKING:
    from arraywise.store.study import Study

_VERSIONS, _STUDY = "versions.txt", f"study{SUFFIX}"
_ENDING = ".zip"


def bundle_contents(*, with_study: bool) -> tuple[tuple[str, Message], ...]:
    """Return the name of each file of a bundle, and what is in it."""
    log = message("starts of the program and errors; no contents of studies or files")
    parts = [(file.name, log) for file in _logs()]
    parts.append((_VERSIONS, message("versions of Arraywise, its libraries and the system")))
    if with_study:
        study = message(
            "figures of options, criteria and price lines; no names, texts, client or evidence"
        )
        parts.append((_STUDY, study))
    return tuple(parts)


def write_bundle(target: Path, study: Study | None) -> None:
    """Write a bundle; a file that is there is replaced.

    Args:
        target: Ends in `.zip`, so that no study is replaced.
        study: Is only read; None for a bundle without one.

    Raises:
        UserError: When the name ends otherwise, or the file cannot be written.
    """
    if target.suffix.lower() != _ENDING:
        text = message("{name}: the name of a support bundle ends in .zip.", name=target.name)
        raise UserError(text)
    with TemporaryDirectory() as folder, message_from_os_error(target):
        reduced = Path(folder, _STUDY)
        if study is not None:
            save_nameless(study, reduced)
        try:
            with ZipFile(target, "w", ZIP_DEFLATED) as bundle:
                for file in _logs():
                    bundle.write(file, file.name)
                bundle.writestr(_VERSIONS, "\n".join(versions()) + "\n")
                if study is not None:
                    bundle.write(reduced, _STUDY)
        except OSError:
            target.unlink(missing_ok=True)
            raise


def _logs() -> list[Path]:
    folder = state_folder()
    return [f for name in (LOG, TRACES) for f in sorted(folder.glob(f"{name}*")) if f.is_file()]
