-- What a publication says beside its figures: its conclusion (at most one row), and the
-- contradictions that the audit passes on as findings.

CREATE TABLE published_conclusion (
    text VARCHAR NOT NULL,
    citation VARCHAR NOT NULL
);

CREATE TABLE published_remark (
    position INTEGER NOT NULL,
    severity VARCHAR NOT NULL,
    options VARCHAR[] NOT NULL,     -- names; empty for the whole publication
    text VARCHAR NOT NULL,
    consequence VARCHAR NOT NULL,
    citation VARCHAR NOT NULL
);
