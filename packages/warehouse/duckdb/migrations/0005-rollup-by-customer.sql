-- Sums by customer.
CREATE TABLE IF NOT EXISTS orders_by_customer (service_id VARCHAR NOT NULL, customer_source_id VARCHAR, currency
    VARCHAR, orders BIGINT, counted BIGINT, paid BIGINT, club_paid BIGINT, net_sales BIGINT, club_net_sales BIGINT,
    counted_net_sales BIGINT, last_order TIMESTAMP);
DELETE FROM orders_by_customer;
INSERT INTO orders_by_customer (service_id, customer_source_id, currency, orders, counted, paid, club_paid,
    net_sales, club_net_sales, counted_net_sales, last_order)
    SELECT service_id, customer_source_id, currency, count(*), count(*) FILTER (WHERE is_counted), count(*) FILTER
    (WHERE payment_status = 'paid'), count(*) FILTER (WHERE payment_status = 'paid' AND channel = 'club'),
    coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE channel = 'club'), 0),
    coalesce(sum(net_sales) FILTER (WHERE is_counted), 0), max(ordered_local) FILTER (WHERE payment_status = 'paid'
    AND NOT is_refund)
    FROM orders GROUP BY 1, 2, 3;
