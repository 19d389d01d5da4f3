"""The wording of I/O calibration output: labels, marks of the end, failures, in many languages."""

from __future__ import annotations

import re
from typing import Final

from arraywise.importers.io_calibrate.content import Kind
from arraywise.importers.io_calibrate.units import beside, known

_FLAGS: Final = re.IGNORECASE | re.MULTILINE
NUMBER: Final = r"#+|\d(?:[\d.,']{0,28}\d)?|[.,]\d{1,20}"
"""A number in any country's writing, or SQL*Plus' sign for one that does not fit."""
_SPACED: Final = r"\d{1,3}(?:[ ]\d{3})+(?![\w.,]|[ ]\d)"
_UNSPACED: Final = rf"(?!\d{{1,3}}[ ]\d{{3}})(?:{NUMBER})"
_BEFORE: Final = r"(?<![\w.$#&%])(?:[lv]_|calc\\?_)?"
_JOIN: Final = r"[ \t]*\\?[_ \t-][ \t]*"
_NO_LIMIT: Final = r"(?<!max )(?<!max_)(?<!max\. )(?<!maximum )(?<!maximale )"
"""A latency with this before it is the limit that was set."""
_MAX: Final = rf"max(?:imum|imale|\.)?{_JOIN}"
_BEHIND: Final = r"[ \t]+m[a\u00e1]ximo"
_MB_PER_S: Final = r"mb(?:ytes)?[ \t]*(?:/|per\b)[ \t]*s(?:ec)?"
_FOUND: Final = r"act(?:ual|\.)?[ \t_]*|calc(?:ulated|\.)?[ \t_]*|avg[ \t_.]*"
_IO_PER_S: Final = r"ios?(?:ps|[ \t]*/[ \t]*sec|[ \t]+per[ \t]+sec)"
_PHRASES: Final = (
    (Kind.PMBPS, rf"{_MAX}pmbps"),
    (Kind.IOPS, rf"{_MAX}{_IO_PER_S}|I/O[ \t]+Ops/sec|IOPS{_BEHIND}"),
    (Kind.MBPS, rf"{_MAX}(?:mbps|mbytes?-per-sec|{_MB_PER_S})|MB/sec|MBPS{_BEHIND}"),
    (Kind.LATENCY, rf"(?:{_FOUND})?lat(?:ency|enz|[e\u00ea]ncia)?"),
    (Kind.DISKS, rf"num{_JOIN}physical{_JOIN}disks|#disks"),
)
_SEPARATOR: Final = r"(?:&nbsp;|[ \t])*(?:[=:|])(?:&nbsp;|[ \t])*"
PAIRS: Final = tuple(
    (
        kind,
        re.compile(
            rf"{_NO_LIMIT}{_BEFORE}(?:{phrase})"
            rf"(?:[ \t]*\([ \t]*(?P<label_unit>{known(kind)})[ \t]*\))?"
            rf"{_SEPARATOR}(?P<number>{_SPACED}|{_UNSPACED})(?![\w#%])(?![.,'][.,'\d])"
            rf"(?:[ \t]*(?P<unit>{beside(kind)}))?",
            _FLAGS,
        ),
    )
    for kind, phrase in _PHRASES
)
"""A label, a separator and a number; a label in code is followed by a quote instead."""
TIMES: Final = tuple(
    (
        kind,
        re.compile(
            rf"{_BEFORE}{name}\\?_time{_SEPARATOR}(?P<number>\d[^\n|]{{6,50}}?)[ \t|]*$", _FLAGS
        ),
    )
    for kind, name in ((Kind.START, "start"), (Kind.END, "end"))
)
_MARK: Final = r'"?[ \t]{0,60}(?:[,;\t]|[ ]{2})[ \t]{0,60}"?'
UPRIGHT: Final = tuple(
    (kind, re.compile(rf'^[ \t"]{{0,60}}{kind}{_MARK}(?P<number>{what})"?[ \t]{{0,60}}$', _FLAGS))
    for kind, what in (
        (Kind.IOPS, NUMBER),
        (Kind.MBPS, NUMBER),
        (Kind.PMBPS, NUMBER),
        (Kind.LATENCY, NUMBER),
        (Kind.DISKS, NUMBER),
        (Kind.START, r"\d[^\n|]{6,50}?"),
        (Kind.END, r"\d[^\n|]{6,50}?"),
    )
)
"""A column of the view with its value on a line of its own, in CSV or behind blanks."""
NOT_OUTPUT: Final = re.compile(
    r"^[ \t>]{0,200}(?:(?:SQL|\w{1,40}@[\w.]{1,60})\\?>[ \t]{0,200})?"
    r"(?:pro(?:mpt)?|rem(?:ark)?|--|/\*|enter value for|(?:old|new)[ \t]+\d{1,6}:)[^\n]*"
    r"|\bput_line\b[^\n]*",
    _FLAGS,
)
"""Lines that only look like output: comments, prompts of a script, questions, echoed code."""

