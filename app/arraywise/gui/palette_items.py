"""Gathers what the command palette offers from the menus and pages themselves."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from arraywise.gui.palette import Item
from arraywise.gui.wishes import Figure, ShowEvidence, ShowPage, ShowTrace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenuBar

    from arraywise.gui.pages.page import Page
    from arraywise.gui.study_frame import StudyFrame

translate = QCoreApplication.translate


def plain(text: str) -> str:
    """Return the text of an action without its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def keys_of(action: QAction) -> str:
    """Return the keys of an action as they are written on the keyboard."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def actions_of(bar: QMenuBar) -> Iterator[tuple[str, QAction]]:
    """Yield every action of the menus, with the title of its menu."""
    for top in bar.actions():
        yield from _inside(plain(top.text()), top)


def _entries(action: QAction) -> list[QAction]:
    """Return what stands in an action's menu; nothing where it has none."""
    menu: object = action.menu()
    return menu.actions() if isinstance(menu, QMenu) else []


def _inside(title: str, above: QAction) -> Iterator[tuple[str, QAction]]:
    for action in _entries(above):
        if _entries(action):
            yield from _inside(plain(action.text()), action)
        elif not action.isSeparator():
            yield title, action


def menu_items(bar: QMenuBar) -> list[Item]:
    """Return what stands in the menus; a page is one of them."""
    return [
        Item(title, plain(action.text()).rstrip("\u2026"), action.trigger, keys_of(action))
        for title, action in actions_of(bar)
        if action.isEnabled() and action.isVisible()
    ]


def page_items(frame: StudyFrame) -> list[Item]:
    """Return what the pages lead to besides themselves."""
    return [
        Item(page.title, text, partial(_lead, frame, page, open_it))
        for page in frame.pages
        if not page.is_empty
        for text, open_it in page.leads_to()
    ]


def _lead(frame: StudyFrame, page: Page, open_it: Callable[[], object]) -> None:
    frame.grant(ShowPage(page.key))
    open_it()


def study_items(frame: StudyFrame) -> list[Item]:
    """Return options, figures and files of the open study."""
    answer = frame.session.answer
    figures = {
        Figure.RESPONSE: translate("Palette", "response time"),
        Figure.CAPACITY: translate("Palette", "capacity"),
        Figure.PRICE: translate("Palette", "price"),
        Figure.PROVISIONING: translate("Palette", "provisioning time"),
    }
    options = [each.option for each in answer.options] if answer is not None else []
    found = [
        Item(translate("Palette", "Option"), o.name, partial(frame.show_option, o.id))
        for o in options
    ]
    said = translate("Palette", "{option}: {figure}, where it comes from")
    found += [
        Item(
            translate("Palette", "Figure"),
            said.format(option=o.name, figure=name),
            partial(frame.grant, ShowTrace(o.id, figure)),
        )
        for o in options
        for figure, name in figures.items()
    ]
    found += [
        Item(translate("Palette", "File"), name, partial(frame.grant, ShowEvidence(name)))
        for name in frame.file_names
    ]
    return found
