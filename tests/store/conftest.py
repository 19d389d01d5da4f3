"""What every test of the store starts with."""

from tests.blank_study import blank_study_file, study

__all__ = ["blank_study_file", "study"]
