"""Texts in the window's language: names, formatted figures and translated messages."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from arraywise.domain.criteria import Criterion, kind_of
from arraywise.domain.decision import (
    FAILS,
    PASSES,
    Verdict,
    round_load,
)
from arraywise.domain.evidence import ESTIMATE, HIGH_END, LOW_END, Metric, Status
from arraywise.domain.messages import TRANSLATED_FIGURES, Message, Severity
from arraywise.domain.options import Architecture
from arraywise.domain.requirement import LoadUnit, Rule
from arraywise.domain.units import KIB, MIB
from arraywise.gui.widgets import figures
from arraywise.gui.widgets.figures import localise, number
from arraywise.present.figures import (
    criterion_title,
    describe_load_in_unit,
    load_unit_and_visits_per_unit,
)
from arraywise.present.labels import SEVERITY_WORDS, VERDICT_WORDS, status_reasons
from arraywise.present.language import catalogue_for_locale
from arraywise.present.numbers import lower_bound_sign

if TYPE_CHECKING:
    from collections.abc import Sequence
    from enum import StrEnum

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer, OptionAnswer, ScreenRule
    from arraywise.domain.messages import Figure, UserError
    from arraywise.domain.requirement import Requirement

_WORDS: dict[StrEnum, Any] = {
    Status.READ: QT_TRANSLATE_NOOP("Words", "Read"),
    Status.READ_WITH_PROBLEMS: QT_TRANSLATE_NOOP("Words", "Read with problems"),
    Status.INCOMPLETE: QT_TRANSLATE_NOOP("Words", "Incomplete"),
    Status.REFUSED: QT_TRANSLATE_NOOP("Words", "Refused"),
    Rule.BEST_VALUE: QT_TRANSLATE_NOOP("Words", "Best value"),
    Rule.LOWEST_PRICE: QT_TRANSLATE_NOOP("Words", "Lowest price"),
    Rule.FRONTIER: QT_TRANSLATE_NOOP("Words", "Frontier"),
    Architecture.DAS: QT_TRANSLATE_NOOP("Words", "DAS"),
    Architecture.FC_SAN: QT_TRANSLATE_NOOP("Words", "FC SAN"),
    Architecture.ISCSI_SAN: QT_TRANSLATE_NOOP("Words", "iSCSI SAN"),
    Architecture.NVME_TCP_SAN: QT_TRANSLATE_NOOP("Words", "NVMe/TCP SAN"),
    Architecture.NVME_FC_SAN: QT_TRANSLATE_NOOP("Words", "NVMe/FC SAN"),
    Architecture.NAS: QT_TRANSLATE_NOOP("Words", "NAS"),
    Architecture.HYPERCONVERGED: QT_TRANSLATE_NOOP("Words", "Hyperconverged"),
    Architecture.CLOUD_BLOCK: QT_TRANSLATE_NOOP("Words", "Cloud block storage"),
    Architecture.HOST_FLASH_CACHE: QT_TRANSLATE_NOOP("Words", "Host flash cache"),
    Architecture.OTHER: QT_TRANSLATE_NOOP("Words", "Other"),
    Metric.IOPS: QT_TRANSLATE_NOOP("Words", "IOPS"),
    Metric.THROUGHPUT: QT_TRANSLATE_NOOP("Words", "Throughput"),
    Metric.LATENCY: QT_TRANSLATE_NOOP("Words", "Latency"),
    Metric.TRANSACTION_RATE: QT_TRANSLATE_NOOP("Words", "Transaction rate"),
    Metric.RESPONSE_TIME: QT_TRANSLATE_NOOP("Words", "Response time"),
    Metric.TRANSACTIONS_COMPLETED: QT_TRANSLATE_NOOP("Words", "Completed"),
    Metric.TRANSACTIONS_FAILED: QT_TRANSLATE_NOOP("Words", "Failed"),
}
_OTHER_FIGURE: Any = QT_TRANSLATE_NOOP("Words", "Other figure")
"""Apart, for an architecture's `other` is the same text."""

_STATISTICS: dict[str, Any] = {
    "mean": QT_TRANSLATE_NOOP("Words", "mean"),
    "max": QT_TRANSLATE_NOOP("Words", "max."),
    "min": QT_TRANSLATE_NOOP("Words", "min."),
    "stddev": QT_TRANSLATE_NOOP("Words", "std. dev."),
    "total": QT_TRANSLATE_NOOP("Words", "total"),
    "waits": QT_TRANSLATE_NOOP("Words", "waits"),
    "busiest snapshot": QT_TRANSLATE_NOOP("Words", "busiest snapshot"),
    "reads": QT_TRANSLATE_NOOP("Words", "reads"),
    "writes": QT_TRANSLATE_NOOP("Words", "writes"),
    "bytes read": QT_TRANSLATE_NOOP("Words", "bytes read"),
    "bytes written": QT_TRANSLATE_NOOP("Words", "bytes written"),
    "small read": QT_TRANSLATE_NOOP("Words", "small read"),
    "large read": QT_TRANSLATE_NOOP("Words", "large read"),
    "geometric_mean": QT_TRANSLATE_NOOP("Words", "geom. mean"),
}

