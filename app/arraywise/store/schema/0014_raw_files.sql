-- Bytes of small files are kept as they are, and the table packs thousands of them together.

CREATE TABLE packed_file (
    file_id BIGINT NOT NULL,
    compression VARCHAR NOT NULL,   -- 'plain' or 'zlib'; with ', starred' without its passwords
    bytes BLOB NOT NULL USING COMPRESSION zstd
);
INSERT INTO packed_file FROM raw_file;
DROP TABLE raw_file;
ALTER TABLE packed_file RENAME TO raw_file;
