"""What each command does (split into cli/<command>.py with step 6).

The use cases are imported where they are called: a command starts with what it needs and no more.
"""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from arraywise.domain.messages import Stopped, UserError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator
    from decimal import Decimal
    from pathlib import Path

    from arraywise.domain.decision import Answer, Robustness
    from arraywise.domain.messages import Problem, Said
    from arraywise.domain.study import ReportOptions
    from arraywise.importing.find_files import FoundFile, Unreadable
    from arraywise.importing.read_files import Meanwhile
    from arraywise.store.study import Study
    from arraywise.worksheets.input_parsing import StatedAmount

DONE, COULD_NOT = 0, 1


def demo(options: Namespace) -> int:
    """Build the sample study with its documents and print the recommendation."""
    from arraywise.present.summary import say_recommendation
    from arraywise.usecases.create_sample import build_sample_study
    from arraywise.usecases.decide_study import decide_study
    from arraywise.usecases.export_documents import export_report, export_workbook

    options.out.mkdir(parents=True, exist_ok=True)
    base = options.out / options.study
    study_path = base.with_suffix(".arraywise")
    _make_way(study_path)
    with build_sample_study(study_path, options.study, progress=_progress()) as study:
        answer = decide_study(study)
        export_report(study, base.with_suffix(".pdf"))
        export_workbook(study, base.with_suffix(".xlsx"))
    recommended = answer.recommended
    print(f"recommended: {recommended.name if recommended else 'none'}")
    print(" ".join(str(said) for said in say_recommendation(answer)))
    for suffix in (".arraywise", ".pdf", ".xlsx"):
        print(base.with_suffix(suffix))
    return DONE


def _make_way(path: Path) -> None:
    """Keep a study of an earlier demo under another name: it may have been edited since."""
    from arraywise.store.connection import StudyInUse
    from arraywise.store.study import open_study

    if not path.exists():
        return
    try:
        open_study(path).close()
    except StudyInUse:
        raise
    except UserError:
        pass  # whatever it is, it is kept all the same
    kept = path.with_name(f"{path.stem}.previous{path.suffix}")
    path.replace(kept)
    print(f"the study that was there is kept as {kept}", file=sys.stderr)


def new(options: Namespace) -> int:
    """Make an empty study."""
    from arraywise.store.study import create_study

    with create_study(
        options.study,
        name=options.study.stem,
        client=options.client,
        currency=options.currency,
    ) as study:
        print(study.path)
    return DONE


def inspect(options: Namespace) -> int:
    """Say what is in files; 1 when some were refused."""
    from arraywise.cli.json_output import inspection
    from arraywise.domain.evidence import Status
    from arraywise.usecases.inspect_files import inspect_files

    files = inspect_files(options.files, progress=_progress())
    if options.json:
        _print_json(inspection(files))
    else:
        from arraywise.cli.text_output import inspected_lines

        for inspected in files:
            print("\n".join(inspected_lines(inspected)))
    refused = any(f.file.reading.status is Status.REFUSED for f in files)
    return COULD_NOT if refused else DONE


def import_evidence(options: Namespace) -> int:
    """Import files into a study; 1 when some were refused."""
    with opening(options.study) as opened:
        from arraywise.cli.text_output import imported_lines
        from arraywise.domain.evidence import Status
        from arraywise.importing.find_files import read_all
        from arraywise.usecases.edit_options import checked_name
        from arraywise.usecases.import_files import import_found

        if options.option is not None:
            checked_name(options.option)
        progress = _progress()
        found: list[FoundFile | Unreadable] = []
        with suppress(Stopped):  # where the study cannot be opened, which is said next
            found = read_all(options.files, progress, opened.has_failed)
        with opened.result() as study:
            outcome = import_found(
                *(study, found),
                option=options.option,
                decimal=_mark(options.decimal),
                progress=progress,
            )
            if options.make_options:
                from arraywise.usecases.propose_options import accept_proposals

                made = accept_proposals(study, outcome.proposals)
                outcome = outcome.assigned(option.name for option in made)
            clocks = _clocks(study)
    if options.json:
        from arraywise.cli.json_output import import_outcome

        _print_json(import_outcome(outcome, clocks, made=options.make_options))
    else:
        print("\n".join([*imported_lines(outcome, made=options.make_options), *map(str, clocks)]))
    refused = any(f.status is Status.REFUSED for f in outcome.files)
    return COULD_NOT if refused else DONE


