"""What the command line understands: a row a command, and the arguments it takes."""

from __future__ import annotations

import argparse
import math
import re
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from arraywise import __version__
from arraywise.cli import commands
from arraywise.domain.basis import Basis
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import STATISTICS, Convention, LoadUnit, Rule
from arraywise.domain.study import LANGUAGES, PAPERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.estimates import Estimate
    from arraywise.worksheets.input_parsing import StatedAmount

_Read = TypeVar("_Read")
_Switch = argparse.BooleanOptionalAction


def _not_understood(text: str, what: str, example: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"'{text}' is no {what}; write {example}")


def path(text: str) -> Path:
    """Read a path; an empty one would mean the current folder, which nobody has named."""
    if not text:
        message = "a path is empty; name a file or a folder ('.' is the current folder)"
        raise argparse.ArgumentTypeError(message)
    return Path(text)


_UNITS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def seconds(text: str) -> float:
    """Read a duration such as `200ms`, `0.2s` or `0.2`; seconds where no unit stands."""
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*(us|µs|ms|s)?\s*", text)
    if match is None:
        raise _not_understood(text, "duration", "200ms or 0.2s")
    value = float(match[1]) * _UNITS[match[2] or "s"]
    if value <= 0:
        raise _not_understood(text, "duration above zero", "200ms or 0.2s")
    return value


_LONG_UNITS = {"min": 60.0, "h": 3600.0, "d": 86_400.0}


def hours(text: str) -> float:
    """Read a time to restore a service such as `4h`, `30min` or `1d`; returns seconds."""
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*(min|h|d)\s*", text)
    if match is None:
        raise _not_understood(text, "time", "4h, 30min or 1d")
    return float(match[1]) * _LONG_UNITS[match[2]]


def or_none(read: Callable[[str], _Read], none: str = "none") -> Callable[[str], _Read | None]:
    """Take a word too that takes back what was said earlier."""
    return lambda text: None if text.strip().lower() == none else read(text)


def yes(text: str) -> bool:
    """Read yes or no."""
    if text not in {"yes", "no"}:
        raise _not_understood(text, "answer", "yes, no or unknown")
    return text == "yes"


def minutes(text: str) -> tuple[float | Estimate, ...]:
    """Read stop-watch minutes, one a repetition, or estimates: `42,40,45`, `10 / 12 / 20`.

    Returns:
        Seconds.
    """
    from arraywise.worksheets.input_parsing import in_seconds, read_minutes

    try:
        values = [read_minutes(part, ".") for part in text.split(",") if part.strip()]
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not values:
        raise _not_understood(text, "list of minutes", "42,40,45.5")
    return tuple(map(in_seconds, values))


def money(text: str) -> StatedAmount:
    """Read an amount of money: `615000`, `615,000.00`, `250k`, `\u20ac250,000`."""
    from arraywise.worksheets.input_parsing import read_stated

    stated = read_stated(text, ".")
    if stated is None:
        raise _not_understood(text, "amount", "615000 or 615000.00")
    if not stated.amount.is_finite() or stated.amount < 0:
        raise _not_understood(text, "amount of zero or more", "615000 or 615000.00")
    return stated


def visits(text: str) -> int:
    """Read a count of visits a month: `54432000`, `54,432,000`, `60 M`, `250k`."""
    from arraywise.worksheets.input_parsing import read_amount

    scaled = read_amount(text, ".") if text[-1:].isalpha() else None
    if scaled is not None and scaled > 0 and scaled == int(scaled):
        return int(scaled)
    digits = re.sub(r"[ _,]", "", text)
    if not digits.isdecimal():
        raise _not_understood(text, "count of visits", "54432000")
    return int(digits)


