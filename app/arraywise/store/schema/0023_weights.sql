-- Weights are swings or an order, and value functions have no further points (docs/adr/0017). What
-- scenarios hold of both goes by store/upgrades.py, before this.

UPDATE weighting SET method = 'swings' WHERE method = 'pairs';
UPDATE stakeholder SET method = 'swings' WHERE method = 'pairs';
DELETE FROM sheet_cell
WHERE sheet = 'criteria' AND column_number >= 8 + (SELECT count(*) FROM stakeholder);
DELETE FROM typed WHERE table_name IN ('weight_judgement', 'value_point');
DELETE FROM typed_elsewhere WHERE table_name IN ('weight_judgement', 'value_point');
DROP TABLE weight_judgement;
DROP TABLE value_point;
