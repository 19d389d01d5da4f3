-- Who changed a typed value last, and when: nothing in studies from before, until it is changed.

CREATE TABLE typed (
    table_name VARCHAR NOT NULL,    -- where the value stands
    item VARCHAR NOT NULL,          -- which row of it, or column: see store/typed_items.py
    changed_at TIMESTAMP NOT NULL,  -- UTC
    changed_by VARCHAR NOT NULL     -- empty where nobody is known
);
