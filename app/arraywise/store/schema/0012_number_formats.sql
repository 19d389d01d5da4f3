-- How the figure of a cell is written, such as 'percent 1'; empty: as it comes. A cell may have a
-- format and no text.
ALTER TABLE sheet_cell ADD COLUMN number_format VARCHAR DEFAULT '';
