-- Orders and lines repeat what sums need of customers and products. Some releases wrote version 6 without parts of this:
-- 0007 to 0009 complete such files.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS is_awaiting BOOLEAN;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS compliance VARCHAR;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS has_customer BOOLEAN;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_birth DATE;
ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_earlier_sales BIGINT;
ALTER TABLE order_lines ADD COLUMN IF NOT EXISTS has_product BOOLEAN;
UPDATE orders SET is_awaiting = payment_status = 'paid' AND NOT is_refund AND fulfillment_status IN
    ('unfulfilled', 'partial'), compliance = lower(compliance_status);
UPDATE orders o
    SET has_customer = n.has_customer, customer_birth = n.customer_birth, customer_earlier_sales = n.customer_earlier_sales
    FROM (
      SELECT o.rowid AS row_id, c.source_id IS NOT NULL AS has_customer, c.birth AS customer_birth,
             CASE WHEN c.source_id IS NULL THEN NULL
                  WHEN c.currency IS NULL OR c.currency = o.currency THEN coalesce(c.lifetime_value_seed, 0)
                  ELSE 0 END AS customer_earlier_sales
      FROM orders o LEFT JOIN customers c ON c.service_id = o.service_id AND c.source_id = o.customer_source_id
    ) n
    WHERE o.rowid = n.row_id;
UPDATE order_lines o SET has_product = n.has_product
    FROM (
      SELECT o.rowid AS row_id, c.source_id IS NOT NULL AS has_product
      FROM order_lines o LEFT JOIN products c ON c.service_id = o.service_id AND c.source_id = o.product_source_id
    ) n
    WHERE o.rowid = n.row_id;
DROP TABLE IF EXISTS orders_by_customer;
CREATE TABLE IF NOT EXISTS lines_of_products (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel
    VARCHAR, lines BIGINT, net_sales BIGINT, discount BIGINT, quantity DECIMAL(18,3), paid_quantity DECIMAL(18,3),
    sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_of_products (service_id, day, currency, channel, lines, net_sales, discount, quantity,
    paid_quantity, sold_lines, counted)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, count(*), coalesce(sum(net_sales), 0),
    coalesce(sum(discount), 0), coalesce(sum(quantity), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0),
    count(*) FILTER (WHERE is_paid AND quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines WHERE has_product GROUP BY 1, 2, 3, 4;
CREATE TABLE IF NOT EXISTS orders_by_release (service_id VARCHAR NOT NULL, release_source_id VARCHAR, currency
    VARCHAR, counted BIGINT, subtotal BIGINT, discount BIGINT, net_sales BIGINT, counted_net_sales BIGINT, wine
    DECIMAL(18,3), shipped BIGINT, picked_up BIGINT, open BIGINT);
INSERT INTO orders_by_release (service_id, release_source_id, currency, counted, subtotal, discount, net_sales,
    counted_net_sales, wine, shipped, picked_up, open)
    SELECT service_id, release_source_id, currency, count(*) FILTER (WHERE is_counted), coalesce(sum(subtotal)
    FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(discount) FILTER (WHERE payment_status = 'paid'), 0),
    coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE is_counted), 0), coalesce(sum(wine_count),
    0), count(*) FILTER (WHERE is_counted AND delivery_method = 'ship'), count(*) FILTER (WHERE is_counted AND
    delivery_method = 'pickup'), count(*) FILTER (WHERE is_awaiting)
    FROM orders WHERE release_source_id IS NOT NULL GROUP BY 1, 2, 3;
CREATE TABLE IF NOT EXISTS orders_by_customer (service_id VARCHAR NOT NULL, customer_source_id VARCHAR, currency
    VARCHAR, orders BIGINT, counted BIGINT, paid BIGINT, club_paid BIGINT, net_sales BIGINT, club_net_sales BIGINT,
    counted_net_sales BIGINT, last_order TIMESTAMP, has_customer BOOLEAN, earlier_sales BIGINT);
INSERT INTO orders_by_customer (service_id, customer_source_id, currency, orders, counted, paid, club_paid,
    net_sales, club_net_sales, counted_net_sales, last_order, has_customer, earlier_sales)
    SELECT service_id, customer_source_id, currency, count(*), count(*) FILTER (WHERE is_counted), count(*) FILTER
    (WHERE payment_status = 'paid'), count(*) FILTER (WHERE payment_status = 'paid' AND channel = 'club'),
    coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE channel = 'club'), 0),
    coalesce(sum(net_sales) FILTER (WHERE is_counted), 0), max(ordered_local) FILTER (WHERE payment_status = 'paid'
    AND NOT is_refund), bool_or(has_customer), max(customer_earlier_sales)
    FROM orders WHERE customer_source_id IS NOT NULL GROUP BY 1, 2, 3;
