"""Small recordings are written together, and hold what each would hold that is loaded alone."""

from __future__ import annotations

from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import read_sources
from arraywise.store.connection import connect, new_private_directory_path
from arraywise.store.samples import SmallTables, load_samples, samples_table_name
from tests.importers.golden import sample_files

_LEAP = (
    b'"Dstat 0.7.3 CSV output"\n"Host:","db",,,"User:","a"\n'
    b'"Cmdline:","dstat -tc 60",,,"Date:","28 Feb 2027 23:58:00 UTC"\n'
    b'"system","total cpu usage",\n"time","usr","sys","idl","wai","stl"\n'
    b"28-02 23:58:00,1,2,3,4,5\n28-02 23:59:00,1.5,,3e2,4,5\n01-03 00:00:00,1,2,3,4,5\n"
)


def test_what_is_written_together_is_what_is_loaded_alone() -> None:
    texts = [path.read_bytes() for path in sample_files() if path.stat().st_size < 200_000]
    texts += [_LEAP, _LEAP.replace(b"28 Feb", b"31 Dec").replace(b"28-02", b"31-12")]
    sources = [Source(f"{i}.csv", data) for i, data in enumerate(texts)]
    tables = [
        (table, source.data)
        for source, reading in zip(sources, read_sources(sources), strict=True)
        for run in reading.runs
        for table in run.samples
    ]
    private = new_private_directory_path()
    cursor = connect(":memory:", private)
    cursor.execute("CREATE SCHEMA samples")
    small = SmallTables()
    together = {i: small.queue_if_plain(table, data, i) for i, (table, data) in enumerate(tables)}
    small.write_queued(cursor)
    taken = {i: loaded for i, loaded in together.items() if loaded is not None}
    assert len(taken) > len(tables) * 0.8
    for i, loaded in taken.items():
        table, data = tables[i]
        alone = load_samples(cursor, private, table, data, -1 - i)
        name = samples_table_name(len(table.columns))
        query = f"SELECT * EXCLUDE set_id FROM {name} WHERE set_id = ?"  # noqa: S608
        rows = [cursor.execute(query, [set_id]).fetchall() for set_id in (i, -1 - i)]
        assert sorted(map(str, rows[0])) == sorted(map(str, rows[1]))
        assert (loaded.row_count, loaded.first_at, loaded.last_at, loaded.columns_in_line) == (
            alone.row_count, alone.first_at, alone.last_at, alone.columns_in_line,
        )  # fmt: skip
    cursor.close()
