-- Further points of value functions, beside limit, target and aspiration of `criterion`: none in
-- studies from before.

CREATE TABLE value_point (
    criterion VARCHAR NOT NULL,
    position INTEGER NOT NULL,      -- by what they are worth, the least first
    attribute DOUBLE NOT NULL,      -- SI units or the study's currency
    points DOUBLE NOT NULL          -- between 0 and 100
);
