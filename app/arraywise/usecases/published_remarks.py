"""Remarks on a publication: figures computed from its evidence, or typed by the study's editor.

A remark of `study.toml` with a table `compute` names figures by formulas over the study's own
evidence; its text holds fields for them, and it is made only where its condition `when` holds.
A remark without formulas is the editor's.
"""

from __future__ import annotations

import ast
import math
import operator
from typing import TYPE_CHECKING, Any

from arraywise.domain.problems import Severity
from arraywise.domain.published import PublishedRemark
from arraywise.store.reading.evidence import file_detail, list_files
from arraywise.usecases.decide_study import decide_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arraywise.store.study import Study

PRICE = "36-month price"
"""Names an option's price among its figures."""
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


def published_figures(study: Study) -> dict[tuple[str, str], float]:
    """Return the figures of a study's evidence in SI units, and the prices of its options.

    By the option (empty: of none) and the figure's name with its statistic.
    """
    figures: dict[tuple[str, str], float] = {}
    for row in list_files(study):
        detail = file_detail(study, row.id)
        for each in detail.runs if detail is not None else ():
            for m in each.run.measurements:
                figures[row.option_name or "", f"{m.group or m.metric} {m.statistic}"] = m.value
    for option in decide_study(study).options:
        if option.price is not None:
            figures[option.option.name, PRICE] = float(option.price.unrounded)
    return figures


def make_remarks(
    plan: Mapping[str, Any], figures: Mapping[tuple[str, str], float]
) -> Iterator[PublishedRemark]:
    """Return the remarks of a plan: those whose figures contradict each other, and the editor's.

    Args:
        plan: `study.toml`; `figures` names what its formulas use.
        figures: from `published_figures`.

    Raises:
        KeyError: When a figure is named that the evidence does not hold.
    """
    named = plan.get("figures", {}).items()
    names = {name: figures[option, figure] for name, (option, figure) in named}
    for row in plan.get("remarks", ()):
        computed = {k: evaluate(text, names) for k, text in row.get("compute", {}).items()}
        if "when" in row and not evaluate(row["when"], names | computed):
            continue
        yield PublishedRemark(
            severity=Severity(row["severity"]),
            options=tuple(row["options"]),
            text=row["text"].format(**computed),
            consequence=row["consequence"].format(**computed),
            citation=f"{plan['cite_as']}, {row['where']}",
            computed=bool(computed),
        )


def evaluate(text: str, names: Mapping[str, float]) -> float:
    """Return what a formula of numbers, names, + - * / **, comparisons and ceil comes to.

    Raises:
        ValueError: When it holds anything else.
        KeyError: When it names what is not known.
    """
    return float(_evaluate(ast.parse(text, mode="eval").body, names))


def _evaluate(node: ast.expr, names: Mapping[str, float]) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    if isinstance(node, ast.Name):
        return names[node.id]
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return float(_OPERATORS[type(node.op)](_evaluate(node.operand, names)))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _evaluate(node.left, names), _evaluate(node.right, names)
        return float(_OPERATORS[type(node.op)](left, right))
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPERATORS:
        left, right = _evaluate(node.left, names), _evaluate(node.comparators[0], names)
        return float(_OPERATORS[type(node.ops[0])](left, right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        found = _FUNCTIONS.get(node.func.id)
        if found is not None:
            return found(*(_evaluate(each, names) for each in node.args))
    message = f"no formula of a remark: {ast.unparse(node)}"
    raise ValueError(message)
