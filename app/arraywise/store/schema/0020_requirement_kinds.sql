-- What the target is set on, what the load is stated in, how much of the target the storage may
-- take, and the weakest basis on which an outcome counts. Older studies keep their question.

ALTER TABLE requirement ADD COLUMN goal VARCHAR DEFAULT 'response time';
ALTER TABLE requirement ADD COLUMN storage_latency_s DOUBLE;
ALTER TABLE requirement ADD COLUMN min_throughput_b_s DOUBLE;
ALTER TABLE requirement ADD COLUMN load DOUBLE;     -- in load_unit; NULL for visits a month
ALTER TABLE requirement ADD COLUMN load_unit VARCHAR DEFAULT 'visits a month';
ALTER TABLE requirement ADD COLUMN think_time_s DOUBLE;
ALTER TABLE requirement ADD COLUMN storage_share DOUBLE;
ALTER TABLE requirement ADD COLUMN least_basis VARCHAR DEFAULT 'published bound';

-- The base that waits while a scenario is in use gets the new fields too.
INSERT INTO scenario_input
SELECT 0, 'requirement', field, '[["requirement",["' || field || '"],[],[[' || content || ']]]]'
FROM (VALUES ('goal', '"response time"'), ('storage_latency_s', 'null'),
             ('min_throughput_b_s', 'null'), ('load', 'null'), ('load_unit', '"visits a month"'),
             ('think_time_s', 'null'), ('storage_share', 'null'),
             ('least_basis', '"published bound"')) AS fields (field, content)
WHERE EXISTS (FROM scenario_input WHERE scenario_id = 0 AND kind = 'requirement' AND input_key = 'rule');
