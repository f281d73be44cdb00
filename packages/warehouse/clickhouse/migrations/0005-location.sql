-- The tasting room or shop that sold an order.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS location Nullable(String);
ALTER TABLE next_orders ADD COLUMN IF NOT EXISTS location Nullable(String);
ALTER TABLE staged_orders ADD COLUMN IF NOT EXISTS location Nullable(String);