def _mark(word: str | None) -> str | None:
    if word is None:
        return None
    from arraywise.usecases.resolve_decimals import MARKS

    return MARKS.get(word)


def _clocks(study: Study) -> tuple[Said, ...]:
    from arraywise.store.reading.runs import has_recordings

    if not has_recordings(study):
        return ()
    from arraywise.usecases.show_host import describe_monitors

    return describe_monitors(study)


def price(options: Namespace) -> int:
    """Read a price sheet into an option."""
    from arraywise.shipped import state_folder
    from arraywise.store.reading.inputs import price_basis
    from arraywise.store.study import open_study
    from arraywise.usecases.read_price_sheet import (
        GivenRate,
        SheetNotes,
        in_fields,
        read_price_sheet,
    )

    with open_study(options.study) as study:
        amount = options.rate and _in_currency_of(study, options.rate)
        rate = GivenRate(amount, options.rate_date, options.rate_source) if amount else None
        notes = SheetNotes(
            in_fields(options.columns), state_folder(), rate, options.extended or ""
        )
        basis = price_basis(study)
        if options.servers is not None:
            basis = replace(basis, servers=options.servers)
        if options.discount_rate is not None:
            basis = replace(basis, discount_rate=options.discount_rate)
        outcome = read_price_sheet(study, options.option, options.sheet, notes, basis)
    _print_problems(options.sheet.name, outcome.problems)
    from arraywise.cli.text_output import ask_for_price_range, priced_lines

    print("\n".join(priced_lines(options.option, outcome.total)))
    if outcome.proposed_range is not None:
        asked = ask_for_price_range(outcome.total.currency, outcome.proposed_range)
        print(asked, file=sys.stderr)
    return DONE


def provision(options: Namespace) -> int:
    """Set an option's provisioning times, one a repetition."""
    from arraywise.domain.options import make_time
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_options import set_provisioning

    times = tuple(
        make_time("all steps", repetition, value)
        for repetition, value in enumerate(options.minutes, start=1)
    )
    with open_study(options.study) as study:
        set_provisioning(study, options.option, times)
    mean = sum(time.seconds for time in times) / len(times) / 60
    counted = "1 repetition" if len(times) == 1 else f"{len(times)} repetitions"
    print(f"{options.option}: {counted}, mean {mean:.1f} min")
    return DONE


_ABILITIES = frozenset({"shared", "files", "restore"})


def option(options: Namespace) -> int:
    """State what an option can do; list it then, or all options where none is named."""
    from arraywise.cli.text_output import option_line
    from arraywise.store.reading.inputs import list_options
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_options import named_option

    told = vars(options)
    if "option" not in told and _ABILITIES & told.keys():
        message = "name the option that can do that; see: arraywise option --help"
        raise UserError(message)
    with open_study(options.study) as study:
        if "option" in told:
            _state_abilities(study, told)
        shown = list_options(study)
        if "option" in told:
            found = named_option(study, options.option)
            shown = tuple(o for o in shown if o == found)
        for each in shown:
            print(option_line(each))
    return DONE


def _state_abilities(study: Study, told: dict[str, Any]) -> None:
    """Change what was named of an option, which is made when it is not there yet."""
    from arraywise.usecases import edit_options as use

    setters = {
        "shared": lambda id_, known: use.set_shared_storage(study, id_, shared=known),
        "files": lambda id_, known: use.set_files(study, id_, serves=known),
        "restore": lambda id_, known: use.set_restore_time(study, id_, known),
    }
    named = [name for name in setters if name in told]
    known = use.named_option(study, told["option"])
    if known is None and not named:
        message = f"There is no option named {told['option']}."
        raise UserError(message)
    known = known or use.add_option(study, told["option"])
    for name in named:
        setters[name](known.id, told[name])


