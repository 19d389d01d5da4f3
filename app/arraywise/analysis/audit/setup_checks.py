"""Same test set-up, percentages, published claims.

"14 % dearer" is +16.3 % or 14.0 % by the same two prices, whichever is the base (MODEL D2).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import create_option_remark, list_files_with_lines
from arraywise.analysis.curves.host_transfer import LEAST_THINK_S
from arraywise.analysis.curves.levels import is_usable
from arraywise.analysis.lab_setup import HOST, VERSION, parse_setting_number
from arraywise.domain.decision import Remark
from arraywise.domain.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.lab_setup import LabSetup
    from arraywise.domain.evidence import PublishedRemark
    from arraywise.domain.study import LoadRun

MOST_SHOWN = 4
WARM_UP = "warm_up_s"
_YEAR = timedelta(days=366)
_VIRTUAL = re.compile(
    r"\b(?:vmware|esxi?|kvm|qemu|hyper-?v|xen|virtualbox|virtual machine)\b", re.IGNORECASE
)
_DENIED = re.compile(
    r"\b(?:not?|without|nicht|kein\w*|ohne|n[\u00e3a]o|sem)\b[^,.;]*", re.IGNORECASE
)
"""What a description says is not so: `bare metal, not on VMware`."""


_Values = Mapping[str, Mapping[str, str]]
"""By option: each value with the first file that states it."""


_MIXED = "{option}: runs with different load settings ({setting}: {values})."
_MIXED_MEANS = (
    "Runs with equal users are averaged across different settings. Assign each setting to its"
    " own option."
)


def _options_that_differ(stated: _Values) -> _Values:
    """Keep the options of which two have no value in common."""
    return {
        name: values
        for name, values in stated.items()
        if any(values.keys().isdisjoint(others.keys()) for others in stated.values())
    }


def _build_difference_remark(
    apart: _Values, sentence: str, consequence: str, **figures: str
) -> Iterator[Remark]:
    """Name the options with their values, and the first files that state them."""
    if apart:
        values = "; ".join(
            f"{name}: {', '.join(list(values)[:MOST_SHOWN])}" for name, values in apart.items()
        )
        files = tuple(file for values in apart.values() for file in values.values())
        said = message(sentence, values=values, **figures)
        yield Remark(tuple(apart), said, message(consequence), files[:MOST_SHOWN])


def _find_differing_settings(
    settings: tuple[str, ...], sentence: str, consequence: str, case: Case
) -> Iterator[Remark]:
    """Find settings of one tool of which two options that state them have no value in common."""
    setups = {known.facts.option.name: known.test_setup.values for known in case.question.known}
    for key in dict.fromkeys(key for stated in setups.values() for key in stated):
        if key[1] in settings:
            stated = {name: values[key] for name, values in setups.items() if key in values}
            yield from _build_difference_remark(
                _options_that_differ(stated), sentence, consequence, tool=key[0]
            )


_OTHER_HOSTS = "Options were tested on different hosts ({tool}: {values})."
_OTHER_PROCESSORS = "Options were tested with different numbers of processors ({tool}: {values})."
_OTHER_MODELS = "Options were tested on different models of processors ({tool}: {values})."
_ONE_HOST = "A faster host makes storage look faster. Repeat the tests on one host."


def find_other_hosts(case: Case) -> Iterator[Remark]:
    """Other hosts, or the same with other processors."""
    yield from _find_differing_settings((HOST,), _OTHER_HOSTS, _ONE_HOST, case)
    yield from _find_differing_settings(("processor_model",), _OTHER_MODELS, _ONE_HOST, case)
    yield from _find_differing_settings(("processors",), _OTHER_PROCESSORS, _ONE_HOST, case)
    yield from _find_hosts_of_archived_runs(case)


def _find_hosts_of_archived_runs(case: Case) -> Iterator[Remark]:
    """Hold runs from the archive against this study's, also where no tool is the same."""
    setups = {known.facts.option.name: known.test_setup for known in case.question.known}
    for name, taken in setups.items():
        theirs = taken.all_of(HOST)
        tools = {key for key in taken.values if key[1] == HOST}
        if taken.taken and theirs:
            own = {
                other: hosts
                for other, setup in setups.items()
                if not setup.taken and tools.isdisjoint(setup.values)
                if (hosts := setup.all_of(HOST)) and theirs.keys().isdisjoint(hosts)
            }
            if own:
                apart = _options_that_differ({name: theirs, **own})
                named = ", ".join(sorted(tool for tool, _ in tools))
                yield from _build_difference_remark(apart, _OTHER_HOSTS, _ONE_HOST, tool=named)


