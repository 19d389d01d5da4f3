-- What people type about a fact that was not measured: where it comes from, and who agreed to it.

CREATE TABLE assumption_note (
    fact VARCHAR NOT NULL,          -- key of domain/assumptions.py: 'requirement/reserve', 'price/3'
    source VARCHAR NOT NULL,
    agreed_by VARCHAR NOT NULL,     -- empty: nobody agreed
    agreed_on VARCHAR NOT NULL,     -- ISO 8601 date, or empty
    note VARCHAR NOT NULL
);
