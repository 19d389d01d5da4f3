"""Reads what sysstat (iostat, sar, mpstat, sadf) and vmstat record: how busy a host was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.importers.kit.host_samples import build_host_reading, refused_reading
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.text import StreamedLines, decode, detect_encoding
from arraywise.importers.sysstat.documents import (
    declares_entities,
    read_json_recordings,
    read_xml_recordings,
)
from arraywise.importers.sysstat.text_reports import (
    BEFORE,
    OF_HOST,
    read_report_recordings,
    read_sadf_recordings,
    read_vmstat_recordings,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.sysstat.columns import RecordingDraft

_HEAD_BYTES = 8_192
_WORDS = (
    b"Linux",
    b"sysstat",
    b"hostname;interval",
    b"procs",
    b" swpd ",
    b"avg-cpu",
    b"kB/s",
    b"kB_read/s",
    b"rtps",
    b"kbmemfree",
    b"runq-sz",
    b"proc/s",
    b"pgpgin/s",
    b"kbswpfree",
    b"%idle",
    b" UTC",
)
_STAMP = r"(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: \S+)?|\d{9,10})"
_ABOVE = r"(?:[^\n]{0,80}\b(?:iostat|sar|mpstat)\b[^\n]{0,80}\n\s*)?(?:[^\n]{8,40}\n)?"
"""The command and the moment of a report, where the line with the host was not kept."""
_CLOCK = r"\d\d[:.]\d\d[:.]\d\d(?: ?[^\s\d%]{2,5})?"
_TIMED = (
    r"(?:CPU +%us(?:e)?r |DEV +tps |IFACE +rxpck/s |tps +rtps |kbmemfree |runq-sz |proc/s "
    r"|pgpgin/s |kbswpfree )"
)
"""First headings of sar and mpstat, which no locale changes."""
_DEVICES = r"Device:? +(?:tps|rrqm/s|r/s) "
_ANY = ("",)
_FORMS: tuple[
    tuple[tuple[str, ...], re.Pattern[str], Callable[..., list[RecordingDraft]]], ...
] = tuple(
    (words, re.compile(pattern, re.MULTILINE), read)
    for words, pattern, read in (
        (('"sysstat"',), r'"sysstat"\s*:\s*\{', read_json_recordings),
        (("sysstat",), r"<!DOCTYPE sysstat|<sysstat[\s>]", read_xml_recordings),
        (("# hostname;",), r"^# hostname;interval;timestamp;", read_sadf_recordings),
        (_ANY, rf"\A\s*\S+\t-?\d+\t{_STAMP}\t\S+\t\S+\t[\d.]+$", read_sadf_recordings),
        (_ANY, rf"\A\s*\S+ +-?\d+ +{_STAMP} +\S+ +\S+ +[\d.]+$", read_sadf_recordings),
        (
            ("procs", " swpd "),
            rf"^(?:{BEFORE}[ \t]+)?(?:-*procs-* -+ ?memory|[ \t]*r +b +swpd +free )",
            read_vmstat_recordings,
        ),
        (
            ("Linux ",),
            r"^\s*Linux \d\S* \([^)\n]{0,200}\)\s+\S[^\n]*(?:_\w+_|\d)",
            read_report_recordings,
        ),
        (_ANY, rf"\A\s*{_ABOVE}(?:avg-cpu: +%user|{_DEVICES})", read_report_recordings),
        (_ANY, rf"\A\s*{_ABOVE}{_CLOCK} +{_TIMED}", read_report_recordings),
        (("procs",), rf"\A{OF_HOST}-*procs-* -", read_vmstat_recordings),
        (("Linux ",), rf"\A{OF_HOST}Linux \d", read_report_recordings),
        (
            _ANY,
            rf"\A{BEFORE}[ \t]+(?:Linux \d|avg-cpu: +%user|{_DEVICES})",
            read_report_recordings,
        ),
    )
)
"""Words of which one must be there, what a form looks like, and what reads it."""
_TIME_OF_DAY = re.compile(r"(?<![\w.:])\d{1,2}:[0-5]\d:[0-5]\d(?![\w:])")


class SysstatImporter(FileImporter):
    """Importer of sysstat's reports and documents, and of vmstat: every file stands alone."""

    tool = "sysstat"

    def recognises(self, source: Source) -> bool:
        """Return whether this is text, JSON, XML or CSV of sysstat, or text of vmstat."""
        return _detect_form(source) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a file; rows are kept compressed until they are loaded."""
        form = _detect_form(source)
        if form is None:
            return refused_reading("sysstat", message("No table of sysstat or vmstat was found."))
        read, head = form
        if read is read_xml_recordings and declares_entities(head):
            return refused_reading(
                "sysstat", message("The document declares entities; not read for safety.")
            )
        data, encoding = source.data, detect_encoding(source.data)
        recordings = read(data, encoding)
        recordings = [r for r in recordings if r.has_rows or r.host or r.attributes] or recordings[
            :1
        ]
        if not any(r.has_clock or r.started for r in recordings):
            line = next(
                (n for n, line in StreamedLines(data, encoding) if _TIME_OF_DAY.search(line)), None
            )
            for recording in recordings:
                recording.unread_time_line = line
        tool = "vmstat" if any(r.program == "vmstat" for r in recordings) else "sysstat"
        return build_host_reading(tool, recordings, encoding)


def _detect_form(source: Source) -> tuple[Callable[..., list[RecordingDraft]], str] | None:
    head = source.data[:_HEAD_BYTES]
    if b"\0" not in head[:64] and not any(word in head for word in _WORDS):
        return None
    text = decode(head).text
    likely = (form for form in _FORMS if any(word in text for word in form[0]))
    return next(((read, text) for _, pattern, read in likely if pattern.search(text)), None)
