"""The transaction counter's log: what the database counts, sample by sample."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Series
from arraywise.domain.units import SECONDS_PER_MINUTE, Unit
from arraywise.importers.drafts import Draft
from arraywise.importers.hammerdb.moments import epoch_of, read_moment

if TYPE_CHECKING:
    import re
    from datetime import datetime

TPM_NOTE = (
    "NOPM counts new orders only. TPM is whatever {database} itself counts as transactions: it"
    " compares runs on the same database, never databases. Neither is the rate of all"
    " transactions of the workload, so that neither was taken as the total."
)


@dataclass(slots=True)
class Counter:
    """The samples between one header and the next."""

    line: int
    database: str = "the database"
    rates: array[float] = field(default_factory=lambda: array("d"))
    moments: list[datetime] = field(default_factory=list)
    first_line: int = 0
    """Where the first sample stands; without a header it is the counter's own line."""

    def take(self, match: re.Match[str], line: int) -> None:
        """Take one sample: transactions a minute at the speed of the last seconds."""
        moment = read_moment(match["date"])
        if moment is None:
            return
        self.database = match["database"]
        self.first_line = self.first_line or line
        self.rates.append(int(match["n"]) / SECONDS_PER_MINUTE)
        self.moments.append(moment)

    def finished(self) -> Draft | None:
        """Make a run of it; None where no sample was written."""
        if not self.moments:
            return None
        draft = Draft(line=self.line, complete=True)
        first, last = self.moments[0], self.moments[-1]
        draft.started_at = first.isoformat()
        draft.duration_s = max(0.0, epoch_of(last) - epoch_of(first))
        draft.describe(database=self.database)
        times = array("d", (epoch_of(moment) for moment in self.moments))
        name = "transaction_rate TPM"
        draft.series.append(Series(name, Unit.PER_SECOND, self.rates, times, self.first_line))
        draft.info(TPM_NOTE, self.line, database=self.database)
        draft.info(
            "The lines of the transaction counter tell neither ramp-up from test nor how many"
            " virtual users were at work.",
            self.line,
        )
        return draft
