"""A user who edits at random through the real use cases, and goes back and forth."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from arraywise.domain.criteria import DEFAULT_CRITERIA
from arraywise.domain.options import ProvisioningTime
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.inputs import list_options
from arraywise.store.study import create_study, open_study
from arraywise.usecases.edit_criteria import with_equal_weights
from arraywise.usecases.edit_evidence import (
    assign_files_to_option,
    remove_files,
    set_monitor_clock_offset,
    set_run_setting,
)
from arraywise.usecases.edit_options import remove_option, upsert_provisioning_times
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_requirement, set_study_info
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import redo_step, undo_step
from tests.usecases.edits import set_criteria
from tests.usecases.result_files import dstat, orion

if TYPE_CHECKING:
    from pathlib import Path


from tests.usecases.undoable import RUNS, content


def sheet(*prices: str) -> PriceSheet:
    lines = (PriceLine(f"line {i}", Decimal(price)) for i, price in enumerate(prices, 1))
    return PriceSheet("EUR", tuple(lines))


class Editing(RuleBasedStateMachine):
    """A user who edits at random, and goes back and forth."""

    folder: Path

    @initialize()
    def start(self) -> None:
        Editing.folder.mkdir(exist_ok=True)
        self.count = len(list(Editing.folder.iterdir()))
        path = Editing.folder / f"{self.count}.arraywise"
        self.study = create_study(path, name="x")
        self.states = [content(self.study)]
        self.place = 0

    def did(self) -> None:
        """Note the state that an action led to; one without effect is none."""
        now = content(self.study)
        if now != self.states[self.place]:
            self.states[self.place + 1 :] = [now]
            self.place += 1

    @rule(visits=st.integers(0, 9), budget=st.sampled_from(["1", "1.0", "1.10", None]))
    def ask(self, visits: int, budget: str | None) -> None:
        money = None if budget is None else Decimal(budget)
        set_requirement(self.study, Requirement(visits_per_month=visits, budget=money))
        self.did()

    @rule(prices=st.lists(st.sampled_from(["1", "1.0", "2.50"]), max_size=3))
    def price(self, prices: list[str]) -> None:
        upsert_prices(self.study, "NAS", sheet(*prices) if prices else None)
        self.did()

    @rule(seconds=st.lists(st.floats(0.1, 9), max_size=3))
    def provision(self, seconds: list[float]) -> None:
        times = [ProvisioningTime("all", i, s) for i, s in enumerate(seconds)]
        upsert_provisioning_times(self.study, "DAS", times)
        self.did()

    @rule(equal=st.booleans())
    def weigh(self, equal: bool) -> None:  # noqa: FBT001 - hypothesis gives it by name
        set_criteria(self.study, with_equal_weights(DEFAULT_CRITERIA) if equal else ())
        self.did()

    @rule(name=st.sampled_from(["A", "B"]))
    def name_study(self, name: str) -> None:
        set_study_info(self.study, name=name)
        self.did()

    @rule(number=st.integers(1, 3))
    def take_files(self, number: int) -> None:
        lab = Editing.folder / f"lab{self.count}"
        lab.mkdir(exist_ok=True)
        (lab / f"{number}_summary.txt").write_text(orion(number))
        (lab / f"{number}_dstat.csv").write_text(dstat(4, number / 1000))
        import_files(self.study, sorted(lab.iterdir()), option="NAS" if number == 1 else None)
        self.did()

    @rule(place=st.integers(0, 5), how=st.sampled_from(["remove", "assign", "clock", "free"]))
    def touch_files(self, place: int, how: str) -> None:
        ids = [row.id for row in list_files(self.study)][place:]
        if how == "remove":
            remove_files(self.study, ids)
        elif how == "clock":
            set_monitor_clock_offset(self.study, ids, 60.0 * place)
        else:
            assign_files_to_option(self.study, ids, "DAS" if how == "assign" else None)
        self.did()

    @rule(processors=st.integers(1, 3))
    def set_runs(self, processors: int) -> None:
        with self.study.cursor() as cursor:
            rows = cursor.execute(RUNS).fetchall()
        set_run_setting(self.study, [id_ for (id_,) in rows], "processors", str(processors))
        self.did()

    @rule(place=st.integers(0, 2))
    def drop_option(self, place: int) -> None:
        for option in list_options(self.study)[place : place + 1]:
            remove_option(self.study, option.id)
            self.did()

    @rule(steps=st.integers(1, 4))
    def go_back(self, steps: int) -> None:
        for _ in range(steps):
            assert (undo_step(self.study) is not None) == (self.place > 0)
            self.place = max(0, self.place - 1)
        self.check()

    @rule(steps=st.integers(1, 4))
    def go_forth(self, steps: int) -> None:
        for _ in range(steps):
            assert (redo_step(self.study) is not None) == (self.place < len(self.states) - 1)
            self.place = min(len(self.states) - 1, self.place + 1)
        self.check()

    @rule()
    def reopen(self) -> None:
        path = self.study.path
        self.study.close()
        self.study = open_study(path)
        self.check()

    def check(self) -> None:
        assert content(self.study) == self.states[self.place]

    def teardown(self) -> None:
        if not hasattr(self, "study"):
            return
        while undo_step(self.study) is not None:
            self.place -= 1
        assert self.place == 0
        assert content(self.study) == self.states[0]
        while redo_step(self.study) is not None:
            self.place += 1
        assert content(self.study) == self.states[-1]
        assert self.place == len(self.states) - 1
        self.study.close()


def test_any_edits_can_be_gone_through_back_and_forth(tmp_path: Path) -> None:
    Editing.folder = tmp_path / "studies"
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Editing,
        settings=settings(
            max_examples=6, stateful_step_count=20, suppress_health_check=list(HealthCheck)
        ),
    )
