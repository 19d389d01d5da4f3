"""Commands on the requirement: require, profile, criterion, thresholds."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, BooleanOptionalAction, Namespace
from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from arraywise.cli import arguments as arg
from arraywise.cli.common import (
    DONE,
    amount_in_study_currency,
    open_study,
    opened_for_reading,
    print_json,
    print_lines,
)
from arraywise.cli.path_arguments import parse_path
from arraywise.domain.messages import Message, refuse
from arraywise.domain.requirement_fields import (
    REQUIREMENT_FIELDS,
    AllowedRange,
    CommandOption,
    GrowthPeriod,
    RequirementField,
    RequirementKind,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.criteria import Criterion, OwnCriterionDefinition
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts
    from arraywise.store.study import Study


def add_require_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `require`."""
    p.argument_default = SUPPRESS  # what is not named is not there
    p.add_argument("study", type=parse_path)
    p.add_argument("--load", type=arg.parse_load, dest="stated_load", metavar='"84 tx/s"',
                   help="'84 tx/s', '5040 tx/min', '300 users', '50000 IOPS',"
                        " '54432000 visits/month', or 'awr x 1.5'")  # fmt: skip
    for field in REQUIREMENT_FIELDS:
        if field.option is not None:
            _add_field_argument(p, field, field.option)
    p.add_argument(
        "--price-range",
        type=arg.parse_money_argument,
        nargs=2,
        metavar=("300000", "900000"),
        help="price worth 100 points and price worth none; without it the budget decides, or a"
        " range that is proposed from the first price",
    )


_QUANTITIES: dict[Message | str, Callable[[str], Any]] = {
    "ms": arg.parse_seconds,
    "s": arg.parse_seconds,
    "h": arg.parse_hours_to_seconds,
    "TB": arg.parse_needed_bytes_or_in_use,
    "MB/s": arg.parse_bytes_per_second,
}
"""What reads a quantity, by the unit that people type it in."""
_GROWTHS = {
    GrowthPeriod.MONTH: arg.parse_monthly_growth,
    GrowthPeriod.YEAR: arg.parse_yearly_growth,
}
_OF_KIND: dict[RequirementKind, Callable[[str], Any]] = {
    RequirementKind.NUMBER: arg.parse_number,
    RequirementKind.COUNT: arg.parse_count,
    RequirementKind.SHARE: arg.parse_share,
    RequirementKind.QUANTITY: arg.parse_number,
    RequirementKind.MONEY: arg.parse_money_argument,
}


def _add_field_argument(p: ArgumentParser, field: RequirementField, option: CommandOption) -> None:
    """Add the option that sets a field of the requirement."""
    named: dict[str, Any] = {"dest": field.name, "help": option.help_text or None}
    if field.kind is RequirementKind.YES:
        p.add_argument(option.flag, action=BooleanOptionalAction, **named)
        return
    named["metavar"], named["type"] = option.example or None, _field_parser(field)
    if field.kind is RequirementKind.CHOICE:
        words = {str(value).replace(" ", "-"): value for value, _ in field.choices}
        named["metavar"] = "{" + ",".join(words) + "}"
        named["type"] = partial(arg.parse_choice, words, option.flag.strip("-").replace("-", " "))
    if field.is_optional or option.accepts_none:
        named["type"] = arg.parser_accepting_none(named["type"])
    if field.allowed is AllowedRange.DAYS_OF_A_MONTH:
        named["choices"] = range(28, 32)
    p.add_argument(option.flag, **named)


def _field_parser(field: RequirementField) -> Callable[[str], Any]:
    """Return what reads a field's figure on the command line, in SI."""
    if field.growth is not None:
        return _GROWTHS[field.growth]
    if field.kind is RequirementKind.QUANTITY:
        return _QUANTITIES.get(field.unit) or (lambda text: arg.parse_number(text) / field.per_si)
    is_large = field.kind is RequirementKind.COUNT and field.allowed is AllowedRange.NOT_NEGATIVE
    return arg.parse_visits if is_large else _OF_KIND.get(field.kind, str)


