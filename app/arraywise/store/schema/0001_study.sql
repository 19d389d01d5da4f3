-- What a study holds. Values are SI; money and quantities are decimal text, which keeps every digit.
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
    shared_storage BOOLEAN NOT NULL
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

CREATE TABLE raw_file (
    file_id BIGINT NOT NULL,
    compression VARCHAR NOT NULL,   -- 'zlib', or 'zlib, starred' without the file's passwords
    bytes BLOB NOT NULL
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
    unit VARCHAR NOT NULL
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
    reserve DOUBLE NOT NULL,
    min_headroom DOUBLE NOT NULL,
    budget VARCHAR,
    needs_shared_storage BOOLEAN NOT NULL,
    rule VARCHAR NOT NULL
);

CREATE TABLE criterion (
    position INTEGER NOT NULL,
    criterion VARCHAR NOT NULL,
    swing DOUBLE NOT NULL,
    limit_anchor DOUBLE,
    target_anchor DOUBLE,
    aspiration_anchor DOUBLE,
    target_value DOUBLE NOT NULL
);

CREATE TABLE price_sheet (
    option_id BIGINT NOT NULL,
    currency VARCHAR NOT NULL,
    notes VARCHAR[] NOT NULL
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
    sheet_row BIGINT
);

CREATE TABLE discount (
    option_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    description VARCHAR NOT NULL,
    share VARCHAR NOT NULL,
    base VARCHAR NOT NULL,
    source VARCHAR,
    sheet_row BIGINT
);

CREATE TABLE provisioning_time (
    option_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    step VARCHAR NOT NULL,
    repetition INTEGER NOT NULL,
    seconds DOUBLE NOT NULL
);
