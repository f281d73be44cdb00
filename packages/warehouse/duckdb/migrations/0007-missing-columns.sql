-- Columns and tables that some releases of version 6 or earlier did not write.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS wine_count DECIMAL(18, 3);
ALTER TABLE orders ADD COLUMN IF NOT EXISTS is_awaiting BOOLEAN;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS compliance VARCHAR;
ALTER TABLE order_lines ADD COLUMN IF NOT EXISTS has_product BOOLEAN;
