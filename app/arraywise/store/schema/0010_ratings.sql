-- Ratings: what somebody judged each option to be, and what the levels mean in this study.

CREATE TABLE option_rating (
    option_id BIGINT NOT NULL,
    criterion VARCHAR NOT NULL,
    level INTEGER NOT NULL          -- from 1, the worst
);

-- Only levels that the user described in other words than the program does.
CREATE TABLE rating_level (
    criterion VARCHAR NOT NULL,
    level INTEGER NOT NULL,
    described VARCHAR NOT NULL
);
