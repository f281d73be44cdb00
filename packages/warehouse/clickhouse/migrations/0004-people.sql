-- Records know the customer that they count for: their own, until the next load joins those with the same email.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(customer_source_id IS NULL, NULL, service_id);
ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT customer_source_id;
ALTER TABLE next_orders ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(customer_source_id IS NULL, NULL, service_id);
ALTER TABLE next_orders ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT customer_source_id;
ALTER TABLE customers ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(source_id IS NULL, NULL, service_id);
ALTER TABLE customers ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT source_id;
ALTER TABLE next_customers ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(source_id IS NULL, NULL, service_id);
ALTER TABLE next_customers ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT source_id;
ALTER TABLE memberships ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(customer_source_id IS NULL, NULL, service_id);
ALTER TABLE memberships ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT customer_source_id;
ALTER TABLE next_memberships ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(customer_source_id IS NULL, NULL, service_id);
ALTER TABLE next_memberships ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT customer_source_id;
ALTER TABLE reservations ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(customer_source_id IS NULL, NULL, service_id);
ALTER TABLE reservations ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT customer_source_id;
ALTER TABLE next_reservations ADD COLUMN IF NOT EXISTS customer_service_id Nullable(String)
         DEFAULT if(customer_source_id IS NULL, NULL, service_id);
ALTER TABLE next_reservations ADD COLUMN IF NOT EXISTS customer_id Nullable(String) DEFAULT customer_source_id;
