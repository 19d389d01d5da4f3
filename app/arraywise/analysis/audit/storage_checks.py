"""Checks of I/O-level evidence, and of the workload profile that it is held against."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.analysis.audit.added_file import BY_PROFILE
from arraywise.analysis.audit.case import create_option_remark, list_files_with_lines
from arraywise.analysis.audit.option_checks import parse_cache_bytes, parse_disk_bytes
from arraywise.analysis.curves.operational_laws import NEAR
from arraywise.analysis.curves.queueing_models import requests_under_way
from arraywise.analysis.lab_setup import (
    describe_links,
    describe_path,
    measured_link_b_s,
    option_links,
    parse_setting_number,
    path_b_s,
    path_utilisation,
    payload_b_s,
)
from arraywise.analysis.storage_bound import StorageBound
from arraywise.analysis.workload_sources import list_differing_values
from arraywise.domain.decision import Remark
from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS
from arraywise.domain.messages import message, rounded_milliseconds
from arraywise.domain.units import MIB
from arraywise.domain.workload import TYPED, FoundProfile, SourceKind, ValueBound, source_in_use

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.messages import Message
    from arraywise.domain.study import IoPoint, RunSetup
    from arraywise.domain.workload import WorkloadProfile


CALIBRATION = "io_calibrate"
NETWORK_TEST = "network test"
ODD_SHARE = 1.05
"""More of a link than this nothing uses: its rate or the flow is another one."""
AMBIGUOUS_MB = frozenset({"orion", CALIBRATION})
"""Tools whose MB may be 2^20 or 10^6 bytes; the others print bytes, or tell which."""
_SHARES = (("write_percent", 100.0), ("write_share", 1.0))
"""Settings that state how much was written, and what all of it is in them."""
_WRITING = re.compile(r"write|rw", re.IGNORECASE)
MOST_SPREAD = 0.20
EQUAL_LOAD = 0.10
LEAST_CAPACITY_SHARE = 0.10
"""Of the raw capacity: below it even mirrored and spared disks work on their outer tracks."""
LEAST_SEEK_S = 0.001
"""Half a turn of a disk at 15,000/min takes 2 ms; half of that forgives short queues' ordering."""
_DISK = re.compile(r"\b(?:disks?|drives?|hdd)\b", re.IGNORECASE)
_SPINS = re.compile(r"\b(?:7[.,]?2|10|15)\s?k\b|\bSATA\b(?!.*\bSSD)", re.IGNORECASE)
_FLASH = re.compile(r"\b(?:ssd|flash|nvme)\b", re.IGNORECASE)
_WRITE_CACHE = re.compile(r"write[- ](?:back|cache)|\bcache\b|\bnvram\b", re.IGNORECASE)


def _texts_with_quantities(known: LoadIndependentOption) -> list[tuple[str, float]]:
    """Return the option's name and its price lines' descriptions with their quantities."""
    sheet = known.facts.price_sheet
    lines = () if sheet is None else sheet.lines
    return [(known.facts.option.name, 1.0), *((x.description, float(x.quantity)) for x in lines)]


def storage_cache_bytes(known: LoadIndependentOption) -> float:
    """Return the storage's cache as options, price sheets and ORION's settings state it; or 0."""
    sheet = known.facts.price_sheet
    lines = () if sheet is None else (x for x in sheet.lines if not x.is_server)
    bought = sum(float(x.quantity) * parse_cache_bytes(x.description) for x in lines)
    of_orion = [MIB * figure for figure in known.test_setup.figures_of("cache_size")]
    return max([parse_cache_bytes(known.facts.option.name), bought, *of_orion])


def _tested_data_sizes(known: LoadIndependentOption) -> dict[float, str]:
    """Return the amounts of data that I/O tests touched, each with its file."""
    setup = known.test_setup
    result = setup.figures_of("working_set_bytes") | setup.figures_of("database_bytes")
    for sizes, file in setup.all_of("lun_bytes").items():
        parts = [part.strip() for part in sizes.split(",")]
        if all(part.isdecimal() for part in parts):
            result[float(sum(map(int, parts)))] = file
    return {size: file for size, file in result.items() if size > 0}