def require(options: Namespace) -> int:
    """Change the requirement; what is not named stays as it is."""
    from arraywise.domain.requirement import Requirement
    from arraywise.store.reading.inputs import read_requirement
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_criteria import set_price_range
    from arraywise.usecases.edit_study import set_requirement

    asked = vars(options)
    changed = {f.name: asked[f.name] for f in fields(Requirement) if f.name in asked}
    changed |= _changed_target(changed) | _changed_load(asked)
    price_range = asked.get("price_range")
    if not changed and price_range is None:
        message = "nothing to change was named; see: arraywise require --help"
        raise UserError(message)
    with open_study(options.study) as study:
        if changed.get("budget") is not None:
            changed["budget"] = _in_currency_of(study, changed["budget"])
        requirement = replace(read_requirement(study), **changed)
        if price_range is not None:
            ends = [float(_in_currency_of(study, each)) for each in price_range]
            set_price_range(study, *ends)
        if changed:
            set_requirement(study, requirement)
            requirement = read_requirement(study)
    from arraywise.cli.text_output import requirement_line

    print(requirement_line(requirement))
    return DONE


def _changed_target(changed: dict[str, Any]) -> dict[str, Any]:
    """Return what the target is set on, where one was named; no target keeps the time of before.

    Where both are named the storage's counts.
    """
    from arraywise.domain.requirement import Goal

    told: dict[str, Any] = {}
    if "response_time_s" in changed:
        has_time = changed["response_time_s"] is not None
        told["goal"] = Goal.RESPONSE_TIME if has_time else Goal.NONE
        if not has_time:
            del changed["response_time_s"]
    if "storage_latency_s" in changed:
        has_latency = changed["storage_latency_s"] is not None
        told["goal"] = Goal.STORAGE_LATENCY if has_latency else Goal.RESPONSE_TIME
    return told


