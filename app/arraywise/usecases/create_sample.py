"""Makes the sample studies of `data/`: files imported, prices, times, requirement set.

A remark of `study.toml` with a table `compute` names figures by formulas over the study's own
evidence; its text holds fields for them, and it is made only where its condition `when` holds.
A remark without formulas is the editor's.

The files lie below `data/`: a folder of evidence for each option, price sheets, provisioning
times, and `study.toml` with the question, and with what a publication concludes and contradicts.
Nothing in the study is computed beforehand.
"""

from __future__ import annotations

import ast
import csv
import math
import operator
import tomllib
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any

from arraywise import shipped
from arraywise.analysis.demand import state_in_visits
from arraywise.domain.capacity import parse_capacity
from arraywise.domain.criteria import BUILT_IN_CRITERIA, CriterionSetting, definition_from_preset
from arraywise.domain.criterion_presets import PRESETS
from arraywise.domain.evidence import PublishedConclusion, PublishedRemark
from arraywise.domain.messages import (
    Progress,
    Severity,
    Stopped,
    ignore_progress,
    is_never_stopped,
    refuse,
)
from arraywise.domain.options import Architecture, ProvisioningTime, kind_of_architecture
from arraywise.domain.requirement import Requirement
from arraywise.domain.workload import NO_PROFILE, TYPED, WorkloadProfile, with_values
from arraywise.store.encoding import group_by_key
from arraywise.store.reading.evidence import list_files, read_file_detail
from arraywise.store.reading.inputs import list_options
from arraywise.store.study import Study, create_study
from arraywise.store.study_file import remove_study_file
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.evidence import (
    replace_published_conclusion,
    replace_published_remarks,
)
from arraywise.store.writing.rows import utc_now
from arraywise.store.writing.transaction import (
    delete_all_change_authors,
    forget_actions_of_study,
    transaction,
    transaction_without_undo,
)
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_criteria import (
    add_own_criterion,
    parse_rating,
    set_option_rating,
    set_swing,
)
from arraywise.usecases.edit_quotes import set_item_not_needed
from arraywise.usecases.import_files import import_files
from arraywise.usecases.read_price_sheet import import_price_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path


PRICE = "36-month price"  # names an option's price among its figures
_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {"ceil": math.ceil, "max": max, "min": min}


def collect_evidence_figures(study: Study) -> dict[tuple[str, str], float]:
    """Return the figures of a study's evidence in SI units, and the prices of its options.

    By the option (empty: of none) and the figure's name with its statistic.
    """
    figures: dict[tuple[str, str], float] = {}
    for row in list_files(study):
        detail = read_file_detail(study, row.id)
        for each in detail.runs if detail is not None else ():
            for m in each.run.measurements:
                figures[row.option_name or "", f"{m.group or m.metric} {m.statistic}"] = m.value
    for option in decide_study(study).options:
        if option.price is not None:
            figures[option.option.name, PRICE] = float(option.price.unrounded)
    return figures


def build_published_remarks(
    plan: Mapping[str, Any], figures: Mapping[tuple[str, str], float]
) -> Iterator[PublishedRemark]:
    """Yield the remarks of a plan: those whose figures contradict each other, and the editor's.

    The plan is `study.toml`, whose `figures` names what its formulas use of
    `collect_evidence_figures`. Raises KeyError when a figure is named that the evidence does not
    hold.
    """
    named = plan.get("figures", {}).items()
    names = {name: figures[option, figure] for name, (option, figure) in named}
    for row in plan.get("remarks", ()):
        computed = {
            k: evaluate_remark_formula(text, names) for k, text in row.get("compute", {}).items()
        }
        if "when" in row and not evaluate_remark_formula(row["when"], names | computed):
            continue
        yield PublishedRemark(
            severity=Severity(row["severity"]),
            options=tuple(row["options"]),
            text=row["text"].format(**computed),
            consequence=row["consequence"].format(**computed),
            citation=f"{plan['cite_as']}, {row['where']}",
            computed=bool(computed),
        )


def evaluate_remark_formula(text: str, names: Mapping[str, float]) -> float:
    """Return what a formula of numbers, names, + - * / **, comparisons and ceil amounts to.

    Raises ValueError when it holds anything else. KeyError: When it names what is not known.
    """
    return float(_evaluate_node(ast.parse(text, mode="eval").body, names))


