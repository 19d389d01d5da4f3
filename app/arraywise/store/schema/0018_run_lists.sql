-- What runs say beside their figures is the same for thousands of files of a lab. It is kept once, as
-- a list, for all runs of an import that share it; their figures stand in run_list. A run of which
-- somebody changes attributes or measurements gets rows of its own in run_attribute or measurement,
-- and refers to no list there any more; so do the runs of studies from before.

CREATE SEQUENCE list_id;
CREATE TABLE attribute_list (
    list_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);
CREATE TABLE measurement_list (
    list_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    metric VARCHAR NOT NULL,
    statistic VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    users BIGINT,
    small_ios BIGINT,
    large_ios BIGINT,
    group_name VARCHAR,
    line BIGINT,
    origin VARCHAR NOT NULL
);
CREATE TABLE run_list (
    run_id BIGINT NOT NULL,
    attributes BIGINT NOT NULL,         -- a list_id; 0: the run has rows of its own
    measurements BIGINT NOT NULL,       -- the same
    measured DOUBLE[] NOT NULL,         -- of each measurement of the list
    columns_in_line BIGINT[] NOT NULL   -- the same
);
