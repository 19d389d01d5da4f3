-- Cells as they were typed: everything in the workings; of the input sheets only what is not simply
-- the value that stands in their own tables, which is formulas and texts that cannot be read.

CREATE TABLE sheet_cell (
    sheet VARCHAR NOT NULL,         -- 'workings', 'prices/<option id>', 'provisioning/<option id>',
                                    -- 'requirement', 'criteria'
    row_number INTEGER NOT NULL,    -- from 0
    column_number INTEGER NOT NULL, -- from 0
    typed VARCHAR NOT NULL,
    decimal_mark VARCHAR NOT NULL   -- that it was typed with: '.' or ','
);

-- Cells of a price sheet that cannot be read; while there are any, the sheet has no total.
ALTER TABLE price_sheet ADD COLUMN unread INTEGER DEFAULT 0;
