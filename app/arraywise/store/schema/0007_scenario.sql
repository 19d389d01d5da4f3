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
