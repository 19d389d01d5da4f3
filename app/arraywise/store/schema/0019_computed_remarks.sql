-- Whether the figures of a remark are computed from the study's evidence, or typed by its editor.

ALTER TABLE published_remark ADD COLUMN computed BOOLEAN DEFAULT false;