def find_cached_sets(case: Case) -> Iterator[Remark]:
    """The data fit into the storage's cache, or disks answer faster than they turn."""
    for known in case.question.known:
        cache = storage_cache_bytes(known)
        fitting = {size: file for size, file in _tested_data_sizes(known).items() if size <= cache}
        if fitting:
            is_large = min(fitting) >= MIB * 100
            yield create_option_remark(
                known.facts.option,
                "{option}: the test touched {size:.1f} GB, the storage's cache holds"
                " {cache:.1f} GB."
                if is_large
                else "{option}: the test touched {size:.1f} MB, the storage's cache holds"
                " {cache:.1f} GB.",
                "The cache was measured, not the disks.",
                fitting.values(),
                size=min(fitting) / (1e9 if is_large else 1e6),
                cache=cache / 1e9,
            )
        yield from _find_too_fast_disks(known)


def _find_too_fast_disks(known: LoadIndependentOption) -> Iterator[Remark]:
    texts = " ".join(text for text, _ in _texts_with_quantities(known))
    if not _SPINS.search(texts) or _FLASH.search(texts):
        return
    mixed = {setup.run_id for setup in known.facts.setups if _is_writing_run(setup)}
    quick = [
        p
        for p in known.facts.io_points
        if p.latency_s and p.latency_s < LEAST_SEEK_S
        if p.run_id not in mixed and (p.small_ios or not p.large_ios)
    ]
    if quick:
        yield create_option_remark(
            known.facts.option,
            "{option}: small reads take {ms:.2f} ms, less than one disk rotation.",
            "The cache was measured, not the disks.",
            _files_of_points(quick),
            ms=1e3 * min(p.latency_s or 0.0 for p in quick),
        )


def _is_writing_run(setup: RunSetup) -> bool:
    """Return whether a run wrote, by the share or the pattern that its file states."""
    pattern = dict(setup.attributes).get("pattern", "")
    return _stated_write_share(setup) > 0 or bool(_WRITING.search(pattern))


def _stated_write_share(setup: RunSetup) -> float:
    """Return the share of its I/O that a run wrote, as its file states it; else 0."""
    stated = dict(setup.attributes)
    return max(
        (parse_setting_number(stated.get(name, "")) or 0.0) / whole for name, whole in _SHARES
    )


def find_host_caching(case: Case) -> Iterator[Remark]:
    """I/O that went through the host's file cache."""
    for known in case.question.known:
        buffered = {v: f for v, f in known.test_setup.all_of("direct").items() if v in {"0", "no"}}
        if buffered:
            yield create_option_remark(
                known.facts.option,
                "{option}: I/O went through the host's file cache.",
                "The figures include the host's memory. Use direct I/O.",
                tuple(buffered.values()),
            )


def find_cached_writes(case: Case) -> Iterator[Remark]:
    """Writes that a controller's cache may have taken."""
    for known in case.question.known:
        setup = known.test_setup
        writing = setup.figures_of("write_percent") | setup.figures_of("write_share")
        files = [file for share, file in writing.items() if share > 0]
        cached = storage_cache_bytes(known) > 0 or any(
            _WRITE_CACHE.search(t) for t, _ in _texts_with_quantities(known)
        )
        if files and cached:
            yield create_option_remark(
                known.facts.option,
                "{option}: the controller's write cache was measured.",
                "Writes are fast until the cache is full; a sustained load is slower.",
                tuple(dict.fromkeys(files)),
            )


def find_short_strokes(case: Case) -> Iterator[Remark]:
    """Only the outer tracks of the disks were used."""
    for known in case.question.known:
        capacity = sum(
            quantity * parse_disk_bytes(text)
            for text, quantity in _texts_with_quantities(known)
            if _DISK.search(text) and not _FLASH.search(text)
        )
        sizes = _tested_data_sizes(known)
        if sizes and max(sizes) < LEAST_CAPACITY_SHARE * capacity:
            yield create_option_remark(
                known.facts.option,
                "{option}: the test touched {percent:.2g} % of the disks' {capacity:.1f} TB.",
                "The outer tracks are faster than a full array.",
                (sizes[max(sizes)],),
                percent=100 * max(sizes) / capacity,
                capacity=capacity / 1e12,
            )


