"""Sphinx's settings for the user guide, and what its pages take from the program itself."""

from __future__ import annotations

import sys
from pathlib import Path

# at set-up the program is not installed yet
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "app")]

project = "Arraywise"
author = copyright = ""  # noqa: A001 - Sphinx's own name
extensions = ["myst_parser", "from_program"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["pictures"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
gettext_compact = "guide"
gettext_allow_fuzzy_translations = False
figure_language_filename = "{path}{language}/{basename}{ext}"
suppress_warnings = ["myst.header"]
html_theme = "furo"
html_title = "Arraywise"
html_copy_source = html_show_sourcelink = html_show_copyright = html_show_sphinx = False
html_permalinks = False
smartquotes = False
highlight_language = "none"
