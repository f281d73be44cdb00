-- Records know the customer that they count for: their own, until the next load joins those with the same email.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_service_id VARCHAR;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_id VARCHAR;
ALTER TABLE customers ADD COLUMN IF NOT EXISTS customer_service_id VARCHAR;
ALTER TABLE customers ADD COLUMN IF NOT EXISTS customer_id VARCHAR;
ALTER TABLE memberships ADD COLUMN IF NOT EXISTS customer_service_id VARCHAR;
ALTER TABLE memberships ADD COLUMN IF NOT EXISTS customer_id VARCHAR;
ALTER TABLE reservations ADD COLUMN IF NOT EXISTS customer_service_id VARCHAR;
ALTER TABLE reservations ADD COLUMN IF NOT EXISTS customer_id VARCHAR;
ALTER TABLE calendar ADD COLUMN IF NOT EXISTS separate_customers BOOLEAN;
ALTER TABLE orders_by_customer RENAME COLUMN customer_source_id TO customer_id;
UPDATE orders SET customer_service_id = service_id, customer_id = customer_source_id WHERE customer_source_id IS NOT NULL;
UPDATE customers SET customer_service_id = service_id, customer_id = source_id WHERE source_id IS NOT NULL;
UPDATE memberships SET customer_service_id = service_id, customer_id = customer_source_id WHERE customer_source_id IS NOT NULL;
UPDATE reservations SET customer_service_id = service_id, customer_id = customer_source_id WHERE customer_source_id IS NOT NULL;
