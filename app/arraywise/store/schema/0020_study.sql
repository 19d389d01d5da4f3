-- All tables of a study. Values are SI; money and quantities are decimal text, which keeps every
-- digit. 19 is the oldest format that is read; those below it were never released.
-- Nothing refers to another table by a foreign key: DuckDB checks those against rows deleted in the
-- same transaction; whoever removes a row removes what hangs on it (store/writing).

CREATE TABLE application (
    name VARCHAR NOT NULL,
    note VARCHAR NOT NULL
);
INSERT INTO application VALUES ('arraywise', 'A study of Arraywise: one purchase decision among storage options.');

CREATE TABLE schema_version (
    version INTEGER NOT NULL,
    program VARCHAR NOT NULL,
    applied_at TIMESTAMP NOT NULL
);

-- Rows are only ever added, so that two transactions at once never collide here.
CREATE TABLE change (
    made_at TIMESTAMP NOT NULL,
    what VARCHAR NOT NULL
);

CREATE TABLE study_info (
    name VARCHAR NOT NULL,
    client VARCHAR NOT NULL,
    currency VARCHAR NOT NULL,
    synthetic BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL
);

CREATE TABLE setting (
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);

CREATE SEQUENCE option_id;
CREATE TABLE option (
    id BIGINT NOT NULL,
    name VARCHAR NOT NULL,
    architecture VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    shared_storage BOOLEAN,         -- what it can do; NULL: nobody said
    serves_files BOOLEAN,
    restore_s DOUBLE,               -- how long restoring the service takes
    capacity VARCHAR                -- as domain/capacity.py writes it; NULL: nobody said
);

CREATE SEQUENCE file_id;
CREATE TABLE evidence_file (
    id BIGINT NOT NULL,
    name VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL UNIQUE,
    size_bytes BIGINT NOT NULL,
    path VARCHAR NOT NULL,          -- where it lay when it was imported
    imported_at TIMESTAMP NOT NULL,
    tool VARCHAR NOT NULL,
    tool_version VARCHAR,
    run_type VARCHAR,
    set_name VARCHAR,
    status VARCHAR NOT NULL,
    encoding VARCHAR NOT NULL,
    option_id BIGINT,
    option_is_guess BOOLEAN NOT NULL
);

-- Bytes of small files are kept as they are, and the table packs thousands of them together.
CREATE TABLE raw_file (
    file_id BIGINT NOT NULL,
    compression VARCHAR NOT NULL,   -- 'plain' or 'zlib'; with ', starred' without its passwords
    bytes BLOB NOT NULL USING COMPRESSION zstd
);

CREATE TABLE problem (
    file_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    severity VARCHAR NOT NULL,
    template VARCHAR NOT NULL,
    figures VARCHAR NOT NULL,       -- JSON: [[name, kind, text], ...]
    line BIGINT
);

CREATE SEQUENCE run_id;
CREATE TABLE run (
    id BIGINT NOT NULL,
    file_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    complete BOOLEAN NOT NULL,
    started_at VARCHAR,             -- ISO 8601, with the offset where it is known
    duration_s DOUBLE,
    host VARCHAR
);

CREATE TABLE run_attribute (
    run_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);

CREATE TABLE measurement (
    run_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    metric VARCHAR NOT NULL,
    statistic VARCHAR NOT NULL,
    value DOUBLE NOT NULL,
    unit VARCHAR NOT NULL,
    users BIGINT,
    small_ios BIGINT,
    large_ios BIGINT,
    group_name VARCHAR,
    line BIGINT,
    column_in_line BIGINT,
    origin VARCHAR NOT NULL
);

-- What runs say beside their figures is the same for thousands of files of a lab. It is kept once, as
-- a list, for all runs of an import that share it; their figures stand in run_list. A run of which
-- somebody changes attributes or measurements gets rows of its own in run_attribute or measurement,
-- and refers to no list there any more.
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

CREATE TABLE series (
    run_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    line BIGINT,
    value_count BIGINT NOT NULL,
    series_values BLOB NOT NULL,    -- zlib of little-endian doubles
    series_times BLOB               -- the same; seconds since 1970
);

