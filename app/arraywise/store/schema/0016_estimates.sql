-- What was estimated instead of read off: its distribution beside the mean that stands in
-- `provisioning_time`; none in studies from before.

CREATE TABLE provisioning_estimate (
    option_id BIGINT NOT NULL,
    position INTEGER NOT NULL,      -- of the time in `provisioning_time`
    standard_error DOUBLE,          -- seconds, of the mean; or the other three
    least DOUBLE,
    likely DOUBLE,
    most DOUBLE
);