def find_judged_elsewhere(case: Case) -> Iterator[Remark]:
    """Options tested on another host than most, judged by what they may do on that one."""
    for candidate in case.question.model.candidates:
        for transfer in () if candidate.elsewhere is None else candidate.elsewhere.transfers:
            yield create_option_remark(
                candidate.option,
                "{option}: tested on {own} ({own_ms:.1f} ms of processor a transaction), judged on"
                " {other} ({other_ms:.1f} ms).",
                "Its response time there is an interval. Test it on that host; if the hosts are"
                " alike, add lscpu of each."
                if transfer.think_s >= LEAST_THINK_S or not transfer.is_slower
                else "With so little think time no pass carries over. Test it on that host.",
                own=transfer.own.name,
                own_ms=1e3 * transfer.own.cpu_s,
                other=transfer.other.name,
                other_ms=1e3 * transfer.other.cpu_s,
            )


find_other_sizes = partial(
    _find_differing_settings,
    (
        *("scale_factor", "scale", "warehouses", "table_size", "tables", "rows"),
        *("database_bytes", "working_set_bytes"),
    ),
    "Options were tested with different amounts of data ({tool}: {values}).",
    "A smaller database fits into caches; response times look too good.",
)
find_other_paths = partial(
    _find_differing_settings,
    ("luns_found", "num_disks", "paths", "files"),
    "Options were tested with different numbers of LUNs, disks or paths ({tool}: {values}).",
    "More paths give more queues. Compare only equal set-ups.",
)
find_other_versions = partial(
    _find_differing_settings,
    (VERSION,),
    "Options were tested with different versions of a tool ({tool}: {values}).",
    "Versions count and issue I/O differently; ignore small differences.",
)
find_other_blocks = partial(
    _find_differing_settings,
    ("small_io_bytes", "large_io_bytes", "block_bytes", "mean_io_bytes"),
    "Options were tested with different block sizes ({tool}: {values}).",
    "Rates and latencies of different block sizes cannot be compared.",
)
find_other_mixes = partial(
    _find_differing_settings,
    ("write_percent", "write_share", "pattern", "read_percent"),
    "Options were tested with different mixes of reads and writes ({tool}: {values}).",
    "Writes cost arrays more than reads; compare only equal mixes.",
)
find_other_workloads = partial(
    _find_differing_settings,
    ("benchmark", "think_time_s"),
    "Options were tested with different workloads ({tool}: {values}).",
    "Their response times and rates describe different work.",
)


def find_other_tools(case: Case) -> Iterator[Remark]:
    """Options whose transactions were made by different tools: no two do the same work.

    I/O is held together where it was taken from the archive.
    """
    loads = {
        known.facts.option.name: {run.tool: run.file for run in known.facts.load_runs}
        for known, _ in case.options()
    }
    sweeps = {
        known.facts.option.name: {point.tool: point.file for point in known.facts.io_points}
        for known in case.question.known
        if known.facts.io_points
    }
    taken = any(known.test_setup.taken for known in case.question.known)
    for apart in map(_options_that_differ, (loads, sweeps) if taken else (loads,)):
        yield from _build_difference_remark(
            apart,
            "Options were loaded by different tools ({values}).",
            "Their response times and rates describe different work.",
        )


def find_other_years(case: Case) -> Iterator[Remark]:
    """Options that were measured more than a year apart."""
    days = {
        known.facts.option.name: known.test_setup.days
        for known in case.question.known
        if known.test_setup.days
    }
    apart = {
        name: {"\u2013".join(sorted({str(min(own).year), str(max(own).year)})): own[min(own)]}
        for name, own in days.items()
        if any(
            max(min(own) - max(others), min(others) - max(own)) > _YEAR for others in days.values()
        )
    }
    yield from _build_difference_remark(
        apart,
        "Options were measured more than a year apart ({values}).",
        "Firmware and software have changed since; ignore small differences.",
    )


