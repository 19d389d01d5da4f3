"""How fio's output is known by its content, whatever the name of the file."""

from __future__ import annotations

import re

_SIGNS = re.compile(
    r'"fio version"\s*:'
    r"|^[2-5];[^\n]{1,600};(?:\d{1,3}(?:\.\d{1,9})?%=\d{1,15};){8}"
    r"|^fio: (?:terminating on|pid=\d|engine |failed to load|file:|io_u error|file creation)"
    r"|^[ \t]{0,60}(?:<[^<>\n]{1,200}> )?\S[^\n]{0,200}: \(g=\d{1,6}\):\s{1,3}rw=\w+,\s{1,3}bs="
    r"|^[ \t]{0,60}(?:<[^<>\n]{1,200}> )?\S[^\n]{0,200}: \(groupid=\d{1,6},\s{1,3}"
    r"jobs=\d{1,6}\):\s{1,3}err="
    r"|^[ \t]{0,60}Jobs: \d{1,6} \(f=\d{1,6}\): \[",
    re.MULTILINE,
)


def has_signs(text: str) -> bool:
    """Say whether a text holds something that only fio writes."""
    return bool(_SIGNS.search(text))
