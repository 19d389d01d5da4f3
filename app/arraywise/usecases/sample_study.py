"""Builds a sample study from the raw files that ship with the product, as a user would.

The files lie in `data/<name>/`: a folder of evidence for each option, price sheets, provisioning
times, and `study.toml` with the question. Nothing in the study is computed beforehand.
"""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise import shipped
from arraywise.domain.decision import Criterion, CriterionSetting
from arraywise.domain.options import Architecture
from arraywise.domain.problems import UserError
from arraywise.domain.provisioning import ProvisioningTime
from arraywise.domain.requirement import Convention, Requirement, Rule
from arraywise.store.study import Study, create_study
from arraywise.store.writing.criteria import write_criteria
from arraywise.store.writing.options import add_option
from arraywise.store.writing.provisioning import replace_times
from arraywise.store.writing.requirement import write_requirement
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.import_files import import_files
from arraywise.usecases.progress import never_stopped, no_progress
from arraywise.usecases.read_price_sheet import read_price_sheet

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.usecases.progress import Progress


@dataclass(frozen=True, slots=True)
class SampleStudy:
    """A study that can be built without any file of one's own."""

    name: str
    """Folder below `data/`."""
    title: str
    about: str
    """What it shows, in a sentence."""


WORKED_EXAMPLE = SampleStudy(
    "worked-example",
    "Worked example (synthetic)",
    "Five options for an order-entry system, made from a queueing model whose answer is known.",
)
SAMPLE_STUDIES = (WORKED_EXAMPLE,)


def build_sample_study(
    path: Path,
    name: str = WORKED_EXAMPLE.name,
    progress: Progress = no_progress,
    stopped: Callable[[], bool] = never_stopped,
) -> Study:
    """Make a study at `path` from the raw files of a sample and return it, open.

    Raises:
        UserError: When there is no sample of that name, or the study cannot be made.
        Stopped: When the user asked to stop; no file is left behind.
    """
    if name not in {sample.name for sample in SAMPLE_STUDIES}:
        names = ", ".join(sample.name for sample in SAMPLE_STUDIES)
        message = f"There is no sample study named {name}. There is: {names}."
        raise UserError(message)
    folder = shipped.data(name)
    plan = tomllib.loads((folder / "study.toml").read_text("utf-8"), parse_float=Decimal)
    study = create_study(
        path,
        name=plan["name"],
        client=plan["client"],
        currency=plan["currency"],
        synthetic=plan["synthetic"],
    )
    try:
        _write_question(study, folder, plan)
        _import_evidence(study, folder, plan, progress, stopped)
        for option in plan["options"]:
            read_price_sheet(study, option["name"], folder / option["prices"])
    except BaseException:
        study.close()
        path.unlink(missing_ok=True)
        raise
    return study


def _write_question(study: Study, folder: Path, plan: dict[str, Any]) -> None:
    """Write requirement, criteria, options and provisioning times."""
    times = _read_times(folder / plan["provisioning"])
    with transaction(study, "sample study") as cursor:
        write_requirement(cursor, _requirement(plan["requirement"]))
        write_criteria(cursor, [_criterion(row) for row in plan["criteria"]])
        for row in plan["options"]:
            option = add_option(
                cursor,
                row["name"],
                Architecture(row["architecture"]),
                shared_storage=row["shared_storage"],
            )
            replace_times(cursor, option.id, times.get(option.name, ()))


def _requirement(row: dict[str, Any]) -> Requirement:
    return Requirement(
        response_time_s=float(row["response_time_s"]),
        statistic=row["statistic"],
        visits_per_month=row["visits_per_month"],
        convention=Convention(row["convention"]),
        traffic_share=float(row["traffic_share"]),
        time_share=float(row["time_share"]),
        min_headroom=float(row["min_headroom"]),
        budget=Decimal(row["budget"]),
        rule=Rule(row["rule"]),
    )


def _criterion(row: dict[str, Any]) -> CriterionSetting:
    return CriterionSetting(
        criterion=Criterion(row["name"]),
        swing=float(row["swing"]),
        limit=float(row["limit"]),
        target=float(row["target"]),
        aspiration=float(row["aspiration"]),
    )


def _read_times(path: Path) -> dict[str, list[ProvisioningTime]]:
    """Read stop-watch readings: option, step, repetition, seconds; by option."""
    times: dict[str, list[ProvisioningTime]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    for option, step, repetition, seconds in rows:
        time = ProvisioningTime(step, int(repetition), float(seconds))
        times.setdefault(option, []).append(time)
    return times


def _import_evidence(
    study: Study,
    folder: Path,
    plan: dict[str, Any],
    progress: Progress,
    stopped: Callable[[], bool],
) -> None:
    """Import each option's folder; progress counts the files of all of them."""
    folders = [(row["name"], folder / row["evidence"]) for row in plan["options"]]
    counts = [sum(p.is_file() for p in evidence.rglob("*")) for _, evidence in folders]
    for nth, (option, evidence) in enumerate(folders):
        onwards = _shifted(progress, sum(counts[:nth]), sum(counts))
        import_files(study, [evidence], option=option, progress=onwards, stopped=stopped)


def _shifted(progress: Progress, before: int, total: int) -> Progress:
    """Count one folder's files on from those of the folders before it."""

    def shifted(done: int, _: int, text: str) -> None:
        progress(before + done, total, text)

    return shifted
