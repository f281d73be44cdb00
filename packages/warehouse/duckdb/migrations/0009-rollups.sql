-- All sums, whose columns differed between releases of one version.
DROP TABLE IF EXISTS orders_by_day;
CREATE TABLE orders_by_day (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, order_type
    VARCHAR, is_refund BOOLEAN, orders BIGINT, counted BIGINT, refunds BIGINT, net_sales BIGINT, counted_net_sales
    BIGINT, counted_items DECIMAL(18,3), paid_items DECIMAL(18,3), items DECIMAL(18,3), subtotal BIGINT, discount
    BIGINT, shipping BIGINT, tax BIGINT, tip BIGINT, total BIGINT);
INSERT INTO orders_by_day (service_id, day, currency, channel, order_type, is_refund, orders, counted, refunds,
    net_sales, counted_net_sales, counted_items, paid_items, items, subtotal, discount, shipping, tax, tip, total)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, order_type, is_refund, count(*), count(*)
    FILTER (WHERE is_counted), count(*) FILTER (WHERE is_refund AND payment_status = 'paid'),
    coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE is_counted), 0), coalesce(sum(item_count)
    FILTER (WHERE is_counted), 0), coalesce(sum(item_count) FILTER (WHERE payment_status = 'paid'), 0),
    coalesce(sum(item_count), 0), coalesce(sum(subtotal), 0), coalesce(sum(discount), 0), coalesce(sum(shipping),
    0), coalesce(sum(tax), 0), coalesce(sum(tip), 0), coalesce(sum(total), 0)
    FROM orders GROUP BY 1, 2, 3, 4, 5, 6;
DROP TABLE IF EXISTS orders_by_team_member;
CREATE TABLE orders_by_team_member (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR,
    team_member VARCHAR, orders BIGINT, counted BIGINT, refunds BIGINT, net_sales BIGINT, counted_net_sales BIGINT,
    counted_items DECIMAL(18,3), paid_items DECIMAL(18,3), items DECIMAL(18,3), subtotal BIGINT, discount BIGINT,
    shipping BIGINT, tax BIGINT, tip BIGINT, total BIGINT);
INSERT INTO orders_by_team_member (service_id, day, currency, channel, team_member, orders, counted, refunds,
    net_sales, counted_net_sales, counted_items, paid_items, items, subtotal, discount, shipping, tax, tip, total)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, team_member, count(*), count(*) FILTER (WHERE
    is_counted), count(*) FILTER (WHERE is_refund AND payment_status = 'paid'), coalesce(sum(net_sales), 0),
    coalesce(sum(net_sales) FILTER (WHERE is_counted), 0), coalesce(sum(item_count) FILTER (WHERE is_counted), 0),
    coalesce(sum(item_count) FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(item_count), 0),
    coalesce(sum(subtotal), 0), coalesce(sum(discount), 0), coalesce(sum(shipping), 0), coalesce(sum(tax), 0),
    coalesce(sum(tip), 0), coalesce(sum(total), 0)
    FROM orders GROUP BY 1, 2, 3, 4, 5;
DROP TABLE IF EXISTS orders_by_place;
CREATE TABLE orders_by_place (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, state
    VARCHAR, country VARCHAR, orders BIGINT, counted BIGINT, refunds BIGINT, net_sales BIGINT, counted_net_sales
    BIGINT, counted_items DECIMAL(18,3), paid_items DECIMAL(18,3), items DECIMAL(18,3), subtotal BIGINT, discount
    BIGINT, shipping BIGINT, tax BIGINT, tip BIGINT, total BIGINT);
INSERT INTO orders_by_place (service_id, day, currency, channel, state, country, orders, counted, refunds,
    net_sales, counted_net_sales, counted_items, paid_items, items, subtotal, discount, shipping, tax, tip, total)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, state, country, count(*), count(*) FILTER
    (WHERE is_counted), count(*) FILTER (WHERE is_refund AND payment_status = 'paid'), coalesce(sum(net_sales), 0),
    coalesce(sum(net_sales) FILTER (WHERE is_counted), 0), coalesce(sum(item_count) FILTER (WHERE is_counted), 0),
    coalesce(sum(item_count) FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(item_count), 0),
    coalesce(sum(subtotal), 0), coalesce(sum(discount), 0), coalesce(sum(shipping), 0), coalesce(sum(tax), 0),
    coalesce(sum(tip), 0), coalesce(sum(total), 0)
    FROM orders GROUP BY 1, 2, 3, 4, 5, 6;
DROP TABLE IF EXISTS lines_by_day;
CREATE TABLE lines_by_day (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, lines
    BIGINT, net_sales BIGINT, discount BIGINT, quantity DECIMAL(18,3), paid_quantity DECIMAL(18,3), sold_lines
    BIGINT, counted BIGINT);
