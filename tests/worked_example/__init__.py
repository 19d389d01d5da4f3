"""The lab of the worked example: a queueing model whose true answers are known, and its files.

`python -m tests.worked_example` writes `data/worked-example/` and `truth.json`, the same bytes
each time. Nothing in it was measured on a real system, and every file states it.
"""
