"""What sheets and results are called by the names of options, and formulas that follow these."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.sheets import CRITERIA, REQUIREMENT, WORKINGS
from arraywise.sheets.rewriting import with_name_renamed, with_sheet_renamed
from arraywise.sheets.tokens import name_by_option
from arraywise.store.reading.options import list_options
from arraywise.store.reading.sheets import typed_cells

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.options import Option
    from arraywise.domain.sheets import TypedCell
    from arraywise.store.study import Study

_LONGEST_SHEET = 60
_LONGEST_PREFIX = 40
_OWN = frozenset(name.casefold() for name in (WORKINGS, REQUIREMENT, CRITERIA))


def prices_name(option: Option) -> str:
    """Return what an option's price sheet is called: as the option, unless that is taken."""
    name = option.name[:_LONGEST_SHEET]
    return f"{name} prices" if name.casefold() in _OWN else name


def times_name(option: Option) -> str:
    """Return what an option's sheet of provisioning times is called."""
    return f"{option.name[:_LONGEST_SHEET]} provisioning"


def option_prefixes(options: Iterable[Option]) -> dict[int, str]:
    """Return what the names of an option's results begin with: `Option_NAS_NFS`.

    What is no letter or digit becomes an underscore; names that would be the same get a number.
    """
    prefixes: dict[int, str] = {}
    taken: set[str] = set()
    for option in options:
        plain = re.sub(r"\W+", "_", option.name).strip("_")[:_LONGEST_PREFIX] or "unnamed"
        name, number = f"Option_{plain}", 2
        while name.casefold() in taken:
            name, number = f"Option_{plain}_{number}", number + 1
        taken.add(name.casefold())
        prefixes[option.id] = name
    return prefixes


def _by_own_name(option: Option) -> str:
    """Return what the names by an option's own name begin with: `Option("NAS")`."""
    return name_by_option(option.name, "").removesuffix(".")


def formulas_after_rename(study: Study, renamed: Option) -> tuple[TypedCell, ...]:
    """Return the cells whose formulas read otherwise once an option has its new name."""
    before = list_options(study)
    after = tuple(renamed if option.id == renamed.id else option for option in before)
    sheets = [
        (name(old), name(new))
        for old, new in zip(before, after, strict=True)
        for name in (prices_name, times_name)
        if name(old) != name(new)
    ]
    old_names, new_names = option_prefixes(before), option_prefixes(after)
    results = {old_names[id_].casefold(): new_names[id_] for id_ in old_names}
    own_names = (
        (_by_own_name(one), _by_own_name(other)) for one, other in zip(before, after, strict=True)
    )
    results |= {old.casefold(): new for old, new in own_names}

    def called(name: str) -> str:
        prefix, dot, rest = name.rpartition(".")
        return results.get(prefix.casefold(), prefix) + dot + rest

    changed = []
    for cell in typed_cells(study).values():
        text = cell.text
        if not text.startswith("="):
            continue
        for old, new in sheets:
            text = with_sheet_renamed(text, cell.decimal, old, new)
        if "option" in text.casefold():
            text = with_name_renamed(text, cell.decimal, called)
        if text != cell.text:
            changed.append(cell.with_text(text))
    return tuple(changed)
