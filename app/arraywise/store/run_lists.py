"""Where attributes and measurements of runs stand: in lists that runs share, or in own rows."""

from __future__ import annotations

SHARED_ATTRIBUTES = """
SELECT r.run_id, a.position, a.name, a.value
FROM run_list r JOIN attribute_list a ON a.list_id = r.attributes
"""
SHARED_MEASUREMENTS = """
SELECT r.run_id, m.position, m.metric, m.statistic, r.value, m.unit, m.users, m.small_ios,
       m.large_ios, m.group_name, m.line, r.column_in_line, m.origin
FROM (SELECT run_id, measurements, unnest(measured) AS value,
             unnest(columns_in_line) AS column_in_line, unnest(range(len(measured))) AS position
      FROM run_list) r
JOIN measurement_list m ON m.list_id = r.measurements AND m.position = r.position
"""
"""In the order of the columns of `run_attribute` and `measurement`."""
ATTRIBUTES = f"(FROM run_attribute UNION ALL {SHARED_ATTRIBUTES})"
MEASUREMENTS = f"(FROM measurement UNION ALL {SHARED_MEASUREMENTS})"
"""What a query reads from in the place of those tables; runs of removed files have rows too."""