-- The rows of a sample set with n columns are in samples.of_<n>, which is made when the first such
-- set comes: set_id, taken_at, then c0, c1 ... as sample_column says.
CREATE SCHEMA samples;
CREATE SEQUENCE set_id;
CREATE TABLE sample_set (
    id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    row_count BIGINT NOT NULL,
    first_line BIGINT NOT NULL,
    clock VARCHAR NOT NULL,
    utc_offset_s DOUBLE,            -- of local time, NULL where it is unknown
    first_at TIMESTAMP,             -- earliest and latest taken_at: UTC for seconds since 1970,
    last_at TIMESTAMP               -- else local time as it was written
);

CREATE TABLE sample_column (
    set_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    instance VARCHAR,               -- device, interface, processor; NULL for the whole machine
    unit VARCHAR NOT NULL,
    column_in_line INTEGER          -- where its cell in the first row begins, from 1; NULL unknown
);

CREATE TABLE requirement (
    response_time_s DOUBLE NOT NULL,
    statistic VARCHAR NOT NULL,
    visits_per_month BIGINT NOT NULL,
    convention VARCHAR NOT NULL,
    transactions_per_visit DOUBLE NOT NULL,
    days_per_month INTEGER NOT NULL,
    traffic_share DOUBLE NOT NULL,
    time_share DOUBLE NOT NULL,
    growth_per_month DOUBLE NOT NULL,
    horizon_months INTEGER NOT NULL,
    usable_bytes DOUBLE,            -- NULL: capacity is not asked for
    usable_growth_per_year DOUBLE NOT NULL,
    reserve DOUBLE NOT NULL,
    min_headroom DOUBLE NOT NULL,
    budget VARCHAR,
    needs_shared_storage BOOLEAN NOT NULL,
    rule VARCHAR NOT NULL,
    needs_files BOOLEAN DEFAULT false,
    max_restore_s DOUBLE,
    goal VARCHAR DEFAULT 'response time',
    storage_latency_s DOUBLE,
    min_throughput_b_s DOUBLE,
    load DOUBLE,                    -- in load_unit; NULL for visits a month
    load_unit VARCHAR DEFAULT 'visits a month',
    think_time_s DOUBLE,
    storage_share DOUBLE,           -- of the target, that the storage may take
    least_basis VARCHAR DEFAULT 'published bound',
    degraded VARCHAR DEFAULT 'not asked'  -- load at which the target holds with a part failed
);

CREATE TABLE criterion (
    position INTEGER NOT NULL,
    criterion VARCHAR NOT NULL,
    swing DOUBLE NOT NULL,
    limit_anchor DOUBLE,
    target_anchor DOUBLE,
    aspiration_anchor DOUBLE,
    target_value DOUBLE NOT NULL,
    judged_limit DOUBLE,            -- the ranges that the swing was given for
    judged_aspiration DOUBLE
);

-- Criteria of the study's own; everywhere else they are called 'own ' and their id.
CREATE SEQUENCE own_criterion_id;
CREATE TABLE own_criterion (
    id BIGINT NOT NULL,
    title VARCHAR NOT NULL,
    levels VARCHAR[] NOT NULL,      -- what those of a rating mean, from the worst; empty: measured
    unit VARCHAR NOT NULL,          -- of what is measured ...
    limit_anchor DOUBLE NOT NULL,   -- ... and what is worth 0 and 100 points
    aspiration_anchor DOUBLE NOT NULL
);

CREATE TABLE price_sheet (
    option_id BIGINT NOT NULL,
    currency VARCHAR NOT NULL,
    notes VARCHAR[] NOT NULL,
    unread INTEGER DEFAULT 0        -- cells that cannot be read; while there are any, it has no total
);