def _changed_load(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the load as it was stated; visits a month are a unit like the others."""
    from arraywise.domain.requirement import LoadUnit

    if "stated_load" not in asked:
        is_visits = "visits_per_month" in asked
        return {"load": None, "load_unit": LoadUnit.VISITS} if is_visits else {}
    unit, value = asked["stated_load"]
    if unit is LoadUnit.VISITS:
        return {"load": None, "load_unit": unit, "visits_per_month": round(value)}
    return {"load": value, "load_unit": unit}


def profile(options: Namespace) -> int:
    """Change what was named of the workload profile; print all of it with its sources."""
    from arraywise.domain.workload import PROFILE_FIELDS
    from arraywise.store.reading.inputs import read_profile
    from arraywise.store.study import open_study
    from arraywise.usecases.workload_profile import profile_from_file, set_profile

    told = vars(options)
    values = {name: told[name] for name in PROFILE_FIELDS if name in told}
    with open_study(options.study) as study:
        if options.source is not None:
            found = profile_from_file(options.source, options.hit_ratio)
            set_profile(study, found.values, found.origin, found.lines)
        known = set_profile(study, values) if values else read_profile(study)
    if options.json:
        from arraywise.cli.json_output import workload_profile

        _print_json(workload_profile(known))
    else:
        from arraywise.cli.text_output import profile_lines

        print("\n".join(profile_lines(known)))
    return DONE


def _in_currency_of(study: Study, stated: StatedAmount) -> Decimal:
    """Return an amount that is typed in the study's currency, or in none.

    Raises:
        UserError: When it is typed in another one.
    """
    from arraywise.store.reading.inputs import study_info

    own = study_info(study).currency
    if stated.currency not in {"", own}:
        message = (
            f"{stated.amount:,} is in {stated.currency}, but the study is in {own}; write the"
            f" amount in {own}."
        )
        raise UserError(message)
    return stated.amount


def thresholds(options: Namespace) -> int:
    """Move where the rules of the bottleneck draw their lines; print all as they are then."""
    from arraywise.domain.requirement import THRESHOLD_NAMES, changed_names, rule_of, share_of
    from arraywise.store.reading.inputs import read_thresholds
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_study import set_thresholds

    with open_study(options.study) as study:
        known = (
            set_thresholds(
                study, dict(options.moved), anew=options.reset, as_tested=options.as_tested
            )
            if options.reset or options.moved or options.as_tested is not None
            else read_thresholds(study)
        )
    changed = changed_names(known)
    for name in THRESHOLD_NAMES:
        mark = " (changed)" if name in changed else ""
        print(f"{name:<18} {rule_of(name)} {100 * share_of(known, name):g} %{mark}")
    counts = "count: systems are compared" if known.as_tested else "do not count as storage"
    print(f"{'as_tested':<18} Levels that hosts limited {counts}")
    return DONE


def decide(options: Namespace) -> int:
    """Screen, score and recommend."""
    with opening(options.study) as opened:
        from arraywise.usecases.decide_study import decide_study

        with opened.result() as study:
            if options.json:
                from arraywise.cli.json_output import decision

                _print_json(decision(*_decided(study, options.scenario)))
                return DONE
            from arraywise.cli.text_output import answer_lines

            # What would change the answer is not asked: the listing does not tell it.
            plain = options.scenario is None
            found = decide_study(study) if plain else _decided(study, options.scenario)[0]
            print("\n".join(answer_lines(found)))
    return DONE


def _decided(study: Study, scenario: str | None) -> tuple[Answer, Robustness]:
    """Decide a study as it is stored, or as it is in one of its scenarios."""
    if scenario is None:
        from arraywise.usecases.decide_study import decide_with_robustness

        return decide_with_robustness(study)
    from arraywise.usecases.compare_scenarios import decide_scenario

    return decide_scenario(study, scenario)


def report(options: Namespace) -> int:
    """Write the PDF."""
    from arraywise.store.study import open_study
    from arraywise.usecases.export_documents import export_report

    with open_study(options.study) as study:
        export_report(study, options.out, options=_report_options(study, options))
    print(options.out)
    return DONE


def _report_options(study: Study, said: Namespace) -> ReportOptions:
    """Return the choices that the study keeps, those that the command names in their place."""
    from arraywise.store.reading.inputs import report_options
    from arraywise.usecases.edit_study import read_logo

    kept = report_options(study)
    return replace(
        kept,
        language=said.language or kept.language,
        paper=said.paper or kept.paper,
        author=kept.author if said.author is None else said.author,
        accent=kept.accent if said.accent is None else said.accent,
        logo=kept.logo if said.logo is None else read_logo(said.logo),
        left_out=kept.left_out if said.without is None else frozenset(said.without),
        attach_workbook=kept.attach_workbook or "workbook" in (said.attach or ()),
        attach_evidence=kept.attach_evidence or "evidence" in (said.attach or ()),
    )


def export(options: Namespace) -> int:
    """Write the workbook."""
    from arraywise.store.study import open_study
    from arraywise.usecases.export_documents import export_workbook

    with open_study(options.study) as study:
        export_workbook(study, options.out, options.language)
    print(options.out)
    return DONE


def _print_json(document: dict[str, Any]) -> None:
    sys.stdout.flush()
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")


def _print_problems(name: str, problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        where = f"{name}, line {problem.line}" if problem.line else name
        print(f"{problem.severity.value}: {where}: {problem.text}", file=sys.stderr)


def _progress() -> Callable[[int, int, str], None]:
    """Show progress on a terminal and stay silent elsewhere."""
    if not sys.stderr.isatty():
        return lambda _done, _total, _text: None

    def show(done: int, total: int, text: str) -> None:
        end = "\n" if done >= total else ""
        print(f"\r\x1b[K{done}/{total} {text[:60]}", end=end, file=sys.stderr, flush=True)

    return show


@contextmanager
def opening(path: Path) -> Iterator[Meanwhile[Study]]:
    """Begin to open a study; its result is the study, or raises what `open_study` raises.

    DuckDB works on the second processor meanwhile; the study is closed by whoever took it.
    """
    from arraywise.importing.read_files import Meanwhile
    from arraywise.store.study import announced, open_study

    with announced(path):
        beside = Meanwhile(partial(open_study, path))
        try:
            yield beside
        finally:
            beside.wait()
