"""`python -m tests.importers.prices.run_quotes`: reads generated quotes and counts by family."""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError
from arraywise.domain.quotes import NO_DECISIONS
from arraywise.importers.prices import read_quote
from tests.conftest import ROOT
from tests.importers.prices.quote_generator import Verdict, judge, make_quote, make_quotes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.importers.prices.quotes.model import Quote

FOLDER = ROOT / "build" / "quotes"
MOST_LISTED = 200


@dataclass(slots=True)
class Tally:
    """Verdicts of many readings."""

    by_family: dict[tuple[str, bool], Counter[Verdict]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    """By family, and whether its labels are invented."""
    wrong: list[tuple[Quote, str]] = field(default_factory=list)

    def add(self, quote: Quote) -> None:
        """Read a quote and count the verdict."""
        verdict, read = judge_file(quote)
        self.by_family[quote.family, quote.nonsense][verdict] += 1
        if verdict is Verdict.WRONG:
            self.wrong.append((quote, read))

    def share_right(self, *, nonsense: bool, traps: bool = False) -> float:
        """Return the share right without a question among sound quotes, traps or all others."""
        counts: Counter[Verdict] = Counter()
        for (family, invented), verdicts in self.by_family.items():
            kind = family.partition(": ")[0]
            wanted = kind == "trap" if traps else kind not in ("trap", "mistake", "doubtful")
            if invented == nonsense and wanted:
                counts += verdicts
        priced = counts.total() - counts[Verdict.RIGHTLY_NOT_COUNTED]
        return counts[Verdict.RIGHT] / max(1, priced)


def judge_file(quote: Quote) -> tuple[Verdict, str]:
    """Read a quote; return the verdict, and what was read."""
    try:
        reading = read_quote(quote.name, quote.data, NO_DECISIONS, "Option A")
    except UserError as error:
        return Verdict.REFUSED, str(error)
    except Exception as error:  # noqa: BLE001 - counted as wrong, and listed
        return Verdict.WRONG, f"{type(error).__name__}: {error}"
    asked = ", ".join(question.code for question in reading.questions)
    return judge(quote, reading), f"{reading.state} {reading.price} {reading.currency} {asked}"


def tally_quotes(quotes: Iterable[Quote]) -> Tally:
    """Read quotes and count verdicts by family."""
    tally = Tally()
    for quote in quotes:
        tally.add(quote)
    return tally


def print_tally(tally: Tally) -> None:
    """Print a line a family, and the quotes that were read wrong."""
    heads = ("right", "asked", "refused", "rightly no", "WRONG")
    print(f"{'family':46}" + "".join(f"{head:>11}" for head in heads))
    for (family, nonsense), verdicts in sorted(tally.by_family.items()):
        name = f"{family} (invented labels)" if nonsense else family
        print(f"{name:46}" + "".join(f"{verdicts[verdict]:11}" for verdict in Verdict))
    print("right without a question, of sound quotes")
    print(f"  in real words: {tally.share_right(nonsense=False):.1%}")
    print(f"  under invented labels: {tally.share_right(nonsense=True):.1%}")
    print(f"  with traps: {tally.share_right(nonsense=False, traps=True):.1%}")
    for quote, read in tally.wrong[:MOST_LISTED]:
        truth = quote.truth
        print(
            f"WRONG --show {quote.seed} {quote.number} [{quote.family}] {truth.expected}: "
            f"{truth.price_36_months} {truth.currency} {truth.why} | read: {read}"
        )


def show_quote(seed: int, number: int) -> None:
    """Write a quote into build/quotes, and print its rows, the truth and the reading."""
    quote = make_quote(seed, number)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / quote.name).write_bytes(quote.data)
    print(FOLDER / quote.name, quote.family, "invented labels" * quote.nonsense)
    for sheet in quote.book.sheets:
        print(f"[{sheet.name}]" + " hidden" * sheet.hidden)
        for number_of_row, row in enumerate(sheet.rows, start=1):
            cells = (getattr(cell, "value", cell) for cell in row.cells)
            text = " | ".join("" if cell is None else str(cell) for cell in cells)
            print(f"{number_of_row:4} {row.role:10.10} {text}" + " (hidden)" * row.hidden)
    print(quote.truth)
    print(*judge_file(quote), sep=": ")


def main() -> int:
    """Read as many quotes as asked for; 1 where any was read wrong."""
    parser = argparse.ArgumentParser(prog="make quotes", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--show", type=int, nargs=2, metavar=("SEED", "NUMBER"))
    options = parser.parse_args()
    if options.show:
        show_quote(*options.show)
        return 0
    tally = tally_quotes(make_quotes(options.seed, options.count))
    print_tally(tally)
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
