-- Who changed a typed value last, and when: nothing in studies from before, until it is changed.

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
