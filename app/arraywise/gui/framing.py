"""Makes the frame of a study for a window, page by page, so that the window never waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui import theme
from arraywise.gui.portions import Portions

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from PySide6.QtWidgets import QWidget

    from arraywise.gui.background import Background
    from arraywise.gui.session import Session
    from arraywise.gui.study_frame import StudyFrame
    from arraywise.store.study import Study


class Framing:
    """What is on its way into one window."""

    def __init__(
        self,
        window: QWidget,
        background: Background,
        take: Callable[[Session, StudyFrame], None],
    ) -> None:
        self._window, self._background, self._take = window, background, take
        self._under_way: Portions | None = None
        self.session: Session | None = None
        """A study that is open and not seen yet."""
        self._afterwards: list[Callable[[], object]] = []

    def open(self, study: Study) -> None:
        """Read a study and make its frame."""
        from arraywise.gui.session import Session

        self.session = Session(study, self._background)
        self.session.read_again()
        self.begin(self.session)

    def begin(self, session: Session) -> None:
        """Make a frame, in the present language; one that is under way is made no further."""
        if self._under_way is not None:
            self._under_way.drop()
            self._under_way = None
        self._under_way = self._background.do_in_portions(self._frame(session), self._window)

    def _frame(self, session: Session) -> Generator[None]:
        from arraywise.gui.page_room import PageStack
        from arraywise.gui.study_frame import StudyFrame, make_pages

        stack, pages = PageStack(), []
        for page in make_pages(session):
            pages.append(page)
            stack.addWidget(page)
            yield
            if page is pages[0]:  # which is seen first
                theme.dress(page)  # once it lies where it stays: Qt dresses anew what is moved
                yield
            else:
                theme.dress_when_seen(page)
        frame = StudyFrame(session, stack, pages)
        yield
        self._under_way = self.session = None
        self._take(session, frame)
        afterwards, self._afterwards = self._afterwards, []
        for do in afterwards:
            do()

    def afterwards(self, do: Callable[[], object]) -> None:
        """Do something as soon as the study that is on its way is seen."""
        self._afterwards.append(do)

    def clear(self, frame: StudyFrame) -> None:
        """Let a frame go that is seen no more; Qt takes long to delete all of it at once."""

        def parts() -> Generator[None]:
            for part in (*frame.pages, frame):
                part.deleteLater()
                yield

        frame.retire()
        Portions(parts(), self._window)

    def close(self) -> None:
        """Close a study that never came to be seen."""
        session, self.session = self.session, None
        self._afterwards.clear()
        if session is not None:
            session.close()
