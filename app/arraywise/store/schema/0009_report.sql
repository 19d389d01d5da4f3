-- The client's logo on the report: at most one row. The other choices of a report are settings.

CREATE TABLE report_logo (
    image BLOB NOT NULL             -- PNG
);
