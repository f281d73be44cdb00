-- Customers have the group that their source gives them; unknown until it gives them again.
ALTER TABLE customers ADD COLUMN IF NOT EXISTS customer_group VARCHAR;
