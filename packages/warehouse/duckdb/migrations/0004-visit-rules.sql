-- Rules by which lines become visits and memberships. One release wrote these tables as version 3, without `wine_count`;
-- 0008 fills it.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS wine_count DECIMAL(18, 3);
ALTER TABLE reservations ADD COLUMN IF NOT EXISTS order_line_source_id VARCHAR;
ALTER TABLE memberships ADD COLUMN IF NOT EXISTS order_line_source_id VARCHAR;
CREATE TABLE IF NOT EXISTS visit_rules (version INTEGER NOT NULL);
INSERT INTO visit_rules SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM visit_rules);
CREATE TABLE IF NOT EXISTS tasting_products (sku VARCHAR NOT NULL, guests_per_unit INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS excluded_experiences (name VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS signup_products (sku VARCHAR NOT NULL, club_name VARCHAR NOT NULL);