BLOCK_END: Final = re.compile(
    r"\bPL/SQL(?!\s+Release\b)[ \t]*(?:[^\W\d_]|-)[^\n=|;()'\"]{0,80}"
    r"|^[ \t]*(?:SQL|\w{1,40}@[\w.]{1,60})\\?>"
    r"|^[ \t]*[^\W\d_]{2,20}[ \t]*[:\uff1a][ \t]*\d\d:[ ]?\d\d:[ ]?\d\d[.,]\d\d[ \t]*$",
    re.MULTILINE,
)
"""The end of a PL/SQL call: its completion message, the next prompt, or the time it took."""
ELAPSED: Final = re.compile(
    r"^[ \t]*[^\W\d_]{2,20}[ \t]*[:\uff1a][ \t]*"
    r"(?P<h>\d\d):[ ]?(?P<m>\d\d):[ ]?(?P<s>\d\d[.,]\d\d)[ \t]*$",
    re.MULTILINE,
)
PROMPT: Final = re.compile(r"^[ \t]*(?:SQL|\w{1,40}@[\w.]{1,60})\\?>", re.MULTILINE)
CALL: Final = re.compile(
    r"\bcalibrate_io\s*\("
    r"(?=(?:[^;]{0,300}?\bnum_physical_disks\s*=>\s*|\s*)(?P<disks>\d{1,6})\b)"
    r"(?=(?:[^;]{0,300}?\bmax_latency\s*=>\s*"
    r"|\s*\d{1,6}\s*(?:/\*[^*\n]{0,80}\*/|--[^\n]{0,80}\n)?\s*,\s*)(?P<latency>\d{1,6})\b)",
    re.IGNORECASE,
)
"""A call with its arguments by place, or by name in any order."""
FOR_DISKS: Final = re.compile(r"\bCalibration\s+for\s+(?P<disks>\d{1,6})\s+disks\b", _FLAGS)
CODE: Final = re.compile(r"\bcalibrate_io\b|\bdba_rsrc_io_calibrate\b", re.IGNORECASE)
RELEASE: Final = re.compile(r"^[ \t]*Version[ \t]+(\d{1,3}(?:\.\d{1,3}){2,4})[ \t]*$", _FLAGS)
BANNER: Final = re.compile(
    r"\bOracle Database \d{1,2}\w{0,2} .{0,60}?Release (\d{1,3}(?:\.\d{1,3}){2,4})", _FLAGS
)
FROM_DISK: Final = re.compile(r"high\s+I/O\s+latencies\s+from\s+the\s+calibration\s+run", _FLAGS)

STATUS_VIEW: Final = re.compile(r"\bCALIBRATION_TIME\b|\bV\$IO_CALIBRATION_STATUS\b", _FLAGS)
STATUS: Final = re.compile(
    r"^[ \t|]*(?P<status>IN PROGRESS|NOT AVAILABLE|READY|\u5c31\u7eea)(?=[ \t|]|$)", re.MULTILINE
)
EMPTY_ROW: Final = re.compile(
    r"^[^\n]{0,300}\bMAX_IOPS\b[^\n]{0,300}\n[ \t]{0,200}-[- \t]{0,600}\n"
    r"(?:[ \t]{0,600}\n|[ \t]{0,600}\Z)",
    _FLAGS,
)
"""A table of the view whose row has no values."""
NO_ROWS: Final = re.compile(
    r"^[ \t]*(?:no rows selected|es wurden keine zeilen ausgew\u00e4hlt"
    r"|aucune ligne s\u00e9lectionn\u00e9e|ninguna fila seleccionada"
    r"|n\u00e3o h\u00e1 linhas selecionadas|nessuna riga selezionata"
    r"|\u672a\u9009\u5b9a\u884c)",
    _FLAGS,
)
ERROR: Final = re.compile(r"(?P<code>ORA-\d{5}):[ \t]*(?P<text>[^\n]{0,160}?)(?=ORA-\d|\n|$)")
NOT_CALIBRATED: Final = re.compile(
    r"skipped because of IO calibrate statistics are missing", _FLAGS
)
COMPLETED: Final = re.compile(r"\bPL/SQL\s+procedure\s+successfully\s+completed", _FLAGS)
HEADINGS: Final = {
    Kind.IOPS: re.compile(r"max[ _]?iops|max[ ]?ios?[ ]?(?:/|per)[ ]?sec", re.IGNORECASE),
    Kind.PMBPS: re.compile(r"max[ _]?pmbps", re.IGNORECASE),
    Kind.MBPS: re.compile(r"max[ _]?mbps|max[ ]?mb[ ]?(?:/|per)[ ]?s(?:ec)?", re.IGNORECASE),
    Kind.LATENCY: re.compile(r"(?:actual[ _])?latency(?:[ ]?\(?ms\)?)?", re.IGNORECASE),
    Kind.DISKS: re.compile(r"num_physical_disks|(?:physical[ _]?)?disks", re.IGNORECASE),
    Kind.START: re.compile(r"start_time", re.IGNORECASE),
    Kind.END: re.compile(r"end_time", re.IGNORECASE),
    Kind.INFO: re.compile(r"additional_info", re.IGNORECASE),
}
"""Headings of the view, as SQL*Plus prints them or as scripts rename them."""