CREATE TABLE price_line (
    option_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    description VARCHAR NOT NULL,
    unit_price VARCHAR,
    quantity VARCHAR NOT NULL,
    part_number VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    category VARCHAR NOT NULL,
    maintenance VARCHAR,
    maintenance_per_month VARCHAR,
    warranty_months INTEGER NOT NULL,
    discount VARCHAR NOT NULL,
    one_off_service BOOLEAN NOT NULL,
    printed_extended VARCHAR,
    sheet_row BIGINT,
    maintenance_discount VARCHAR DEFAULT '0',
    spares VARCHAR DEFAULT '',
    licence VARCHAR DEFAULT '',
    support VARCHAR DEFAULT '',
    currency VARCHAR DEFAULT '',
    is_server BOOLEAN DEFAULT false,
    quantity_formula VARCHAR DEFAULT ''  -- of the demand, once the cells it refers to are put in
);

CREATE TABLE discount (
    option_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    description VARCHAR NOT NULL,
    share VARCHAR NOT NULL,
    base VARCHAR NOT NULL,
    source VARCHAR,
    sheet_row BIGINT,
    category VARCHAR
);

CREATE TABLE provisioning_time (
    option_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    step VARCHAR NOT NULL,
    repetition INTEGER NOT NULL,
    seconds DOUBLE NOT NULL
);

CREATE TABLE exchange_rate (
    position INTEGER NOT NULL,
    from_currency VARCHAR NOT NULL,
    to_currency VARCHAR NOT NULL,
    rate VARCHAR NOT NULL,
    dated VARCHAR NOT NULL,         -- ISO 8601 date
    source VARCHAR NOT NULL
);

-- Ends of the price's value function, settled once from the options' prices (at most one row), so
-- that an option which comes or goes does not change what the others are worth.
CREATE TABLE price_range (
    limit_anchor DOUBLE NOT NULL,
    aspiration_anchor DOUBLE NOT NULL
);

-- At most one row.
CREATE TABLE weighting (
    decider VARCHAR NOT NULL,       -- 'study', 'mean of the stakeholders', 'stakeholder'
    decider_name VARCHAR NOT NULL,
    method VARCHAR NOT NULL         -- of the study's own weights
);

CREATE TABLE stakeholder (
    position INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    method VARCHAR NOT NULL
);

CREATE TABLE stakeholder_swing (
    stakeholder VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    criterion VARCHAR NOT NULL,
    swing DOUBLE NOT NULL,
    judged_limit DOUBLE,
    judged_aspiration DOUBLE
);

CREATE TABLE weight_judgement (
    stakeholder VARCHAR NOT NULL,   -- '' for the study's own weights
    position INTEGER NOT NULL,
    first_criterion VARCHAR NOT NULL,
    second_criterion VARCHAR NOT NULL,
    ratio DOUBLE NOT NULL
);

-- Further points of value functions, beside limit, target and aspiration of `criterion`.
CREATE TABLE value_point (
    criterion VARCHAR NOT NULL,
    position INTEGER NOT NULL,      -- by what they are worth, the least first
    attribute DOUBLE NOT NULL,      -- SI units or the study's currency
    points DOUBLE NOT NULL          -- between 0 and 100
);

-- What somebody judged each option to be, or entered of it for a criterion of the study's own.
CREATE TABLE option_rating (
    option_id BIGINT NOT NULL,
    criterion VARCHAR NOT NULL,
    value DOUBLE NOT NULL           -- a level from 1, the worst; or a figure in the own unit
);

-- Only levels that the user described in other words than the program does.
CREATE TABLE rating_level (
    criterion VARCHAR NOT NULL,
    level INTEGER NOT NULL,
    described VARCHAR NOT NULL
);

-- What was estimated: distributions beside the mean that stands in `provisioning_time` and beside
-- the most likely value (the mean, where there is a standard error) in `option_rating`.
CREATE TABLE provisioning_estimate (
    option_id BIGINT NOT NULL,
    position INTEGER NOT NULL,      -- of the time in `provisioning_time`
    standard_error DOUBLE,          -- seconds, of the mean; or the other three
    least DOUBLE,
    likely DOUBLE,
    most DOUBLE
);

CREATE TABLE rating_estimate (
    option_id BIGINT NOT NULL,
    criterion VARCHAR NOT NULL,
    least DOUBLE,
    most DOUBLE,
    standard_error DOUBLE           -- or the other two
);