_OF_THE_LOAD = (
    *("scale_factor", "scale", "warehouses", "table_size", "tables", "rows"),
    *("benchmark", "processors", "think_time_s"),
)


def find_mixed_runs(case: Case) -> Iterator[Remark]:
    """Runs of one option with other amounts of data, work or processors: no repetitions."""
    for known in case.question.known:
        loaded = {run.run_id for run in known.facts.load_runs}
        stated: dict[str, dict[str, str]] = {}
        for setup in known.facts.setups:
            for setting, value in setup.attributes if setup.run_id in loaded else ():
                if setting in _OF_THE_LOAD:
                    stated.setdefault(setting, {}).setdefault(value, setup.file)
        for setting, files in stated.items():
            if len(files) > 1:
                values = ", ".join(list(files)[:MOST_SHOWN])
                yield create_option_remark(
                    known.facts.option,
                    _MIXED,
                    _MIXED_MEANS,
                    tuple(files.values())[:MOST_SHOWN],
                    setting=setting,
                    values=values,
                )


def find_cold_starts(case: Case) -> Iterator[Remark]:
    """Runs whose file states a warm-up of nothing (MODEL P2.1)."""
    yield from _find_options_with_files(
        case,
        lambda setup: [
            f for text, f in setup.all_of(WARM_UP).items() if parse_setting_number(text) == 0.0
        ],
        "{option}: runs were measured from their start.",
        "The averages include cold caches. Warm up before counting.",
    )


def _find_options_with_files(
    case: Case, files_of: Callable[[LabSetup], Sequence[str]], sentence: str, consequence: str
) -> Iterator[Remark]:
    """Name each option with files of a kind, and how many they are."""
    for known in case.question.known:
        files, option = files_of(known.test_setup), known.facts.option
        if files:
            yield create_option_remark(
                option, sentence, consequence, files, files=len(files), runs=len(files)
            )


def find_refused_sessions(case: Case) -> Iterator[Remark]:
    """Runs during which the database took no more sessions (MODEL P2.2: reject)."""
    yield from _find_options_with_files(
        case,
        lambda setup: setup.refused,
        "{option}: runs in which the database refused sessions: {runs}.",
        "Fewer users were active than requested; these runs do not count.",
    )


def find_stale_results(case: Case) -> Iterator[Remark]:
    """Results left from an earlier run, or the same results under two options."""
    yield from _find_options_with_files(
        case,
        lambda setup: setup.stale,
        "{option}: files from other runs than the logs beside them: {files}.",
        "One of each pair is from an earlier run. Remove it.",
    )
    yield from _find_identical_results(case)


def _find_identical_results(case: Case) -> Iterator[Remark]:
    first: dict[object, tuple[str, LoadRun]] = {}
    twins: dict[tuple[str, str], list[LoadRun]] = {}
    for known in case.question.known:
        name = known.facts.option.name
        for run in known.facts.load_runs:
            if not is_usable(run):
                continue
            stated = (run.users, run.rate_tps, run.responses_s, run.completed)
            other, run_of_other = first.setdefault(stated, (name, run))
            if other != name:
                twins.setdefault((other, name), []).extend((run_of_other, run))
    for pair, runs in twins.items():
        yield Remark(
            pair,
            message(
                "Runs of {option} with the same figures as {other}: {runs}.",
                runs=len(runs) // 2,
                option=pair[1],
                other=pair[0],
            ),
            message("One of them belongs to the other's test or was assigned wrongly."),
            list_files_with_lines(runs),
        )


def find_virtual_hosts(case: Case) -> Iterator[Remark]:
    """A host that is a virtual machine: others may share its processors and its path."""
    for known in case.question.known:
        uses = [run.host_use for run in known.facts.load_runs if run.host_use is not None]
        stolen = [use.file for use in uses if (use.steal_median or 0.0) > 0]
        stated = [
            file
            for values in known.test_setup.values.values()
            for value, file in values.items()
            if _VIRTUAL.search(_DENIED.sub("", value))
        ]
        if stolen or stated:
            yield create_option_remark(
                known.facts.option,
                "{option}: the database host is a virtual machine.",
                "Clock and I/O pass through a hypervisor that others may load.",
                tuple(dict.fromkeys((*stolen, *stated))),
            )