def find_saturated_links(case: Case) -> Iterator[Remark]:
    """Throughput within 10 % of what the link carries (MODEL P4, rule 4)."""
    for known in case.question.known:
        limit, points = path_b_s(known.facts), _throughputs_one_way(known)
        full = case.question.thresholds.link_share
        at_limit = [p for v, p in points if full * limit <= v <= limit] if limit else []
        uses = [run.host_use for run in known.facts.load_runs if run.host_use is not None]
        shares = [(path_utilisation(known.facts, use) or 0.0, use.file) for use in uses]
        busy = [(share, file) for share, file in shares if full <= share <= ODD_SHARE]
        if at_limit or busy:
            used = [(p.throughput_b_s or 0.0) / limit for p in at_limit] + [s for s, _ in busy]
            yield create_option_remark(
                known.facts.option,
                "{option}: link utilisation {percent:.0f} % ({links}).",
                "The link was the limit, not the storage.",
                (*_files_of_points(at_limit), *dict.fromkeys(file for _, file in busy)),
                percent=100 * max(used),
                links=describe_path(known.facts),
            )


def find_overfull_links(case: Case) -> Iterator[Remark]:
    """More throughput than the link can carry: MB for MiB, a cache, or another link."""
    for known in case.question.known:
        limit = path_b_s(known.facts)
        above = [(v, p) for v, p in _throughputs_one_way(known) if v > limit] if limit else []
        if above:
            most = max(v for v, _ in above)
            decimal = most * 1e6 / MIB
            yield create_option_remark(
                known.facts.option,
                "{option}: {rate:,.0f} million bytes/s exceed its link ({links}:"
                " {limit:,.0f} million).",
                message(
                    "MB probably means 10^6 bytes: then it is {rate:,.0f} million, and the link"
                    " was the limit.",
                    rate=decimal / 1e6,
                )
                if decimal <= limit and {p.tool for _, p in above} <= AMBIGUOUS_MB
                else message("Data came from the host's cache, or the link is a different one."),
                _files_of_points(p for _, p in above),
                rate=most / 1e6,
                links=describe_path(known.facts),
                limit=limit / 1e6,
            )


def find_slow_links(case: Case) -> Iterator[Remark]:
    """A network test that measured less than links are named for, or than is asked for."""
    asked = case.question.requirement.min_throughput_b_s or 0.0
    full = case.question.thresholds.link_share
    for known in case.question.known:
        measured = measured_link_b_s(known.facts)
        links = option_links(known.facts)
        nominal = payload_b_s(links)
        if measured is not None and measured < full * nominal:
            yield create_option_remark(
                known.facts.option,
                "{option}: iperf measured {rate:,.0f} of {nominal:,.0f} MB/s ({links}).",
                "Results over this link count to the measured rate. Check the network.",
                _network_tests(known),
                rate=measured / 1e6,
                nominal=nominal / 1e6,
                links=describe_links(links),
            )
        if measured is not None and measured < asked:
            yield create_option_remark(
                known.facts.option,
                "{option}: {needed:,.0f} MB/s are needed, iperf measured {rate:,.0f} MB/s.",
                "No storage gives more than its link carries.",
                _network_tests(known),
                needed=asked / 1e6,
                rate=measured / 1e6,
            )


def _network_tests(known: LoadIndependentOption) -> tuple[str, ...]:
    setups = known.facts.setups
    return tuple(dict.fromkeys(each.file for each in setups if each.run_type == NETWORK_TEST))


def _throughputs_one_way(known: LoadIndependentOption) -> list[tuple[float, IoPoint]]:
    """Return points with what they moved one way; a link carries as much the other way too."""
    mixed = {setup.run_id for setup in known.facts.setups if 0 < _stated_write_share(setup) < 1}
    return [
        (p.throughput_b_s, p)
        for p in known.facts.io_points
        if p.throughput_b_s is not None and p.run_id not in mixed
    ]


