-- What was estimated: distributions beside the mean that stands in `provisioning_time` and beside
-- the most likely level that stands in `option_rating`; none in studies from before.

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
    least INTEGER NOT NULL,         -- levels
    most INTEGER NOT NULL
);
