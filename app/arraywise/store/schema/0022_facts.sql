-- What a problem says, for the program, and what was counted of statements: both were searched before
-- in sentences and in the bytes of files. Statements are counted by store/layout.py.

ALTER TABLE problem ADD COLUMN code VARCHAR DEFAULT '';  -- see ProblemCode in domain/messages.py

UPDATE problem SET code = CASE template
    WHEN '{other} is of another run ({difference}; this file first). Remove the file of the earlier run.'
        THEN 'other run beside'
    WHEN 'The database refused sessions ({code}): not all users were active, and the run does not count.'
        THEN 'sessions refused'
    WHEN 'The database refused sessions ({code}; {other}, line {line}): not all users were active, and the run does not count.'
        THEN 'sessions refused beside'
    WHEN 'From the archive: {study}, revision {revision}, option {option}, pushed on {day}. No run of this study.'
        THEN 'from archive'
    WHEN 'The same file is in the folders of several options ({options}): {files}. It counts once. Use the right file, or remove the copy.'
        THEN 'same file'
    WHEN '{name} {text} may be {first} or {second}: the decimal mark is unclear; left out.'
        THEN 'decimal mark open'
    WHEN '{name} {text} read as {value}, with {mark} as the decimal mark you set.'
        THEN 'decimal mark chosen'
    WHEN 'Several charbench processes wrote this log. Use one log per process.'
        THEN 'several writers'
    ELSE '' END;

-- Of a completed transaction, by a results file that counts them.
CREATE TABLE statement_count (
    file_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    statement VARCHAR NOT NULL,     -- 'select', 'insert' ...
    per_transaction DOUBLE NOT NULL,
    line BIGINT NOT NULL            -- of the file's first count
);