def find_spread_calibrations(case: Case) -> Iterator[Remark]:
    """Repeated calibrations that differ by more than 20 %."""
    for known in case.question.known:
        points = [p for p in known.facts.io_points if p.tool == CALIBRATION]
        spread = max(
            _relative_spread(p.iops for p in points if p.group == MAX_SMALL_IOPS),
            _relative_spread(p.throughput_b_s for p in points if p.group == MAX_LARGE_MBPS),
        )
        if spread > MOST_SPREAD:
            yield create_option_remark(
                known.facts.option,
                "{option}: I/O calibrations differ by {percent:.0f} % (base: the lowest).",
                "They are not repeatable: something else used storage or cache.",
                _files_of_points(points),
                percent=100 * spread,
            )


def _relative_spread(figures: Iterable[float | None]) -> float:
    known = [f for f in figures if f is not None and f > 0]
    return max(known) / min(known) - 1.0 if known else 0.0


def find_broken_sweeps(case: Case) -> Iterator[Remark]:
    """Points whose IOPS x latency is not the number of outstanding I/Os (MODEL P5.8)."""
    for known in case.question.known:
        off = [
            (depth, point)
            for point in known.facts.io_points
            if point.group is None and point.small_ios and not point.large_ios
            if point.iops and point.latency_s
            for depth in [requests_under_way(point.iops, point.latency_s)]
            if abs(depth / point.small_ios - 1.0) > NEAR
        ]
        if off:
            depth, worst = max(off, key=lambda x: abs(x[0] / (x[1].small_ios or 1) - 1.0))
            yield create_option_remark(
                known.facts.option,
                "{option}: IOPS x latency give a queue depth of {found:.1f}; requested: {asked}.",
                "Rates, latencies or their units are wrong, or the tool could not keep up.",
                _files_of_points(point for _, point in off),
                found=depth,
                asked=worst.small_ios or 0,
            )


def find_refuted_tests(case: Case) -> Iterator[Remark]:
    """Transactions that were measured answer sooner, or are more, than the I/O tests allow."""
    for known, candidate in zip(case.question.known, case.question.model.candidates, strict=True):
        found = candidate.refuted
        if found is None:
            continue
        runs = list_files_with_lines(run for level in known.measured.levels for run in level.runs)
        yield create_option_remark(
            known.facts.option,
            "{option}: transactions measured up to {measured:,.10g} ms at {rate:,.1f} tx/s; by the"
            " I/O tests they take at least {least:,.10g} ms."
            if found.least_s
            else "{option}: {rate:,.1f} tx/s were measured ({measured:,.10g} ms); by the I/O tests"
            " {top:,.1f} tx/s are the most it carries.",
            "The I/O tests decide nothing. Check that both are of this storage, and the profile of"
            " these transactions.",
            (*found.bound.files, *runs),
            rate=found.rate_tps,
            measured=rounded_milliseconds(found.measured_s),
            least=rounded_milliseconds(found.least_s),
            top=found.top_tps,
        )


def find_unequal_loads(case: Case) -> Iterator[Remark]:
    """Headline latencies that are at different rates (MODEL P5.8)."""
    points: dict[str, list[IoPoint]] = {}
    for known in case.question.known:
        for point in known.facts.io_points:
            if point.tool == CALIBRATION and point.group == MAX_SMALL_IOPS and point.iops:
                points.setdefault(known.facts.option.name, []).append(point)
    rates = [max(point.iops or 0.0 for point in same) for same in points.values()]
    if _relative_spread(rates) > EQUAL_LOAD:
        yield Remark(
            tuple(points),
            message(
                "{tool}: the latencies are at different loads, {low:,.0f} to {high:,.0f} IOPS.",
                tool=CALIBRATION,
                low=min(rates),
                high=max(rates),
            ),
            message("Latencies are comparable at equal IOPS only."),
            tuple(dict.fromkeys(point.file for same in points.values() for point in same)),
        )