def run_require(options: Namespace) -> int:
    """Change the requirement; what is not named stays as it is."""
    from arraywise.domain.requirement import Requirement
    from arraywise.store.reading.inputs import read_requirement
    from arraywise.usecases.edit_criteria import set_price_range
    from arraywise.usecases.edit_study import set_requirement
    from arraywise.usecases.workload_profile import read_study

    arguments = vars(options)
    changed = {f.name: arguments[f.name] for f in fields(Requirement) if f.name in arguments}
    changed |= _changed_goal(changed) | _changed_load_fields(arguments)
    price_range = arguments.get("price_range")
    if not changed and price_range is None:
        refuse("nothing to change was named; see: arraywise require --help")
    with open_study(options.study) as study:
        if changed.get("budget") is not None:
            changed["budget"] = amount_in_study_currency(study, changed["budget"])
        if changed.get("usable_bytes") == arg.IN_USE:
            changed["usable_bytes"] = _require_bytes_in_use(study)
        requirement = replace(read_study(study).requirement, **changed)
        if price_range is not None:
            ends = [float(amount_in_study_currency(study, each)) for each in price_range]
            set_price_range(study, *ends)
        opened = set_requirement(study, requirement) if changed else None
        requirement, facts = read_requirement(study), read_study(study)
    _print_requirement(requirement, facts, *filter(None, [opened]))
    return DONE


def _require_bytes_in_use(study: Study) -> float:
    from arraywise.usecases.workload_profile import sum_capacity_in_use

    in_use = sum_capacity_in_use(study)
    if in_use is None:
        refuse("no file says what is in use: import an RVTools export, or state the capacity")
    return in_use.used_bytes


def _print_requirement(requirement: Requirement, facts: StudyFacts, *notes: Message) -> None:
    """Print the requirement, what the files lack for it, and further notes."""
    from arraywise.analysis.prepared import find_held_statistics
    from arraywise.cli.text_output import load_lines, requirement_line, usable_capacity_line
    from arraywise.domain.requirement import Goal
    from arraywise.present.figures import describe_missing_statistic

    print_lines(requirement_line(requirement))
    print_lines(*load_lines(requirement, facts))
    if requirement.usable_bytes is not None:
        print_lines(usable_capacity_line(requirement, facts))
    held = find_held_statistics(facts, on_storage=requirement.goal is Goal.STORAGE_LATENCY)
    missing = describe_missing_statistic(requirement, held)
    if missing is not None:
        print_lines(missing)
    print_lines(*notes)


def _changed_goal(changed: dict[str, Any]) -> dict[str, Any]:
    """Return the changed goal of the requirement; without a target the time stays as it was.

    Where both are named the storage's counts.
    """
    from arraywise.domain.requirement import Goal

    stated: dict[str, Any] = {}
    if "response_time_s" in changed:
        has_time = changed["response_time_s"] is not None
        stated["goal"] = Goal.RESPONSE_TIME if has_time else Goal.NONE
        if not has_time:
            del changed["response_time_s"]
    if "storage_latency_s" in changed:
        has_latency = changed["storage_latency_s"] is not None
        stated["goal"] = Goal.STORAGE_LATENCY if has_latency else Goal.RESPONSE_TIME
    return stated


