"""What a study gives to an archive: rows of files, runs, measured points and prices; samples."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.store.encoding import StoredBytes, decode_raw
from arraywise.store.reading.inputs import list_options, read_price_sheets
from arraywise.store.reading.runs import read_io_points, read_load_runs, read_run_attributes
from arraywise.store.samples import TIME_COLUMN, samples_table_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arraywise.domain.options import Option
    from arraywise.domain.study import IoPoint, LoadRun
    from arraywise.store.study import Study

    Row = tuple[object, ...]

_FILES = """
SELECT id, name, sha256, size_bytes, tool, tool_version, status, imported_at, option_id
FROM evidence_file ORDER BY id
"""
_RUNS = """
SELECT r.id, r.file_id, r.name, r.complete, f.tool, r.started_at, r.duration_s, r.host,
       f.option_id
FROM run r JOIN evidence_file f ON f.id = r.file_id ORDER BY r.id
"""
_RAW = """
SELECT f.id, f.sha256, f.size_bytes, raw.compression, raw.bytes
FROM raw_file raw JOIN evidence_file f ON f.id = raw.file_id
"""
_RAW_AT_ONCE = 64
_CONTENT = """
SELECT table_name FROM duckdb_tables() WHERE database_name = current_database()
AND schema_name = 'main' AND NOT list_contains(?, table_name) ORDER BY table_name
"""
_NO_CONTENT = [
    *("application", "schema_version", "change", "history", "reject_errors"),
    *("raw_file", "series", "typed", "typed_elsewhere"),
]
"""Records of the study itself, and what follows from the hashes of files."""
_WIDTHS = """
SELECT DISTINCT count(*) FROM sample_column c JOIN sample_set s ON s.id = c.set_id
GROUP BY c.set_id
"""
_STATISTICS = ("mean", "p50", "p90", "p95", "p99")


class RawFile(NamedTuple):
    """Bytes of a file that a study keeps."""

    sha256: str
    """Of the bytes as they are kept."""
    masked: bool
    """Passwords were starred out, so that it is not the hash of the file."""


def iterate_raw_contents(study: Study) -> Iterator[tuple[int, RawFile, bytes]]:
    """Give the id and the bytes of each file that a study keeps, some at a time."""
    with study.cursor() as cursor:
        result = cursor.execute(_RAW)
        while rows := result.fetchmany(_RAW_AT_ONCE):
            for id_, sha256, size, form, stored in rows:
                raw = StoredBytes(form, stored)
                data = decode_raw(raw, size)
                stated = hashlib.sha256(data).hexdigest()
                if raw.is_starred or stated == sha256:
                    yield id_, RawFile(stated, raw.is_starred), data


def content_hash(study: Study) -> str:
    """Return a hash of all that is typed into a study, and of which files it has."""
    with study.cursor() as cursor:
        names = [name for (name,) in cursor.execute(_CONTENT, [_NO_CONTENT]).fetchall()]
        query = " UNION ALL ".join(
            f"SELECT '{name}', count(*), coalesce(sum(md5_number_lower(t::VARCHAR)), 0)::VARCHAR"  # noqa: S608
            f' FROM "{name}" t'
            for name in names
        )
        rows = cursor.execute(f"{query} ORDER BY 1").fetchall()
        kept = cursor.execute("SELECT file_id FROM raw_file ORDER BY file_id").fetchall()
    return hashlib.sha256(repr((rows, kept)).encode()).hexdigest()


def list_creation_and_changes(study: Study) -> list[str]:
    """Return what tells each state that a study went through, from its making to the last."""
    rows = study.rows(
        "SELECT created_at::VARCHAR FROM study_info UNION ALL"
        " (SELECT made_at::VARCHAR || what FROM change ORDER BY rowid)"
    )
    return [text for (text,) in rows]


class ArchiveRows:
    """Rows of a study for the tables of an archive, without study and revision.

    `models` are those of the arrays, by option; `raw` the files whose bytes go along, by id.
    """

    def __init__(
        self, study: Study, models: Mapping[int, str], raw: Mapping[int, RawFile]
    ) -> None:
        self._study, self._models, self._raw = study, models, raw
        self._options = {option.id: option for option in list_options(study)}
        with study.cursor() as cursor:
            self._files = cursor.execute(_FILES).fetchall()
            self._runs = cursor.execute(_RUNS).fetchall()
            self._attributes = read_run_attributes(cursor)
        self._run_by_id = {row[0]: row for row in self._runs}

    def rows_by_table(self) -> dict[str, list[Row]]:
        """Return the study's rows by table, with the columns in the order of the archive's."""
        return {
            "files": [
                (id_, *row, *self._option_columns(option_id), *self._raw.get(id_, (None, None)))
                for id_, *row, option_id in self._files
            ],
            "runs": list(self._run_rows()),
            "load_points": list(self._point_rows()),
            "prices": list(self._price_rows()),
        }

    def describe_options(self) -> list[dict[str, object]]:
        """Return all options with what is known of each; those without files and points too."""
        load, io = read_load_runs(self._study, with_hosts=False), read_io_points(self._study)
        points = Counter({option: len(runs) for option, runs in load.items()})
        points.update({id_: sum(p.group is None for p in of) for id_, of in io.items()})
        files = [(row[4], row[-1]) for row in self._files]  # tool, option
        return [
            {
                "name": option.name,
                "architecture": option.architecture.value,
                "model": self._models.get(option.id, option.name),
                "tools": sorted({tool for tool, of in files if of == option.id}),
                "files": sum(of == option.id for _, of in files),
                "points": points[option.id],
            }
            for option in self._options.values()
        ]

    def _option_columns(self, option_id: int | None) -> tuple[str | None, str | None, str | None]:
        option: Option | None = self._options.get(option_id or 0)
        if option is None:
            return None, None, None
        return option.name, option.architecture.value, self._models.get(option.id, option.name)

    def _run_rows(self) -> Iterator[Row]:
        for id_, file_id, name, complete, tool, started_at, duration_s, host, option in self._runs:
            yield (
                *(id_, file_id, name, complete, tool, started_at, duration_s, host),
                *self._option_columns(option),
                dict(reversed(self._attributes.get(id_, ()))),  # of two of a name the first counts
            )

    def _point_rows(self) -> Iterator[Row]:
        for option_id, runs in read_load_runs(self._study, with_hosts=False).items():
            for run in runs:
                responses = map(dict(run.responses_s).get, _STATISTICS)
                yield (
                    *(
                        *self._point_head_columns(run, option_id, run.degraded),
                        run.users,
                        None,
                        None,
                    ),
                    *(run.rate_tps, *responses, run.completed, run.failed, None, None, None),
                )
        states = {id_: dict(stated).get("degraded") for id_, stated in self._attributes.items()}
        for option_id, points in read_io_points(self._study).items():
            for point in points:
                if point.group is None:
                    head = self._point_head_columns(point, option_id, states.get(point.run_id))
                    yield (
                        *(*head, None, point.small_ios, point.large_ios, *[None] * 8),
                        *(point.iops, point.throughput_b_s, point.latency_s),
                    )

    def _point_head_columns(
        self, run_or_point: LoadRun | IoPoint, option_id: int, degraded: str | None
    ) -> Row:
        run: tuple[Any, ...] = self._run_by_id[run_or_point.run_id]
        return (
            *(
                run_or_point.run_id,
                run_or_point.file,
                run_or_point.tool,
                run[7],
                _parse_day(run[5]),
            ),
            *(None if degraded is None else str(degraded), *self._option_columns(option_id)),
        )

    def _price_rows(self) -> Iterator[Row]:
        for option_id, sheet in read_price_sheets(self._study).items():
            for position, line in enumerate(sheet.lines):
                yield (
                    *(
                        *self._option_columns(option_id),
                        position,
                        line.description,
                        line.part_number,
                    ),
                    *(line.category, line.quantity, line.unit_price, line.maintenance),
                    *(line.maintenance_per_month, line.warranty_months, line.discount),
                    *(line.maintenance_discount, line.currency or sheet.currency, line.is_server),
                )


def _parse_day(started_at: str | None) -> date | None:
    try:
        return date.fromisoformat((started_at or "")[:10])
    except ValueError:
        return None


def build_samples_query(study: Study, models: Mapping[int, str]) -> tuple[str, dict[str, object]]:
    """Compose what gives all host samples, a row a value; return it with its parameters.

    It is empty for a study that has none.
    """
    with study.cursor() as cursor:
        widths = sorted(int(count) for (count,) in cursor.execute(_WIDTHS).fetchall())
    known = list_options(study)
    values: dict[str, object] = {
        "options": [option.id for option in known],
        "models": [models.get(option.id, option.name) for option in known],
        "architectures": [option.architecture.value for option in known],
    }
    return " UNION ALL ".join(map(_samples_query_for_width, widths)), values


def _samples_query_for_width(width: int) -> str:
    return f"""
SELECT s.run_id AS run, s.id::BIGINT AS sample_set, t.{TIME_COLUMN} AS taken_at, s.clock,
       s.utc_offset_s, c.name, c.instance, c.unit, t.value, nullif(m.model, '') AS model,
       m.architecture
FROM (UNPIVOT {samples_table_name(width)} ON COLUMNS(* EXCLUDE (set_id, {TIME_COLUMN}))
      INTO NAME cell VALUE value) t
JOIN sample_set s ON s.id = t.set_id
JOIN sample_column c ON c.set_id = s.id AND c.position = substr(t.cell, 2)::INTEGER
JOIN run r ON r.id = s.run_id JOIN evidence_file f ON f.id = r.file_id
LEFT JOIN (SELECT unnest($options::BIGINT[]) AS id, unnest($models::VARCHAR[]) AS model,
             unnest($architectures::VARCHAR[]) AS architecture) m
  ON m.id = f.option_id
"""  # noqa: S608 - own words
