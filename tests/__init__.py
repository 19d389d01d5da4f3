"""Tests and benches run as the program does (`arraywise/__main__.py`): algebra on one thread."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
