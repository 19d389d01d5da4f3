"""`arraywise criterion`."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import TYPE_CHECKING

from arraywise.cli.arguments import number, path
from arraywise.cli.common import DONE, print_lines
from arraywise.domain.messages import UserError

if TYPE_CHECKING:
    from typing import Any

    from arraywise.domain.criteria import Criterion, OwnKind
    from arraywise.store.study import Study


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.argument_default = SUPPRESS
    p.add_argument("study", type=path)
    p.add_argument("title", nargs="?", metavar="TITLE", help="all are listed without it")
    p.add_argument(
        "--preset",
        metavar="KEY",
        help="add one as it is offered: ransomware, power, rack, carbon, lock-in, skills; TITLE is"
        " its title where it is given",
    )
    p.add_argument("--levels", metavar="'worst; ...; best'",
                   help="add a rating: what its levels mean")  # fmt: skip
    p.add_argument("--unit", metavar="W", help="add a measured one: its unit ...")
    p.add_argument("--zero-at", type=number, metavar="4000", help="... what is worth 0 points ...")
    p.add_argument("--full-at", type=number, metavar="500", help="... and what is worth 100")
    p.add_argument("--swing", type=number, metavar="40", help="how much it matters, 0 to 100")
    p.add_argument("--value", action="append", metavar="'OPTION=12 +- 1.5'",
                   help="what an option has of it: a level or a figure, '12 +- 1.5' (mean and"
                   " standard error), '10 / 12 / 20' (least, most likely, most); nothing after ="
                   " takes it back")  # fmt: skip
    p.add_argument("--remove", action="store_true", help="remove a criterion of the study's own")


def run(options: Namespace) -> int:
    """Add, describe, value or remove a criterion; list them then."""
    from arraywise.cli.text_output import criterion_lines
    from arraywise.store.reading.facts import read_facts
    from arraywise.store.study import open_study
    from arraywise.usecases.own_criteria import remove_own_criterion

    stated = vars(options)
    with open_study(options.study) as study:
        if stated.get("remove"):
            criterion = _existing(study, stated)
            if criterion.own is None:
                message = f"{criterion.title} is not one of the study's own criteria."
                raise UserError(message)
            remove_own_criterion(study, criterion)
        elif stated.keys() - {"study", "command", "remove"}:
            _apply(study, stated)
        for line in criterion_lines(read_facts(study)):
            print_lines(line)
    return DONE


def _apply(study: Study, stated: dict[str, Any]) -> None:
    from arraywise.usecases.own_criteria import (
        add_own_criterion,
        edit_own_criterion,
        find_criterion,
        set_swing,
    )

    own = _described(stated)
    known = find_criterion(study, stated["title"]) if "title" in stated else None
    if own is not None and known is not None and known.own is not None:
        edit_own_criterion(study, known, own)
        criterion = _existing(study, stated)
    elif own is not None:
        criterion = add_own_criterion(study, own)
    else:
        criterion = _existing(study, stated)
    if "swing" in stated:
        set_swing(study, criterion, stated["swing"])
    for text in stated.get("value", ()):
        _set_value(study, criterion, text)


def _described(stated: dict[str, Any]) -> OwnKind | None:
    """Return what a criterion is said to be; None where nothing is said of that."""
    from dataclasses import replace

    from arraywise.domain.criteria import OwnKind, preset_kind
    from arraywise.domain.criterion_presets import PRESETS

    title = stated.get("title", "")
    if "preset" in stated:
        preset = next((each for each in PRESETS if each.key == stated["preset"]), None)
        if preset is None:
            message = f"'{stated['preset']}' is none of {', '.join(p.key for p in PRESETS)}."
            raise UserError(message)
        own = preset_kind(preset)
        return replace(own, title=title) if title else own
    if "levels" in stated:
        return OwnKind(title, tuple(text.strip() for text in stated["levels"].split(";")))
    if stated.keys() & {"unit", "zero_at", "full_at"}:
        ends = (stated.get("zero_at", float("nan")), stated.get("full_at", float("nan")))
        return OwnKind(title, (), stated.get("unit", ""), *ends)
    return None


def _existing(study: Study, stated: dict[str, Any]) -> Criterion:
    from arraywise.domain.criteria import BUILT_IN
    from arraywise.store.reading.inputs import read_own_criteria
    from arraywise.usecases.own_criteria import find_criterion

    title = stated.get("title", "")
    criterion = find_criterion(study, title)
    if criterion is None:
        own = (each.title for each in read_own_criteria(study))
        names = ", ".join((*(each.title for each in BUILT_IN.values()), *own))
        missing = f"There is no criterion named {title}." if title else "Name the criterion."
        message = f"{missing} Choose one of {names}."
        raise UserError(message)
    return criterion


def _set_value(study: Study, criterion: Criterion, text: str) -> None:
    from arraywise.store.reading.inputs import list_options
    from arraywise.usecases.edit_options import named_option
    from arraywise.usecases.own_criteria import parse_value, set_value

    name, sign, value = text.rpartition("=")
    option = named_option(study, name)
    if not sign or option is None:
        names = ", ".join(each.name for each in list_options(study))
        message = f"--value '{text}': write OPTION=VALUE, where OPTION is one of {names}."
        raise UserError(message)
    rating = parse_value(criterion, value) if value.strip() else None
    set_value(study, option.id, criterion, rating)