def share(text: str) -> float:
    """Read a share: `0.2` or `20%`."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise _not_understood(text, "share", "0.2 or 20%") from None
    if not math.isfinite(value):
        raise _not_understood(text, "share", "0.2 or 20%")
    return value


def percentage(text: str) -> Decimal:
    """Read a percentage, `8` or `8%`; returns the share."""
    try:
        value = Decimal(text.removesuffix("%")) / 100
    except InvalidOperation:
        raise _not_understood(text, "percentage", "8 or 8.25%") from None
    return value


def currency(text: str) -> str:
    """Read an ISO 4217 currency code."""
    if not re.fullmatch(r"[A-Za-z]{3}", text):
        raise _not_understood(text, "ISO 4217 currency", "EUR or BRL")
    return text.upper()


def column(text: str) -> tuple[str, str]:
    """Read what a column holds: `unit price=Stückpreis`."""
    name, sign, heading = text.partition("=")
    if not (sign and name.strip() and heading.strip()):
        raise _not_understood(text, "column", '"unit price=Stückpreis"')
    return name, heading


_RULES = {rule.value.replace(" ", "-"): rule for rule in Rule}


def rule(text: str) -> Rule:
    """Read a recommendation rule: `best-value`, `lowest-price` or `frontier`."""
    if text not in _RULES:
        raise _not_understood(text, "rule", ", ".join(_RULES))
    return _RULES[text]


_LOADS = {
    "tx/s": LoadUnit.TPS,
    "tps": LoadUnit.TPS,
    "tx/min": LoadUnit.TPM,
    "tpm": LoadUnit.TPM,
    "users": LoadUnit.USERS,
    "iops": LoadUnit.IOPS,
    "visits/month": LoadUnit.VISITS,
}
_LOAD = re.compile(r"([\d,_]*\.?\d+(?:[eE][-+]?\d+)?) *([A-Za-z/]+)")
_TIMES_AWR = re.compile(r"awr *[x*] *(\d*\.?\d+)", re.IGNORECASE)


def load(text: str) -> tuple[LoadUnit, float]:
    """Read a load with its unit: `84 tx/s`, `50000 IOPS`, `awr x 1.5`."""
    times = _TIMES_AWR.fullmatch(text.strip())
    if times is not None:
        return LoadUnit.AWR, float(times[1])
    stated = _LOAD.fullmatch(text.strip())
    if stated is None or stated[2].lower() not in _LOADS:
        raise _not_understood(text, "load", "'84 tx/s', '50000 IOPS' or 'awr x 1.5'")
    return _LOADS[stated[2].lower()], float(re.sub("[,_]", "", stated[1]))


_RATE_UNITS = {"KB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "MiB/s": 2.0**20, "GiB/s": 2.0**30}


def bytes_per_second(text: str) -> float:
    """Read a rate of data such as `1.5GB/s`."""
    match = re.fullmatch(r"\s*(\d*\.?\d+)\s*([A-Za-z]+/s)\s*", text)
    if match is None or match[2] not in _RATE_UNITS:
        raise _not_understood(text, "throughput", "1.5GB/s or 800MiB/s")
    return float(match[1]) * _RATE_UNITS[match[2]]


_SIZES = {"": 1.0, "B": 1.0, "KB": 1e3, "MB": 1e6, "KiB": 1024.0, "MiB": 2.0**20}


def size(text: str) -> float:
    """Read a size such as `8KiB`; bytes where no unit stands."""
    match = re.fullmatch(r"\s*(\d*\.?\d+)\s*([A-Za-z]*)\s*", text)
    if match is None or match[2] not in _SIZES:
        raise _not_understood(text, "size", "8KiB or 8192")
    return float(match[1]) * _SIZES[match[2]]


_BASES = {each.value.replace(" ", "-"): each for each in Basis if each is not Basis.NONE}


def basis(text: str) -> Basis:
    """Read a basis of an outcome: `measured`, `measured-once`, `modelled`, `io` ..."""
    if text not in _BASES:
        raise _not_understood(text, "basis", ", ".join(_BASES))
    return _BASES[text]


def threshold(text: str) -> tuple[str, float]:
    """Read a threshold with its new place: `near_busy=85%`."""
    name, _, value = text.partition("=")
    return name.strip(), share(value)


def parser(asked: str = "") -> argparse.ArgumentParser:
    """Build the parser with a sub-parser a command; where one is asked for, with that alone."""
    main = argparse.ArgumentParser(
        prog="arraywise",
        description="From the result files of a storage lab to a purchase decision.",
        epilog="Without a command the window opens: arraywise [STUDY]",
    )
    main.add_argument("--version", action="version", version=f"arraywise {__version__}")
    commands_of = main.add_subparsers(metavar="COMMAND", required=True)
    for name in (asked,) if asked in COMMANDS else COMMANDS:
        does, add_arguments, command = COMMANDS[name]
        command_parser = commands_of.add_parser(name, help=does, description=does)
        add_arguments(command_parser)
        command_parser.set_defaults(command=command)
    return main


def _demo(p: argparse.ArgumentParser) -> None:
    p.add_argument("--out", type=path, default=Path("build/demo"), metavar="DIR")
    p.add_argument("--study", default="worked-example", metavar="NAME")


def _new(p: argparse.ArgumentParser) -> None:
    p.add_argument("study", type=path)
    p.add_argument("--currency", type=currency, default="EUR", metavar="ISO")
    p.add_argument("--client", default="", metavar="NAME")


def _inspect(p: argparse.ArgumentParser) -> None:
    p.add_argument("files", type=path, nargs="+", metavar="FILE")
    p.add_argument("--json", action="store_true")


def _import(p: argparse.ArgumentParser) -> None:
    p.add_argument("study", type=path)
    p.add_argument("files", type=path, nargs="+", metavar="FILE")
    option = p.add_mutually_exclusive_group()
    option.add_argument(
        "--option", metavar="NAME", help="made when it is named for the first time"
    )
    option.add_argument(
        "--make-options",
        action="store_true",
        help="make the options that files, folders and names speak of",
    )
    p.add_argument(
        "--decimal",
        choices=("comma", "point"),
        help="decimal mark of numbers that can be read in two ways",
    )
    p.add_argument("--json", action="store_true")


def _price(p: argparse.ArgumentParser) -> None:
    p.add_argument("study", type=path)
    p.add_argument("--option", required=True, metavar="NAME")
    p.add_argument("sheet", type=path)
    p.add_argument(
        "--map",
        type=column,
        action="append",
        default=[],
        dest="columns",
        metavar='"unit price=Stückpreis"',
        help="which heading names a field, or is to be left out (leave out=...); remembered for"
        " sheets with these headings",
    )
    p.add_argument(
        "--extended",
        choices=("printed", "computed"),
        help="which counts where a printed extended price is not unit price x quantity",
    )
    p.add_argument(
        "--rate",
        type=money,
        metavar="5.43",
        help="what one unit of the sheet's currency is in the study's",
    )
    p.add_argument("--rate-date", default="", metavar="2026-11-20")
    p.add_argument("--rate-source", default="", metavar="ECB")
    p.add_argument("--servers", action=argparse.BooleanOptionalAction, default=None,
                   help="price the lines marked as servers, for all options")  # fmt: skip
    p.add_argument("--discount-rate", type=percentage, metavar="8",
                   help="price all options at their net present value, by so many percent a year;"
                        " 0: undiscounted")  # fmt: skip


def _provision(p: argparse.ArgumentParser) -> None:
    p.add_argument("study", type=path)
    p.add_argument("--option", required=True, metavar="NAME")
    p.add_argument("--minutes", type=minutes, required=True, metavar="42,40,45,41,43",
                   help="one a repetition, or estimates: '12 +- 1.5' (mean and standard error),"
                   " '10 / 12 / 20' (least, most likely, most)")  # fmt: skip


def _option(p: argparse.ArgumentParser) -> None:
    p.argument_default = argparse.SUPPRESS
    p.add_argument("study", type=path)
    p.add_argument("option", nargs="?", metavar="NAME", help="all are listed without it")
    yes_or_no, answers = or_none(yes, "unknown"), "yes|no|unknown"
    p.add_argument(
        "--shared", type=yes_or_no, metavar=answers, help="several hosts can use it at once"
    )
    p.add_argument(
        "--files", type=yes_or_no, metavar=answers, help="it serves files to hosts: NFS or SMB"
    )
    p.add_argument(
        "--restore",
        type=or_none(hours, "unknown"),
        metavar="4h",
        help="longest time that restoring its service takes, or 'unknown'",
    )


def _require(p: argparse.ArgumentParser) -> None:
    p.argument_default = argparse.SUPPRESS  # what is not named is not there
    p.add_argument("study", type=path)
    p.add_argument("--response-time", type=or_none(seconds), dest="response_time_s",
                   metavar="200ms", help="'none': load, price, other rules decide")  # fmt: skip
    p.add_argument("--io-latency", type=or_none(seconds), dest="storage_latency_s", metavar="1ms",
                   help="target on the storage: longest mean latency of an I/O")  # fmt: skip
    p.add_argument("--throughput", type=or_none(bytes_per_second), dest="min_throughput_b_s",
                   metavar="1.5GB/s", help="least rate of large I/O, or 'none'")  # fmt: skip
    p.add_argument("--load", type=load, dest="stated_load", metavar='"84 tx/s"',
                   help="'84 tx/s', '5040 tx/min', '300 users', '50000 IOPS',"
                        " '54432000 visits/month', or 'awr x 1.5'")  # fmt: skip
    p.add_argument("--think-time", type=or_none(seconds), dest="think_time_s", metavar="1s",
                   help="of a user between two transactions; for a load in users")  # fmt: skip
    p.add_argument("--storage-share", type=or_none(share), metavar="50%",
                   help="share of the target that the storage may take, where the rest of a"
                        " transaction is not known")  # fmt: skip
    p.add_argument("--least-basis", type=basis, metavar="{" + ",".join(_BASES) + "}",
                   help="weakest basis on which an outcome counts")  # fmt: skip
    p.add_argument("--statistic", choices=STATISTICS)
    p.add_argument("--visits-per-month", type=visits, metavar="54432000")
    p.add_argument("--convention", type=Convention, choices=list(Convention))
    p.add_argument("--transactions-per-visit", type=float, metavar="1")
    p.add_argument("--days-per-month", type=int, choices=range(28, 32))
    p.add_argument("--traffic-share", type=share, metavar="0.8")
    p.add_argument("--time-share", type=share, metavar="0.2")
    p.add_argument("--growth-per-month", type=share, metavar="1%")
    p.add_argument("--horizon-months", type=int, metavar="36")
    p.add_argument("--reserve", type=share, metavar="20%")
    p.add_argument("--min-headroom", type=share, metavar="5%")
    p.add_argument("--budget", type=or_none(money), metavar="700000", help="'none' takes it back")
    p.add_argument(
        "--price-range",
        type=money,
        nargs=2,
        metavar=("300000", "900000"),
        help="price worth 100 points and price worth none; without it the budget decides, or a"
        " range that is proposed from the first price",
    )
    p.add_argument("--shared-storage", action=_Switch, dest="needs_shared_storage")
    p.add_argument("--files", action=_Switch, dest="needs_files", help="NFS or SMB")
    p.add_argument(
        "--restore-within",
        type=or_none(hours),
        dest="max_restore_s",
        metavar="4h",
        help="recovery time objective; 'none' takes it back",
    )
    p.add_argument("--rule", type=rule, metavar="{" + ",".join(_RULES) + "}")


def _profile(p: argparse.ArgumentParser) -> None:
    p.argument_default = argparse.SUPPRESS  # what is not named is not there
    p.add_argument("study", type=path)
    p.add_argument("--from", type=path, dest="source", default=None, metavar="FILE",
                   help="Swingbench results: reads and writes from their DML counts")  # fmt: skip
    p.add_argument("--hit-ratio", type=share, default=None, metavar="95%",
                   help="share of the reads that the buffer cache serves")  # fmt: skip
    none = "; 'none' removes it"
    for flag, read, name, shown, says in (
        ("--reads", float, "reads", "20", "read requests of a transaction that reach the storage"),
        ("--writes", float, "writes", "5", "write requests, redo included"),
        ("--block", size, "block_bytes", "8KiB", "size of a small request"),
        ("--large", size, "large_bytes", "1MB", "bytes moved by large requests"),
        ("--sync-reads", float, "sync_reads", "20", "reads waited for one after the other"),
        ("--sync-reads-most", float, "sync_reads_high", "22", "the same, at most"),
        ("--log-writes", float, "log_writes", "1", "waits for the log"),
        ("--cpu", seconds, "cpu_s", "3ms", "processor time of the database"),
        ("--rest", seconds, "rest_s", "5ms", "time of a transaction without the storage's"),
        ("--overlap", float, "overlap", "1", "reads that run at the same time"),
        ("--rate", float, "transactions_per_s", "280", "transactions a second it was taken at"),
    ):
        p.add_argument(flag, type=or_none(read), dest=name, metavar=shown, help=says + none)
    p.add_argument("--json", action="store_true", default=False)


def _thresholds(p: argparse.ArgumentParser) -> None:
    p.add_argument("study", type=path)
    p.add_argument("--set", type=threshold, nargs="+", default=(), metavar="near_busy=85%",
                   dest="moved")  # fmt: skip
    p.add_argument("--reset", action="store_true", help="all others to their defaults")
    p.add_argument("--as-tested", action=argparse.BooleanOptionalAction, default=None,
                   help="count levels that hosts limited too")  # fmt: skip


def _decide(p: argparse.ArgumentParser) -> None:
    p.add_argument("study", type=path)
    p.add_argument("--scenario", metavar="NAME", help="as if it were in use; 'base' is the base")
    p.add_argument("--json", action="store_true")


_SECTIONS = (
    "leave out: summary, options, performance, prices, provisioning, scoring, map, findings,"
    " method, trace, evidence"
)


def _report(p: argparse.ArgumentParser) -> None:
    p.add_argument("study", type=path)
    p.add_argument("-o", "--out", type=path, required=True, metavar="OUT.pdf")
    p.add_argument("--language", choices=LANGUAGES)
    p.add_argument("--paper", choices=PAPERS)
    p.add_argument("--author", metavar="NAME")
    p.add_argument("--logo", type=path, metavar="PICTURE", help="a PNG or JPEG file")
    p.add_argument("--accent", metavar="#RRGGBB", help="colour of bars and rules")
    p.add_argument("--without", action="append", metavar="SECTION", help=_SECTIONS)
    p.add_argument("--attach", action="append", choices=("workbook", "evidence"))


def _export(p: argparse.ArgumentParser) -> None:
    p.add_argument("study", type=path)
    p.add_argument("-o", "--out", type=path, required=True, metavar="OUT.xlsx")
    p.add_argument("--language", choices=LANGUAGES)


COMMANDS = {
    "demo": ("build the sample study and its documents", _demo, commands.demo),
    "new": ("make an empty study", _new, commands.new),
    "inspect": ("say what is in result files, without a study", _inspect, commands.inspect),
    "import": ("import result files or folders as evidence", _import, commands.import_evidence),
    "price": ("read an option's price sheet (.csv, .xlsx)", _price, commands.price),
    "provision": ("set an option's provisioning times", _provision, commands.provision),
    "option": ("list the options, or state what one can do", _option, commands.option),
    "require": ("set the requirement; what is not named stays", _require, commands.require),
    "profile": (
        "say, or print, what a transaction asks of the storage",
        _profile,
        commands.profile,
    ),
    "thresholds": ("list or move the lines of the audit", _thresholds, commands.thresholds),
    "decide": ("screen, score, recommend", _decide, commands.decide),
    "report": ("write the PDF", _report, commands.report),
    "export": ("write the workbook with live formulas", _export, commands.export),
}
"""Name, what it does, its arguments, what it calls."""