-- What a publication says beside its figures: its conclusion (at most one row), and the
-- contradictions that the audit passes on as findings.
CREATE TABLE published_conclusion (
    text VARCHAR NOT NULL,
    citation VARCHAR NOT NULL
);

CREATE TABLE published_remark (
    position INTEGER NOT NULL,
    severity VARCHAR NOT NULL,
    options VARCHAR[] NOT NULL,     -- names; empty for the whole publication
    text VARCHAR NOT NULL,
    consequence VARCHAR NOT NULL,
    citation VARCHAR NOT NULL,
    computed BOOLEAN DEFAULT false  -- from the study's evidence, or typed by its editor
);

-- How far the clock of a monitor is ahead of that of the runs beside it, where the user says it:
-- beyond the zones that the files tell. At most one row a file.
CREATE TABLE clock_shift (
    file_id BIGINT NOT NULL,
    shift_s DOUBLE NOT NULL
);

-- Cells as they were typed: everything in the workings; of the input sheets only what is not simply
-- the value that stands in their own tables, which is formulas and texts that cannot be read. A
-- cell may have a format and no text.
CREATE TABLE sheet_cell (
    sheet VARCHAR NOT NULL,         -- 'workings', 'prices/<option id>', 'provisioning/<option id>',
                                    -- 'requirement', 'criteria'
    row_number INTEGER NOT NULL,    -- from 0
    column_number INTEGER NOT NULL, -- from 0
    typed VARCHAR NOT NULL,
    decimal_mark VARCHAR NOT NULL,  -- that it was typed with: '.' or ','
    number_format VARCHAR DEFAULT ''  -- of its figure, such as 'percent 1'; empty: as it comes
);

-- Scenarios: named sets of inputs that differ from the base. The tables of the inputs hold those of
-- the scenario in use, so that everything reads and edits them as if there were no scenarios.
CREATE SEQUENCE scenario_id;
CREATE TABLE scenario (
    id BIGINT NOT NULL,
    name VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    in_use BOOLEAN NOT NULL         -- true in at most one row; the base is in use where it is in none
);

-- Inputs in which a scenario differs from the base; those of the one in use are in the tables of
-- the inputs, and the rows here are as old as its last use.
CREATE TABLE scenario_input (
    scenario_id BIGINT NOT NULL,    -- 0: all inputs of the base, while a scenario is in use
    kind VARCHAR NOT NULL,          -- 'requirement', 'prices', 'provisioning', 'weights', 'rates'
    input_key VARCHAR NOT NULL,     -- column of the requirement, id of the option, or empty
    content VARCHAR NOT NULL        -- JSON, see store/history.py
);

-- The client's logo on the report: at most one row. The other choices of a report are settings.
CREATE TABLE report_logo (
    image BLOB NOT NULL             -- PNG
);

-- Every action as the rows that it took out and put in, so that it can be undone, also after a
-- restart. Rows are only added while people work, so that two actions at once never collide here;
-- what may be undone and redone follows from reading them in order (store/reading/history.py).
CREATE SEQUENCE history_id;
CREATE TABLE history (
    id BIGINT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    kind VARCHAR NOT NULL,          -- 'done', 'undone', 'redone'
    step BIGINT NOT NULL,           -- what was undone or redone; an action's own id where it was done
    what VARCHAR NOT NULL,
    changes VARCHAR NOT NULL        -- JSON, see store/history.py; empty where nothing new was done
);

-- Who changed a typed value last, and when.
CREATE TABLE typed (
    table_name VARCHAR NOT NULL,    -- where the value stands
    item VARCHAR NOT NULL,          -- which row of it, or column: see store/typed_items.py
    changed_at TIMESTAMP NOT NULL,  -- UTC
    changed_by VARCHAR NOT NULL     -- empty where nobody is known
);

-- The same of the base and of scenarios that are not in use, as it was when each went out of use.
CREATE TABLE typed_elsewhere (
    scenario_id BIGINT NOT NULL,    -- 0: the base
    table_name VARCHAR NOT NULL,
    item VARCHAR NOT NULL,
    changed_at TIMESTAMP NOT NULL,
    changed_by VARCHAR NOT NULL
);