INSERT INTO lines_by_day (service_id, day, currency, channel, lines, net_sales, discount, quantity,
    paid_quantity, sold_lines, counted)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, count(*), coalesce(sum(net_sales), 0),
    coalesce(sum(discount), 0), coalesce(sum(quantity), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0),
    count(*) FILTER (WHERE is_paid AND quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines GROUP BY 1, 2, 3, 4;
DROP TABLE IF EXISTS lines_by_brand;
CREATE TABLE lines_by_brand (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, brand
    VARCHAR, lines BIGINT, net_sales BIGINT, discount BIGINT, quantity DECIMAL(18,3), paid_quantity DECIMAL(18,3),
    sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_by_brand (service_id, day, currency, channel, brand, lines, net_sales, discount, quantity,
    paid_quantity, sold_lines, counted)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, brand, count(*), coalesce(sum(net_sales), 0),
    coalesce(sum(discount), 0), coalesce(sum(quantity), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0),
    count(*) FILTER (WHERE is_paid AND quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines GROUP BY 1, 2, 3, 4, 5;
DROP TABLE IF EXISTS lines_by_category;
CREATE TABLE lines_by_category (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR,
    category VARCHAR, lines BIGINT, net_sales BIGINT, discount BIGINT, quantity DECIMAL(18,3), paid_quantity
    DECIMAL(18,3), sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_by_category (service_id, day, currency, channel, category, lines, net_sales, discount,
    quantity, paid_quantity, sold_lines, counted)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, category, count(*), coalesce(sum(net_sales),
    0), coalesce(sum(discount), 0), coalesce(sum(quantity), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0),
    count(*) FILTER (WHERE is_paid AND quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines GROUP BY 1, 2, 3, 4, 5;
DROP TABLE IF EXISTS lines_by_product;
CREATE TABLE lines_by_product (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR,
    product_source_id VARCHAR, lines BIGINT, net_sales BIGINT, discount BIGINT, quantity DECIMAL(18,3),
    paid_quantity DECIMAL(18,3), sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_by_product (service_id, day, currency, channel, product_source_id, lines, net_sales, discount,
    quantity, paid_quantity, sold_lines, counted)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, product_source_id, count(*),
    coalesce(sum(net_sales), 0), coalesce(sum(discount), 0), coalesce(sum(quantity), 0), coalesce(sum(quantity)
    FILTER (WHERE is_paid), 0), count(*) FILTER (WHERE is_paid AND quantity > 0), count(DISTINCT order_source_id)
    FILTER (WHERE is_counted)
    FROM order_lines GROUP BY 1, 2, 3, 4, 5;
DROP TABLE IF EXISTS lines_of_products;
CREATE TABLE lines_of_products (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, lines
    BIGINT, net_sales BIGINT, discount BIGINT, quantity DECIMAL(18,3), paid_quantity DECIMAL(18,3), sold_lines
    BIGINT, counted BIGINT);
INSERT INTO lines_of_products (service_id, day, currency, channel, lines, net_sales, discount, quantity,
    paid_quantity, sold_lines, counted)
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, count(*), coalesce(sum(net_sales), 0),
    coalesce(sum(discount), 0), coalesce(sum(quantity), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0),
    count(*) FILTER (WHERE is_paid AND quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines WHERE has_product GROUP BY 1, 2, 3, 4;
DROP TABLE IF EXISTS orders_by_release;
CREATE TABLE orders_by_release (service_id VARCHAR NOT NULL, release_source_id VARCHAR, currency VARCHAR,
    counted BIGINT, subtotal BIGINT, discount BIGINT, net_sales BIGINT, counted_net_sales BIGINT, wine
    DECIMAL(18,3), shipped BIGINT, picked_up BIGINT, open BIGINT);
INSERT INTO orders_by_release (service_id, release_source_id, currency, counted, subtotal, discount, net_sales,
    counted_net_sales, wine, shipped, picked_up, open)
    SELECT service_id, release_source_id, currency, count(*) FILTER (WHERE is_counted), coalesce(sum(subtotal)
    FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(discount) FILTER (WHERE payment_status = 'paid'), 0),
    coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE is_counted), 0), coalesce(sum(wine_count),
    0), count(*) FILTER (WHERE is_counted AND delivery_method = 'ship'), count(*) FILTER (WHERE is_counted AND
    delivery_method = 'pickup'), count(*) FILTER (WHERE is_awaiting)
    FROM orders WHERE release_source_id IS NOT NULL GROUP BY 1, 2, 3;
DROP TABLE IF EXISTS orders_by_customer;
CREATE TABLE orders_by_customer (service_id VARCHAR NOT NULL, customer_source_id VARCHAR, currency VARCHAR,
    orders BIGINT, counted BIGINT, paid BIGINT, club_paid BIGINT, net_sales BIGINT, club_net_sales BIGINT,
    counted_net_sales BIGINT, last_order TIMESTAMP, has_customer BOOLEAN, earlier_sales BIGINT);
INSERT INTO orders_by_customer (service_id, customer_source_id, currency, orders, counted, paid, club_paid,
    net_sales, club_net_sales, counted_net_sales, last_order, has_customer, earlier_sales)
    SELECT service_id, customer_source_id, currency, count(*), count(*) FILTER (WHERE is_counted), count(*) FILTER
    (WHERE payment_status = 'paid'), count(*) FILTER (WHERE payment_status = 'paid' AND channel = 'club'),
    coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE channel = 'club'), 0),
    coalesce(sum(net_sales) FILTER (WHERE is_counted), 0), max(ordered_local) FILTER (WHERE payment_status = 'paid'
    AND NOT is_refund), bool_or(has_customer), max(customer_earlier_sales)
    FROM orders WHERE customer_source_id IS NOT NULL GROUP BY 1, 2, 3;