_PERCENT = r"\d+(?:[.,]\d+)?\s?(?:%|per ?cent|Prozent|por cento)"
_CLAUSE = re.compile(r"[;:)!?\n]|\((?!bas[ei])|[.,](?!\d)", re.IGNORECASE)
_COMPARES = re.compile(
    _PERCENT + r"\s+(?:(?:more|less|fewer|higher|lower|faster|slower|quicker|cheaper|dearer|better"
    r"|worse|greater|larger|smaller|costlier)\b"
    r"|(?:mehr|weniger|h\u00f6her|niedriger|schneller|langsamer|g\u00fcnstiger|billiger|teurer"
    r"|besser|schlechter|gr\u00f6\u00dfer|kleiner)"
    r"|(?:a )?(?:mais|menos|maior|menor|melhor|pior|superior|inferior)\b)",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:by|um|em)\s+(?:about |up to |etwa |bis zu |cerca de |at\u00e9 )?" + _PERCENT,
    re.IGNORECASE,
)
_OF_A_CHANGE = re.compile(
    _PERCENT + r"\s+(?:reduction|increase|decrease|improvement|saving|gain|drop"
    r"|Verringerung|Erh\u00f6hung|Senkung|Steigerung|Verbesserung|Einsparung|Ersparnis"
    r"|(?:de )?(?:redu\u00e7\u00e3o|aumento|melhoria|economia|ganho|queda))s?\b"
    r"(?!.*\bfrom\b)",
    re.IGNORECASE,
)
_SIGNS = (_COMPARES, _CHANGES, _OF_A_CHANGE)
_BASE = re.compile(
    r"\b(?:than|over|against|versus|vs|compared|relative|base|without|above|below"
    r"|als|gegen\u00fcber|Vergleich|Basis|ohne|\u00fcber|unter"
    r"|que|rela\u00e7\u00e3o|compara\w*|sobre|sem)\b"
    r"|(?:%|per ?cent|Prozent|por cento)\s+(?:of|des|der|do|da)\b",
    re.IGNORECASE,
)


def find_bare_percentages(case: Case) -> Iterator[Remark]:
    """A comparison in per cent that does not state its base, in a conclusion or a price sheet."""
    concluded = case.question.conclusion
    if concluded is not None:
        names = tuple(known.facts.option.name for known in case.question.known)
        yield from _find_bare_percentages_in(concluded.text, names, concluded.citation)
    for known in case.question.known:
        sheet = known.facts.price_sheet
        for note in sheet.notes if sheet is not None else ():
            yield from _find_bare_percentages_in(note, (known.facts.option.name,), note)


def _find_bare_percentages_in(
    text: str, options: tuple[str, ...], evidence: str
) -> Iterator[Remark]:
    bare = bare_percentages(text)
    if bare:
        yield Remark(
            options,
            message("Percentages without a base: {phrases}.", phrases="; ".join(bare)),
            message("Swapping the two figures gives another percentage."),
            (evidence,),
        )


@lru_cache(maxsize=256)
def bare_percentages(text: str) -> tuple[str, ...]:
    """Return the clauses of a text that compare in per cent and name nothing to compare with."""
    clauses = (clause.strip() for clause in _CLAUSE.split(text))
    return tuple(
        clause
        for clause in clauses
        if any(sign.search(clause) for sign in _SIGNS) and not _BASE.search(clause)
    )


def find_contradictions(case: Case) -> Iterator[Remark]:
    """Contradictions whose figures are computed from what the publication prints."""
    return _convert_published_remarks((r for r in case.question.remarks if r.computed), "{remark}")


def find_editors_remarks(case: Case) -> Iterator[Remark]:
    """Contradictions and gaps that the study's editor typed: nothing here computes them."""
    return _convert_published_remarks(
        (r for r in case.question.remarks if not r.computed), "Editor's remark: {remark}"
    )


def _convert_published_remarks(
    remarks: Iterable[PublishedRemark], sentence: str
) -> Iterator[Remark]:
    for each in remarks:
        yield Remark(
            each.options,
            message(sentence, remark=each.text),
            message("{consequence}", consequence=each.consequence),
            (each.citation,),
            each.severity,
        )
