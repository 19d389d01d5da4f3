-- How far the clock of a monitor is ahead of that of the runs beside it, where the user says it:
-- beyond the zones that the files tell. At most one row a file.

CREATE TABLE clock_shift (
    file_id BIGINT NOT NULL,
    shift_s DOUBLE NOT NULL
);
