"""Files, folders and names point to options; where they do not, nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from arraywise.domain.evidence import Reading, Run, Status
from arraywise.domain.options import Option, guess_architecture
from arraywise.importing.filename_metadata import guess_option, list_option_hints

NAMES = ("DAS", "FC SAN", "FC SAN 16G", "NAS, 2 x 10 GbE", "Fluid Cache on DAS", "Blue box")
OPTIONS = [
    Option(i, name, guess_architecture(name), i, shared_storage=False)
    for i, name in enumerate(NAMES)
]


@pytest.mark.parametrize(
    ("path", "name", "option"),
    [
        ("lab/das/r1.xml", "das/r1.xml", "DAS"),
        ("lab/das/r1.xml", "r1.xml", "DAS"),  # the folder itself was named
        ("das/lab/r1/r1.xml", "r1.xml", None),  # too far up: it may mean anything
        ("lab/nfs_10/r1.xml", "nfs_10/r1.xml", "NAS, 2 x 10 GbE"),
        ("lab/nas_2_x_10_gbe/r1.xml", "nas_2_x_10_gbe/r1.xml", "NAS, 2 x 10 GbE"),
        ("lab/FC_SAN-16G.csv", "FC_SAN-16G.csv", "FC SAN 16G"),
        ("lab/FC_SAN-32G.csv", "FC_SAN-32G.csv", "FC SAN"),
        ("lab/fc/r1.csv", "fc/r1.csv", None),  # there are two of this architecture
        ("lab/blue_box/nothing.csv", "lab/blue_box/nothing.csv", "Blue box"),
        ("lab/das/blue-box.csv", "das/blue-box.csv", "Blue box"),
        ("lab/fluid_cache_on_das/r1.csv", "fluid_cache_on_das/r1.csv", "Fluid Cache on DAS"),
        ("lab/fcache_u030.csv", "fcache_u030.csv", "Fluid Cache on DAS"),
        ("lab/dashboard/r1.csv", "dashboard/r1.csv", None),
        ("lab/iscsi/r1.csv", "iscsi/r1.csv", None),
        ("r1.csv", "r1.csv", None),
    ],
)
def test_guesses(path: str, name: str, option: str | None) -> None:
    guess = guess_option(OPTIONS, Path("/srv") / path, name)
    assert (guess.name if guess else None) == option


@pytest.mark.parametrize(
    ("attributes", "option"),
    [
        ((("test_name", "nas_run2"),), "NAS, 2 x 10 GbE"),
        ((("cmdline", "dstat -tcd --output /results/blue-box/u30.csv 1"),), "Blue box"),
        ((("cmdline", "dstat -tcd --output /das/old/blue-box_u30.csv 1"),), "Blue box"),
        ((("cmdline", "dstat -tcd --output u30.csv 1 das"),), "FC SAN 16G"),  # by its folder
        ((("kernel", "das"),), "FC SAN 16G"),
        ((("comment", "NAS"), ("label", "Blue box")), "FC SAN 16G"),  # two: the names decide
    ],
)
def test_what_stands_in_a_file_comes_before_its_names(
    attributes: tuple[tuple[str, str], ...], option: str
) -> None:
    reading = Reading("dstat", Status.READ, (Run("r", complete=True, attributes=attributes),))
    stated = list_option_hints(reading)
    guess = guess_option(OPTIONS, Path("/srv/fc_san_16g/r1.csv"), "fc_san_16g/r1.csv", stated)
    assert guess is not None
    assert guess.name == option
