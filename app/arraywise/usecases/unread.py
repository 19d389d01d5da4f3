"""Why a file could not be read, in words that are translated; the system's own are English."""

from __future__ import annotations

import errno

from arraywise.domain.said import Said, say

_REASONS = {
    errno.ENOENT: say("No such file or folder"),
    errno.EACCES: say("Permission denied"),
    errno.EPERM: say("Permission denied"),
    errno.EISDIR: say("it is a folder"),
    errno.EIO: say("the disk reports an error"),
}


def why_unread(error: OSError) -> Said:
    """Return why a file could not be read; what is not known here in the system's words."""
    return _REASONS.get(error.errno or 0) or say(error.strerror or type(error).__name__)
