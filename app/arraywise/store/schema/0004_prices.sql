-- Terms of a price line, discounts on one category, and rates between currencies. The switch that
-- prices servers is the setting 'price_servers'.

ALTER TABLE price_line ADD COLUMN maintenance_discount VARCHAR DEFAULT '0';
ALTER TABLE price_line ADD COLUMN spares VARCHAR DEFAULT '';
ALTER TABLE price_line ADD COLUMN licence VARCHAR DEFAULT '';
ALTER TABLE price_line ADD COLUMN support VARCHAR DEFAULT '';
ALTER TABLE price_line ADD COLUMN currency VARCHAR DEFAULT '';
ALTER TABLE price_line ADD COLUMN is_server BOOLEAN DEFAULT false;
ALTER TABLE discount ADD COLUMN category VARCHAR;

CREATE TABLE exchange_rate (
    position INTEGER NOT NULL,
    from_currency VARCHAR NOT NULL,
    to_currency VARCHAR NOT NULL,
    rate VARCHAR NOT NULL,
    dated VARCHAR NOT NULL,         -- ISO 8601 date
    source VARCHAR NOT NULL
);