def _evaluate_node(node: ast.expr, names: Mapping[str, float]) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.Name):
        return names[node.id]
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return float(_OPERATORS[type(node.op)](_evaluate_node(node.operand, names)))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _evaluate_node(node.left, names), _evaluate_node(node.right, names)
        return float(_OPERATORS[type(node.op)](left, right))
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPERATORS:
        left, right = _evaluate_node(node.left, names), _evaluate_node(node.comparators[0], names)
        return float(_OPERATORS[type(node.ops[0])](left, right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        result = _FUNCTIONS.get(node.func.id)
        if result is not None:
            return result(*(_evaluate_node(each, names) for each in node.args))
    message = f"no formula of a remark: {ast.unparse(node)}"
    raise ValueError(message)


@dataclass(frozen=True, slots=True)
class SampleStudy:
    """A study that can be built without any file of one's own."""

    name: str
    title: str
    about: str  # what it shows, in a sentence
    options: int = 5  # how many options it compares


WORKED_EXAMPLE = SampleStudy(
    "worked-example",
    "Worked example (synthetic)",
    "Five options for an order-entry system, generated from a queueing model with a known answer.",
)
PAYMENTS = SampleStudy(
    "payments-2027",
    "Payments 2027 (synthetic)",
    "Four options for 1,500 payments a second within 8 ms, by I/O tests and one AWR report: two"
    " pass, one fails, one lacks a test.",
    4,
)
LEDGER = SampleStudy(
    "ledger-2027",
    "Ledger 2027, bought or rented (synthetic)",
    "Buy an array or rent cloud volumes by the month as load and data grow; own criteria, a failed"
    " controller.",
    3,
)
PUBLISHED_STUDIES = (
    SampleStudy(
        "order-entry-2009",
        "Order entry on SAN and NAS (2009)",
        "Published figures: FC SAN, iSCSI SAN and NAS with their prices.",
        3,
    ),
    SampleStudy(
        "orion-2005",
        "ORION on SATA over FC (2005)",
        "Published figures: I/O rates of a low-cost disk array.",
        3,
    ),
    SampleStudy(
        "tr-3105",
        "TR-3105, NetApp against Veritas RAID",
        "Published figures: order entry on a filer and on RAID 0+1 and RAID 5 of the same disks.",
        3,
    ),
    SampleStudy(
        "san-versus-nas",
        "SAN versus NAS, dNFS, ASM and filesystem",
        "Published figures: I/O calibrations of five ways to reach the same storage.",
        5,
    ),
    SampleStudy(
        "fluid-cache-2013",
        "Fluid Cache for DAS (2013)",
        "Published figures: what a flash cache in the host adds to direct-attached disks.",
        2,
    ),
)
SAMPLE_STUDIES = (WORKED_EXAMPLE, PAYMENTS, LEDGER, *PUBLISHED_STUDIES)


def build_sample_study(
    path: Path,
    name: str = WORKED_EXAMPLE.name,
    progress: Progress = ignore_progress,
    stopped: Callable[[], bool] = is_never_stopped,
) -> Study:
    """Build a study at `path` from the raw files of a sample and return it, open.

    Raises:
        UserError: When there is no sample of that name, or the study cannot be made.
        Stopped: When the user asked to stop; no file is left behind.
    """
    samples = {sample.name: sample for sample in SAMPLE_STUDIES}
    if name not in samples:
        refuse(
            "No sample study {name}. Choose one of {names}.", name=name, names=", ".join(samples)
        )
    where = ("published", name) if samples[name] in PUBLISHED_STUDIES else (name,)
    folder = shipped.data(*where)
    plan = tomllib.loads((folder / "study.toml").read_text("utf-8"), parse_float=Decimal)
    study = create_study(
        path,
        name=plan["name"],
        client=plan["client"],
        currency=plan["currency"],
        synthetic=plan["synthetic"],
    )
    try:
        _write_inputs(study, folder, plan)
        _add_own_criteria(study, plan.get("own_criteria", ()))
        _import_evidence(study, folder, plan, progress, stopped)
        for option in plan["options"]:
            if "prices" in option:
                import_price_sheet(study, option["name"], folder / option["prices"])
            for item, reason in option.get("not_needed", {}).items():
                set_item_not_needed(study, option["name"], item, reason)
        _compute_and_write_remarks(study, plan)
        forget_actions_of_study(study)  # nobody means to undo the making of it
        with transaction_without_undo(study, "sample study", utc_now()) as cursor:
            delete_all_change_authors(cursor)
    except BaseException:
        study.close()
        remove_study_file(path)
        raise
    return study


def _write_inputs(study: Study, folder: Path, plan: dict[str, Any]) -> None:
    """Write requirement, criteria, options, provisioning times and what a publication says."""
    times = _read_times(folder / plan["provisioning"]) if "provisioning" in plan else {}
    with transaction(study, "sample study") as cursor:
        profile = _parse_profile(plan.get("profile", {}))
        writing.write_profile(cursor, profile)
        writing.write_requirement(
            cursor, state_in_visits(_parse_requirement(plan["requirement"]), profile)
        )
        writing.write_criteria(cursor, [_parse_criterion(row) for row in plan.get("criteria", ())])
        for row in plan["options"]:
            option = writing.add_option(
                cursor,
                row["name"],
                Architecture(row["architecture"]),
                shared_storage=row["shared_storage"],
                serves_files=kind_of_architecture(Architecture(row["architecture"])).serves_files,
            )
            if "capacity" in row:
                capacity = parse_capacity(row["capacity"])
                writing.update_option(cursor, replace(option, capacity=capacity))
            writing.replace_provisioning_times(cursor, option.id, times.get(option.name, ()))
        if "concludes" in plan:
            replace_published_conclusion(
                cursor, PublishedConclusion(plan["concludes"], plan["citation"])
            )


def _add_own_criteria(study: Study, rows: Sequence[dict[str, Any]]) -> None:
    """Add criteria that are on offer, with what each option has of them."""
    presets = {preset.key: preset for preset in PRESETS}
    options = {option.name: option.id for option in list_options(study)}
    for row in rows:
        criterion = add_own_criterion(study, definition_from_preset(presets[row["preset"]]))
        set_swing(study, criterion, float(row["swing"]))
        for name, text in row["values"].items():
            set_option_rating(study, options[name], criterion, parse_rating(criterion, text))


def _compute_and_write_remarks(study: Study, plan: dict[str, Any]) -> None:
    """Compute what the evidence contradicts; deciding settles what must not follow options."""
    decide_study(study)
    if "remarks" not in plan:
        return
    remarks = tuple(build_published_remarks(plan, collect_evidence_figures(study)))
    with transaction(study, "sample study") as cursor:
        replace_published_remarks(cursor, remarks)


def _parse_requirement(row: dict[str, Any]) -> Requirement:
    """Read the requirement; what the file leaves out has a default."""
    values: dict[str, Any] = {}
    for name, value in row.items():
        default = getattr(Requirement(), name)
        if isinstance(default, Enum):
            values[name] = type(default)(value)
        elif isinstance(default, int | str):
            values[name] = value
        else:
            values[name] = Decimal(value) if name == "budget" else float(value)
    return Requirement(**values)


def _parse_profile(row: dict[str, Any]) -> WorkloadProfile:
    """Read the workload profile that a study assumes; `from` says where its figures stand."""
    values = {name: float(value) for name, value in row.items() if name != "from"}
    return with_values(NO_PROFILE, values, row.get("from", TYPED))


def _parse_criterion(row: dict[str, Any]) -> CriterionSetting:
    limit, target, aspiration = (
        float(row[anchor]) if anchor in row else None
        for anchor in ("limit", "target", "aspiration")
    )
    return CriterionSetting(
        BUILT_IN_CRITERIA[row["name"]], float(row["swing"]), limit, target, aspiration
    )


def _read_times(path: Path) -> dict[str, tuple[ProvisioningTime, ...]]:
    """Read stop-watch readings: option, step, repetition, seconds; by option."""
    with path.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    return group_by_key(
        (option, ProvisioningTime(step, int(repetition), float(seconds)))
        for option, step, repetition, seconds in rows
    )


def _import_evidence(
    study: Study,
    folder: Path,
    plan: dict[str, Any],
    progress: Progress,
    stopped: Callable[[], bool],
) -> None:
    """Import each option's folder, and files that belong to none; progress counts them all."""
    batches: list[tuple[str | None, list[Path]]] = [
        (row["name"], [folder / row["evidence"]]) for row in plan["options"]
    ]
    if "common" in plan:
        batches.append((None, sorted((folder / plan["common"]).iterdir())))
    counts = [sum(map(_count_files, paths)) for _, paths in batches]
    for nth, (option, paths) in enumerate(batches):
        onwards = _offset_progress(progress, sum(counts[:nth]), sum(counts))
        if import_files(study, paths, option=option, progress=onwards, stopped=stopped).left:
            raise Stopped


def _count_files(path: Path) -> int:
    return 1 if path.is_file() else sum(p.is_file() for p in path.rglob("*"))


def _offset_progress(progress: Progress, before: int, total: int) -> Progress:
    """Count one folder's files on from those of the folders before it."""

    def offset(done: int, _: int, text: str) -> None:
        progress(before + done, total, text)

    return offset
