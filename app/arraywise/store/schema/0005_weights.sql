-- Whose weights decide, how they were given, and the ranges that swings were given for.

ALTER TABLE criterion ADD COLUMN judged_limit DOUBLE;
ALTER TABLE criterion ADD COLUMN judged_aspiration DOUBLE;

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
