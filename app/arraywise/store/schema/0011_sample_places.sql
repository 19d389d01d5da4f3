-- Where in the first row of its table a column's cell begins, so that its text can be shown.

ALTER TABLE sample_column ADD COLUMN column_in_line INTEGER;   -- character from 1; NULL unknown
