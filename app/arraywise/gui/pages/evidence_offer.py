"""Options that files without one propose, offered until they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui.pages import evidence_actions, evidence_said

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.gui.banner import Banner
    from arraywise.gui.pages.evidence_columns import EvidenceList
    from arraywise.gui.pages.evidence_said import Summary
    from arraywise.gui.session import Session
    from arraywise.usecases.proposing_options import OptionProposal


class OptionOffer:
    """Keeps what is proposed: by the latest import, else by the files that are there."""

    def __init__(
        self, session: Session, banner: Banner, say_rest: Callable[[Summary], None]
    ) -> None:
        """Offer in a banner; what an import leaves to look at is said once options are made."""
        self._session, self._banner, self._say_rest = session, banner, say_rest
        self._proposed: Sequence[OptionProposal] = ()
        self._was_listed = False

    def take_list(self, found: EvidenceList) -> list[str]:
        """Return names of the options that can be made; offer them when a study is opened."""
        left = self._left(found)
        if not left and found.proposals:
            self._proposed = left = found.proposals
        if left and not self._was_listed:
            self.offer(left, evidence_said.Summary("info", "", ""))
        self._was_listed = True
        return [proposal.name for proposal in left]

    def _left(self, found: EvidenceList) -> Sequence[OptionProposal]:
        loose = {row.file.id for row in found.rows if row.file.option_id is None}
        return tuple(p for p in self._proposed if not loose.isdisjoint(p.file_ids))

    def offer(self, proposals: Sequence[OptionProposal], said: Summary) -> None:
        """Offer options, and say how the import ended that proposes them."""
        self._proposed, self._was_listed = proposals, True
        put = evidence_said.offer(proposals, said)
        self._banner.say(
            put.kind, put.strong, put.text, link=put.link, action=lambda: self.make(said)
        )

    def make(self, said: Summary | None = None) -> None:
        """Make the options; say again what is left to look at."""
        evidence_actions.make_options(
            self._session,
            self._proposed,
            lambda _made: self._say_rest(said) if said and said.problems else None,
        )
