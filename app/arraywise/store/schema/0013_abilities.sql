-- What an option can do beside being fast, and what is asked for: whether hosts share it, whether
-- it serves files, how long restoring the service takes. Empty: nobody said.

ALTER TABLE option ALTER COLUMN shared_storage DROP NOT NULL;
ALTER TABLE option ADD COLUMN serves_files BOOLEAN;
ALTER TABLE option ADD COLUMN restore_s DOUBLE;
UPDATE option SET serves_files = true WHERE architecture = 'NAS';
UPDATE option SET serves_files = false WHERE architecture IN ('DAS', 'host flash cache');

ALTER TABLE requirement ADD COLUMN needs_files BOOLEAN DEFAULT false;
ALTER TABLE requirement ADD COLUMN max_restore_s DOUBLE;

-- The base that waits while a scenario is in use gets the new fields too.
INSERT INTO scenario_input
SELECT 0, 'requirement', field, '[["requirement",["' || field || '"],[],[[' || content || ']]]]'
FROM (VALUES ('needs_files', 'false'), ('max_restore_s', 'null')) AS fields (field, content)
WHERE EXISTS (FROM scenario_input WHERE scenario_id = 0 AND kind = 'requirement' AND input_key = 'rule');
