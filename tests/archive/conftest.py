"""An empty study for tests of archives."""

from tests.blank_study import blank_study_file, study

__all__ = ["blank_study_file", "study"]