_RUN_TYPES: dict[str, Any] = {
    "host monitor": QT_TRANSLATE_NOOP("Words", "Host monitor"),
    "capacity in use": QT_TRANSLATE_NOOP("Words", "Capacity in use"),
    "network test": QT_TRANSLATE_NOOP("Words", "Network test"),
    "host description": QT_TRANSLATE_NOOP("Words", "Host description"),
    "published figures": QT_TRANSLATE_NOOP("Words", "Published figures"),
    "transaction log": QT_TRANSLATE_NOOP("Words", "Transaction log"),
    "access specifications": QT_TRANSLATE_NOOP("Words", "Access specifications"),
    "AWR figures": QT_TRANSLATE_NOOP("Words", "AWR figures"),
    "database report": QT_TRANSLATE_NOOP("Words", "Database report"),
}
"""Names of run types that the importers give where a file has none."""
_RULES_IN_SENTENCE: dict[Rule, Any] = {
    Rule.BEST_VALUE: QT_TRANSLATE_NOOP("WordsInside", "best value"),
    Rule.LOWEST_PRICE: QT_TRANSLATE_NOOP("WordsInside", "lowest price"),
    Rule.FRONTIER: QT_TRANSLATE_NOOP("WordsInside", "frontier"),
}


def display_name(member: StrEnum | Criterion) -> str:
    """Return the translated name of a criterion or of an enum's member."""
    if isinstance(member, Criterion):
        return translate_message(kind_of(member).label)
    if isinstance(member, Verdict):
        return translate_message(VERDICT_WORDS[member])
    if isinstance(member, Severity):
        return translate_message(SEVERITY_WORDS[member])
    source = _OTHER_FIGURE if member is Metric.OTHER else _WORDS.get(member)
    return _translate_or(source, str(member.value))


def _translate_or(source: str | None, otherwise: str) -> str:
    return QCoreApplication.translate("Words", source) if source else otherwise


def criterion_name(criterion: Criterion, discount_rate: Decimal | None) -> str:
    """Return the translated name of a criterion; the price's states a discounted one."""
    return translate_message(criterion_title(criterion, discount_rate))


def rule_in_sentence(rule: Rule) -> str:
    """Return the translated name of a rule within a sentence."""
    return QCoreApplication.translate("WordsInside", _RULES_IN_SENTENCE[rule])


def statistic_name(name: str) -> str:
    """Return the translated name of a statistic; percentiles keep their short name."""
    if name.endswith(LOW_END):
        text = QCoreApplication.translate("Words", "{statistic}, at least")
        return text.format(statistic=name.removesuffix(LOW_END))
    if name.endswith(HIGH_END):
        text = QCoreApplication.translate("Words", "{statistic}, at most")
        return text.format(statistic=name.removesuffix(HIGH_END))
    if name.endswith(ESTIMATE):
        text = QCoreApplication.translate("Words", "{statistic}, estimated")
        return text.format(statistic=name.removesuffix(ESTIMATE))
    return _translate_or(_STATISTICS.get(name), name)


def run_type_name(name: str) -> str:
    """Return the translated name of a run's type; one that a file names stays."""
    return _translate_or(_RUN_TYPES.get(name), name)


def format_count(count: int, one: str, many: str) -> str:
    """Return `one` for a count of 1, else `many` with `{count}` filled in."""
    return one if count == 1 else many.format(count=number(count))


def format_users(count: int) -> str:
    """Format a number of users."""
    one = QCoreApplication.translate("Evidence", "1 user")
    return format_count(count, one, QCoreApplication.translate("Evidence", "{count} users"))


def format_block_size(size: float) -> str:
    """Format a block size with its unit."""
    if size >= MIB:
        return f"{figures.plain(size / MIB)}\u00a0MiB"
    return f"{figures.plain(size / KIB)}\u00a0KiB"


def format_io_mix(block_bytes: float | None, write_share: float | None) -> str:
    """Format block size and share of writes, as far as they are known."""
    parts = [] if block_bytes is None else [format_block_size(block_bytes)]
    if write_share is not None:
        text = QCoreApplication.translate("Words", "{share}\u00a0% writes")
        parts.append(text.format(share=figures.percent(write_share)))
    return ", ".join(parts)


def tool_name(tool: str) -> str:
    """Return a tool's own name."""
    if tool == "unknown":
        return QCoreApplication.translate("Words", "not recognised")
    if tool == "document":
        return QCoreApplication.translate("Words", "document or script")
    if tool == "published":
        return QCoreApplication.translate("Words", "published figures")
    from arraywise.usecases.show_file import product_name  # of importers, which load late

    return product_name(tool)


