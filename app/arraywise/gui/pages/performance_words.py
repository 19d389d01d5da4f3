"""What the Performance page calls limits, tests to come, and pairs of options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from arraywise.gui import figures

if TYPE_CHECKING:
    from arraywise.domain.decision import OptionAnswer, ResponseComparison, ThroughputShape

translate = QCoreApplication.translate

LIMITS: dict[str, Any] = {
    "figures contradict each other": QT_TRANSLATE_NOOP("Limits", "Contradiction"),
    "memory paged": QT_TRANSLATE_NOOP("Limits", "Memory"),
    "processors shared": QT_TRANSLATE_NOOP("Limits", "Shared CPU"),
    "host processors exhausted": QT_TRANSLATE_NOOP("Limits", "Host CPU"),
    "host processors nearly exhausted": QT_TRANSLATE_NOOP("Limits", "Host CPU, nearly"),
    "one processor alone": QT_TRANSLATE_NOOP("Limits", "One CPU"),
    "client exhausted": QT_TRANSLATE_NOOP("Limits", "Client"),
    "link saturated": QT_TRANSLATE_NOOP("Limits", "Path"),
    "storage": QT_TRANSLATE_NOOP("Limits", "Storage"),
    "contention": QT_TRANSLATE_NOOP("Limits", "Contention"),
    "nothing yet": QT_TRANSLATE_NOOP("Limits", "Nothing yet"),
    "not monitored": QT_TRANSLATE_NOOP("Limits", "Not known"),
}
"""By `LoadLevel.bottleneck`."""


def limit_word(bottleneck: str) -> str:
    """Return what limited a level, in a word or two."""
    source = LIMITS.get(bottleneck)
    return translate("Limits", source) if source else figures.EN_DASH


def next_test(option: OptionAnswer) -> str:
    """Say what to test next and what that would settle; nothing where all is settled."""
    planned = option.next_test
    if planned is None:
        return ""
    text = translate("OptionsShown", "Test next: {option} at {users} users, {runs} runs.")
    said = text.format(
        option=option.option.name,
        users=figures.number(planned.users),
        runs=figures.number(planned.runs),
    )
    low, high, now = planned.response_s.low, planned.response_s.high, option.response_s
    if low is None or high is None:
        return said
    expected = {"after": figures.milliseconds(high - low)}
    if now.low is None or now.high is None:
        text = translate("OptionsShown", "Its interval would then be {after} ms wide.")
        return f"{said} {text.format(**expected)}"
    text = translate("OptionsShown", "The interval would narrow from {before} ms to {after} ms.")
    return f"{said} {text.format(before=figures.milliseconds(now.high - now.low), **expected)}"


def pair_tip(pair: ResponseComparison) -> str:
    """Return the figures behind a pair."""
    text = translate("OptionsShown", "{first} / {second}: {ratio} [{low} \u2026 {high}], p = {p}")
    return text.format(
        first=pair.options[0],
        second=pair.options[1],
        ratio=figures.number(pair.ratio.point, 3),
        low=figures.number(pair.ratio.low, 3),
        high=figures.number(pair.ratio.high, 3),
        p=figures.number(pair.adjusted_p, 3),
    )


def shape_tip(option: OptionAnswer, shape: ThroughputShape | None) -> str:
    """Return the parameters of the scalability law; nothing where it was not fitted."""
    if shape is None:
        return ""
    text = translate(
        "OptionsShown",
        "{option}: \u03b1 {alpha} [{alpha_low} \u2026 {alpha_high}], \u03b2 {beta}"
        " [{beta_low} \u2026 {beta_high}], \u03b3 {gamma} tx/s; {levels} levels",
    )
    alpha, beta = shape.alpha, shape.beta
    return text.format(
        option=option.option.name,
        alpha=figures.number(alpha.point, 4),
        alpha_low=figures.number(alpha.low, 4),
        alpha_high=figures.number(alpha.high, 4),
        beta=figures.number(beta.point, 6),
        beta_low=figures.number(beta.low, 6),
        beta_high=figures.number(beta.high, 6),
        gamma=figures.number(shape.gamma.point, 2),
        levels=figures.number(shape.levels),
    )