def find_unequal_maxima(case: Case) -> Iterator[Remark]:
    """Highest rates found at different numbers of outstanding I/Os."""
    tops: dict[str, dict[str, IoPoint]] = {}
    for known in case.question.known:
        for point in known.facts.io_points:
            if point.group is None and point.small_ios and point.iops is not None:
                of_tool, name = tops.setdefault(point.tool, {}), known.facts.option.name
                if point.small_ios >= (of_tool.get(name, point).small_ios or 0):
                    of_tool[name] = point
    for tool, of_tool in tops.items():
        depths = [point.small_ios or 0 for point in of_tool.values()]
        if max(depths) > min(depths):
            yield Remark(
                tuple(of_tool),
                message(
                    "{tool}: options were tested at different queue depths, {low} to {high}.",
                    tool=tool,
                    low=min(depths),
                    high=max(depths),
                ),
                message("An option tested with less load may look too small. Test equal loads."),
                _files_of_points(of_tool.values()),
            )


def _files_of_points(points: Iterable[IoPoint]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(p.file if p.line is None else f"{p.file}:{p.line}" for p in points))


_NAMES = {
    "reads": message("reads of a transaction"),
    "writes": message("writes of a transaction"),
    "block_bytes": message("bytes of a small request"),
    "sync_reads": message("reads that a transaction waits for"),
    "log_writes": message("waits for the log of a transaction"),
    "cpu_s": message("processor seconds of a transaction"),
}


def _is_profile_used(case: Case) -> bool:
    """Return whether a part of the answer follows from the workload profile."""
    question = case.question
    is_judged = any(
        isinstance(bound, StorageBound)
        for candidate in question.model.candidates
        for bound in candidate.bounds
    )
    has_report = any(found.kind is SourceKind.REPORT for found in question.found_profiles)
    return is_judged or has_report or question.requirement.load_unit in BY_PROFILE


def find_differing_profiles(case: Case) -> Iterator[Remark]:
    """Sources of the workload profile are more than a factor 1.5 apart."""
    if not _is_profile_used(case):
        return
    known, typed = case.question.found_profiles, case.question.profile
    first = source_in_use(known)
    found = tuple(sorted(known, key=lambda each: each is not first))
    sources = found if not typed.sources else (_profile_as_entered(typed), *found)
    for place, used in enumerate(sources):
        for name, ours, other, theirs in list_differing_values(used, sources[place + 1 :]):
            yield Remark(
                (),
                message(
                    "Workload profile, {name}: {ours:.4g} by {one}{bound}, {theirs:.4g} by"
                    " {other}{other_bound}.",
                    name=_NAMES[name],
                    ours=ours,
                    one=used.origin,
                    bound=_describe_value_bound(used.profile, name),
                    theirs=theirs,
                    other=other.origin,
                    other_bound=_describe_value_bound(other.profile, name),
                ),
                message(
                    "The required IOPS differ as much. {one} is used; enter the correct value.",
                    one=used.origin,
                )
                if place == 0
                else message("The entered values are used instead."),
                tuple(each.origin for each in (used, other)),
            )


def _profile_as_entered(typed: WorkloadProfile) -> FoundProfile:
    origins = ", ".join(dict.fromkeys(source.origin for source in typed.sources))
    return FoundProfile(SourceKind.STATEMENTS, origins or TYPED, typed)


def _describe_value_bound(profile: WorkloadProfile, name: str) -> Message | str:
    if profile.has_bound(ValueBound.AT_MOST, name):
        return message(" (at most)")
    return message(" (at least)") if profile.has_bound(ValueBound.AT_LEAST, name) else ""


def find_bound_profiles(case: Case) -> Iterator[Remark]:
    """What a report on the client's database says of itself, or of the run beside it."""
    for found in case.question.found_profiles:
        if found.kind is SourceKind.LAB and not _is_profile_used(case):
            continue
        for problem in found.problems:
            place = found.origin if problem.line is None else f"{found.origin}:{problem.line}"
            yield Remark(
                (),
                message("{file}: {text}", file=found.origin, text=problem.message),
                _profile_remark_consequence(found),
                (place,),
                problem.severity,
            )


def _profile_remark_consequence(found: FoundProfile) -> Message:
    if found.profile.has_bound(ValueBound.AT_LEAST, "reads", "writes"):
        return message("No option passes by I/O evidence on this workload profile.")
    if found.profile.has_bound(ValueBound.AT_MOST, "reads"):
        return message("No option fails by I/O evidence on this workload profile.")
    return message("It applies to every option judged by this workload profile.")