def translate_message(message: Message) -> str:
    """Translate a message into the user's language, with figures in the locale."""
    template = catalogue_for_locale(QLocale().name()).get(message.template, message.template)
    template = template.replace(" %", "\u00a0%")  # no line begins with it
    if not message.figures:
        return template
    known = dict(message.figures)
    return "".join(
        literal
        if name is None
        else literal + _format_figure(_translate_figure(name, known[name]), spec)
        for literal, name, spec in _split_template(template)
    )


@lru_cache(maxsize=1024)
def _split_template(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return a template as texts, each with the name and format of the figure after it."""
    return tuple((text, name, spec or "") for text, name, spec, _ in Formatter().parse(template))


def _format_figure(value: Figure, spec: str) -> str:
    """Format one figure; what is no number stays as it is."""
    text = format(value, spec)
    if not isinstance(value, int | float | Decimal):
        return text
    is_german = QLocale().language() is QLocale.Language.German
    return localise(text).replace("%", "\u00a0%" if is_german else "%")


def _translate_figure(name: str, value: Figure) -> Figure:
    if isinstance(value, Message):
        return translate_message(value)
    if name == "statistic":
        return statistic_name(str(value))
    if isinstance(value, str) and (isinstance(value, Enum) or name in TRANSLATED_FIGURES):
        return catalogue_for_locale(QLocale().name()).get(str(value), str(value))
    return value


def error_text(error: UserError) -> str:
    """Return the translated message of an error."""
    return translate_message(error.message)


def status_reason(option: OptionAnswer, rules: Sequence[ScreenRule]) -> str:
    """Return why an option has its status: the verdict's reason, or the failed rules."""
    return "; ".join(map(translate_message, status_reasons(option, rules)))


def format_carried_load(answer: Answer, option: OptionAnswer | None) -> tuple[str, str] | None:
    """Return the load that an option carries and its unit, empty for millions of visits."""
    if option is None or option.limit_visits_per_month is None:
        return None
    unit, visits_for_one = load_unit_and_visits_per_unit(answer.requirement)
    visits, sign = option.limit_visits_per_month, lower_bound_sign(option)
    if unit is None:
        return f"{sign}{figures.millions(visits)}", ""
    return f"{sign}{number(round_load(visits / visits_for_one))}", translate_message(unit)


def format_load(requirement: Requirement, visits: float) -> str:
    """Format visits a month in the unit of the requirement's load."""
    unit, load = requirement.stated_load
    if unit is LoadUnit.VISITS:
        text = QCoreApplication.translate("Figures", "{visits} M visits")
        return text.format(visits=figures.millions(visits))
    load_in_unit = round_load(load * visits / max(requirement.visits_per_month, 1))
    return translate_message(describe_load_in_unit(unit, load_in_unit))


def translate_messages(sentences: tuple[Message, ...]) -> str:
    """Translate several messages into one text."""
    return " ".join(translate_message(message) for message in sentences)


def no_recommendation_reason(answer: Answer) -> str:
    """Return why no option is recommended."""
    if not any(option.status in PASSES for option in answer.options):
        if all(option.status in FAILS for option in answer.options):
            return QCoreApplication.translate("Answer", "No option passes")
        return QCoreApplication.translate("Answer", "No option is shown to pass")
    count = sum(option.on_frontier for option in answer.options)
    if answer.requirement.rule is Rule.FRONTIER and count:
        name = next(o.option.name for o in answer.options if o.on_frontier)
        text = QCoreApplication.translate("Answer", "{count} efficient options")
        if count == 1:
            text = QCoreApplication.translate("Answer", "Only {option} is efficient")
        return text.format(option=name, count=number(count))
    return QCoreApplication.translate("Answer", "None that passes has a price")


def criterion_unit(criterion: Criterion, currency: str) -> str:
    """Return the unit of a criterion."""
    unit = kind_of(criterion).unit
    return currency if unit is None else translate_message(unit)


def from_si(criterion: Criterion, value: float) -> float:
    """Return an SI value or an amount in the criterion's unit."""
    return float(f"{value * kind_of(criterion).units_per_si:.10g}")


def to_si(criterion: Criterion, value: float) -> float:
    """Return a value in the criterion's unit in SI, or as an amount."""
    return value / kind_of(criterion).units_per_si


def swing_range(setting: CriterionSetting, currency: str) -> str:
    """Return the range from worst to best that a swing stands for, with its unit."""
    if setting.limit is None or setting.aspiration is None:
        return figures.EN_DASH
    bounds = (from_si(setting.criterion, value) for value in (setting.limit, setting.aspiration))
    worst, best = (figures.plain(round(value, 3)) for value in bounds)
    return f"{worst} \u2192 {best} {criterion_unit(setting.criterion, currency)}"
