-- What is known of quotes beside their lines, discounts as amounts, and what prices include.

ALTER TABLE discount ADD COLUMN amount VARCHAR;  -- in the sheet's currency; its share is 0 then

-- The quote that an option's prices were read from: at most one row an option.
CREATE TABLE quote_record (
    option_id BIGINT NOT NULL,
    file_name VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    state VARCHAR NOT NULL,         -- 'closes', 'unchecked', 'accepted', 'does not add up' ...
    currency VARCHAR NOT NULL,      -- of the quote; empty where it names none
    accepted_reason VARCHAR NOT NULL,
    read_at TIMESTAMP NOT NULL,     -- UTC
    read_by VARCHAR NOT NULL,       -- empty where nobody is known
    parts VARCHAR[] NOT NULL        -- digest of each line and discount as they were read
);

CREATE TABLE quote_finding (
    option_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    template VARCHAR NOT NULL,      -- English, with named fields
    figures VARCHAR NOT NULL,       -- JSON, see store/encoding.py
    amount VARCHAR,                 -- in the quote's currency
    agreed_reason VARCHAR,          -- NULL: nobody agreed
    agreed_at TIMESTAMP,            -- UTC
    agreed_by VARCHAR
);

-- What somebody decided of items that one quote prices and another does not.
CREATE TABLE scope_decision (
    item VARCHAR NOT NULL,          -- see domain/price_scope.py
    option_id BIGINT,               -- NULL: for all options
    choice VARCHAR NOT NULL,        -- 'not needed', 'left out'
    reason VARCHAR NOT NULL,
    decided_at TIMESTAMP NOT NULL,  -- UTC
    decided_by VARCHAR NOT NULL
);