def _changed_load_fields(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the changed fields of the load; visits a month are a unit like the others."""
    from arraywise.domain.requirement import LoadUnit

    if "stated_load" not in arguments:
        is_visits = "visits_per_month" in arguments
        return {"load": None, "load_unit": LoadUnit.VISITS} if is_visits else {}
    unit, value = arguments["stated_load"]
    if unit is LoadUnit.VISITS:
        return {"load": None, "load_unit": unit, "visits_per_month": round(value)}
    return {"load": value, "load_unit": unit}


def add_profile_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `profile`."""
    p.argument_default = SUPPRESS  # what is not named is not there
    p.add_argument("study", type=parse_path)
    p.add_argument("--from", type=parse_path, dest="source", default=None, metavar="FILE",
                   help="AWR, Statspack, AWR-Miner, or Swingbench results")  # fmt: skip
    p.add_argument("--hit-ratio", type=arg.parse_share, default=None, metavar="95%",
                   help="share of the reads that the buffer cache serves")  # fmt: skip
    none = "; 'none' removes it"
    for flag, read, name, shown, says in (
        ("--reads", float, "reads", "20", "read requests of a transaction that reach the storage"),
        ("--writes", float, "writes", "5", "write requests, redo included"),
        ("--block", arg.parse_size_in_bytes, "block_bytes", "8KiB", "size of a small request"),
        (
            "--large",
            arg.parse_size_in_bytes,
            "large_bytes",
            "1MB",
            "bytes moved by large requests",
        ),
        ("--sync-reads", float, "sync_reads", "20", "reads waited for one after the other"),
        ("--sync-reads-most", float, "sync_reads_high", "22", "the same, at most"),
        ("--log-writes", float, "log_writes", "1", "waits for the log"),
        ("--cpu", arg.parse_seconds, "cpu_s", "3ms", "processor time of the database"),
        (
            "--rest",
            arg.parse_seconds,
            "rest_s",
            "5ms",
            "time of a transaction without the storage's",
        ),
        ("--overlap", float, "overlap", "1", "reads that run at the same time"),
        ("--rate", float, "transactions_per_s", "280", "transactions a second it was taken at"),
    ):
        p.add_argument(
            flag, type=arg.parser_accepting_none(read), dest=name, metavar=shown, help=says + none
        )
    p.add_argument("--json", action="store_true", default=False)


def run_profile(options: Namespace) -> int:
    """Change what was named of the workload profile; print all of it with its sources."""
    from arraywise.domain.workload import PROFILE_FIELDS
    from arraywise.usecases.workload_profile import (
        read_profile_file,
        read_study,
        save_found_profile,
        set_profile_values,
    )

    stated = vars(options)
    taken = None
    values = {name: stated[name] for name in PROFILE_FIELDS if name in stated}
    opened = open_study if values or options.source is not None else opened_for_reading
    with opened(options.study) as study:
        if options.source is not None:
            taken = read_profile_file(options.source, options.hit_ratio)
            save_found_profile(study, taken)
        if values:
            set_profile_values(study, values)
        facts = read_study(study)
    if options.json:
        from arraywise.cli.json_output import workload_profile_document

        print_json(workload_profile_document(facts.workload))
    else:
        from arraywise.cli.text_output import profile_lines

        found = facts.found_profiles if taken is None else (taken, *facts.found_profiles)
        print_lines(*profile_lines(facts.workload, found))
    return DONE


def add_criterion_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `criterion`."""
    p.argument_default = SUPPRESS
    p.add_argument("study", type=parse_path)
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
    p.add_argument(
        "--zero-at", type=arg.parse_number, metavar="4000", help="... what is worth 0 points ..."
    )
    p.add_argument(
        "--full-at", type=arg.parse_number, metavar="500", help="... and what is worth 100"
    )
    p.add_argument(
        "--swing", type=arg.parse_number, metavar="40", help="how much it matters, 0 to 100"
    )
    p.add_argument("--of", dest="owner", metavar="NAME", help="to this stakeholder")
    p.add_argument(
        "--decided-by",
        metavar="NAME",
        help="whose weights decide: a stakeholder, 'mean' of all, or 'study'",
    )
    for flag, says in (
        ("--limit", "worth 0 points, in the unit of the criterion (ms, min, %%, TB, currency)"),
        ("--target", "worth the points of the target"),
        ("--aspiration", "worth 100 points"),
    ):
        p.add_argument(flag, type=arg.parse_number, metavar="120", help=says)
    p.add_argument("--target-points", type=arg.parse_number, metavar="60", dest="target_value",
                   help="what the target is worth")  # fmt: skip
    p.add_argument("--value", action="append", metavar="'OPTION=12 +- 1.5'",
                   help="what an option has of it: a level or a figure, '12 +- 1.5' (mean and"
                   " standard error), '10 / 12 / 20' (least, most likely, most); nothing after ="
                   " takes it back")  # fmt: skip
    p.add_argument("--remove", action="store_true", help="remove a criterion of the study's own")


def run_criterion(options: Namespace) -> int:
    """Add, describe, value or remove a criterion; list them then."""
    from arraywise.cli.text_output import criterion_lines
    from arraywise.store.reading.facts import read_facts
    from arraywise.usecases.edit_criteria import remove_own_criterion, set_deciding_weights

    stated = vars(options)
    with open_study(options.study) as study:
        if "decided_by" in stated:
            set_deciding_weights(study, stated["decided_by"])
        elif stated.get("remove"):
            criterion = _require_criterion(study, stated)
            if criterion.own is None:
                refuse(f"{criterion.title} is not one of the study's own criteria.")
            remove_own_criterion(study, criterion)
        elif stated.keys() - {"study", "command", "remove"}:
            _apply_criterion_changes(study, stated)
        for line in criterion_lines(read_facts(study)):
            print_lines(line)
    return DONE


_ANCHORS = ("limit", "target", "aspiration", "target_value")


def _apply_criterion_changes(study: Study, arguments: dict[str, Any]) -> None:
    from arraywise.domain.criteria import kind_of
    from arraywise.usecases.edit_criteria import (
        add_own_criterion,
        find_criterion,
        set_anchors,
        set_swing,
        update_own_criterion,
    )

    own = _parse_own_criterion_definition(arguments)
    known = find_criterion(study, arguments["title"]) if "title" in arguments else None
    if own is not None and known is not None and known.own is not None:
        update_own_criterion(study, known, own)
        criterion = _require_criterion(study, arguments)
    elif own is not None:
        criterion = add_own_criterion(study, own)
    else:
        criterion = _require_criterion(study, arguments)
    if "swing" in arguments:
        set_swing(study, criterion, arguments["swing"], arguments.get("owner", ""))
    anchors = {name: arguments[name] for name in _ANCHORS if name in arguments}
    if anchors:
        per_unit = kind_of(criterion).units_per_si
        set_anchors(
            study,
            criterion,
            {n: v if n == "target_value" else v / per_unit for n, v in anchors.items()},
        )
    for text in arguments.get("value", ()):
        _set_rating(study, criterion, text)


def _parse_own_criterion_definition(arguments: dict[str, Any]) -> OwnCriterionDefinition | None:
    """Return the definition of an own criterion from the arguments; None where none is given."""
    from dataclasses import replace

    from arraywise.domain.criteria import OwnCriterionDefinition, definition_from_preset
    from arraywise.domain.criterion_presets import PRESETS

    title = arguments.get("title", "")
    if "preset" in arguments:
        preset = next((each for each in PRESETS if each.key == arguments["preset"]), None)
        if preset is None:
            refuse(f"'{arguments['preset']}' is none of {', '.join(p.key for p in PRESETS)}.")
        own = definition_from_preset(preset)
        return replace(own, title=title) if title else own
    if "levels" in arguments:
        return OwnCriterionDefinition(
            title, tuple(text.strip() for text in arguments["levels"].split(";"))
        )
    if arguments.keys() & {"unit", "zero_at", "full_at"}:
        ends = (arguments.get("zero_at", float("nan")), arguments.get("full_at", float("nan")))
        return OwnCriterionDefinition(title, (), arguments.get("unit", ""), *ends)
    return None


def _require_criterion(study: Study, arguments: dict[str, Any]) -> Criterion:
    from arraywise.domain.criteria import BUILT_IN_CRITERIA
    from arraywise.store.reading.inputs import read_own_criteria
    from arraywise.usecases.edit_criteria import find_criterion

    title = arguments.get("title", "")
    criterion = find_criterion(study, title)
    if criterion is None:
        own = (each.title for each in read_own_criteria(study))
        names = ", ".join((*(each.title for each in BUILT_IN_CRITERIA.values()), *own))
        missing = f"There is no criterion named {title}." if title else "Name the criterion."
        refuse(f"{missing} Choose one of {names}.")
    return criterion


def _set_rating(study: Study, criterion: Criterion, text: str) -> None:
    from arraywise.store.reading.inputs import list_options
    from arraywise.usecases.edit_criteria import parse_rating, set_option_rating
    from arraywise.usecases.edit_options import find_option

    name, sign, value = text.rpartition("=")
    option = find_option(study, name)
    if not sign or option is None:
        names = ", ".join(each.name for each in list_options(study))
        refuse(f"--value '{text}': write OPTION=VALUE, where OPTION is one of {names}.")
    rating = parse_rating(criterion, value) if value.strip() else None
    set_option_rating(study, option.id, criterion, rating)


def add_thresholds_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `thresholds`."""
    p.add_argument("study", type=parse_path)
    p.add_argument("--set", type=arg.parse_threshold, nargs="+", default=(),
                   metavar="near_busy=85%", dest="moved")  # fmt: skip
    p.add_argument("--reset", action="store_true", help="all others to their defaults")
    p.add_argument("--as-tested", action=BooleanOptionalAction, default=None,
                   help="count levels that hosts limited too")  # fmt: skip


def run_thresholds(options: Namespace) -> int:
    """Move where the rules of the bottleneck draw their lines; print all as they are then."""
    from arraywise.domain.requirement import (
        THRESHOLD_NAMES,
        changed_threshold_names,
        describe_threshold,
        threshold_share,
    )
    from arraywise.store.reading.inputs import read_thresholds
    from arraywise.usecases.edit_study import set_thresholds

    changes = bool(options.reset or options.moved or options.as_tested is not None)
    with (open_study if changes else opened_for_reading)(options.study) as study:
        known = (
            set_thresholds(
                study, dict(options.moved), reset=options.reset, as_tested=options.as_tested
            )
            if changes
            else read_thresholds(study)
        )
    changed = changed_threshold_names(known)
    for name in THRESHOLD_NAMES:
        mark = " (changed)" if name in changed else ""
        print_lines(
            f"{name:<18} {describe_threshold(name)} {100 * threshold_share(known, name):g} %{mark}"
        )
    counts = "count: systems are compared" if known.as_tested else "do not count as storage"
    print_lines(f"{'as_tested':<18} Levels that hosts limited {counts}")
    return DONE
