-- Sums of money and units are of paid orders only; open and canceled orders have sums of their own.
DROP TABLE IF EXISTS orders_by_day;
CREATE TABLE orders_by_day (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, order_type VARCHAR, is_refund BOOLEAN,
    orders BIGINT, counted BIGINT, refunds BIGINT, net_sales BIGINT, counted_net_sales BIGINT,
    counted_items DECIMAL(18,3), paid_items DECIMAL(18,3), subtotal BIGINT, discount BIGINT, shipping BIGINT, tax
    BIGINT, tip BIGINT, total BIGINT, open BIGINT, open_total BIGINT, canceled BIGINT, canceled_total BIGINT);
INSERT INTO orders_by_day
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, order_type, is_refund, count(*), count(*) FILTER (WHERE is_counted), count(*)
    FILTER (WHERE is_refund AND payment_status = 'paid'), coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE
    is_counted), 0), coalesce(sum(item_count) FILTER (WHERE is_counted), 0), coalesce(sum(item_count) FILTER (WHERE
    payment_status = 'paid'), 0), coalesce(sum(subtotal) FILTER (WHERE payment_status = 'paid'), 0),
    coalesce(sum(discount) FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(shipping) FILTER (WHERE
    payment_status = 'paid'), 0), coalesce(sum(tax) FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(tip) FILTER
    (WHERE payment_status = 'paid'), 0), coalesce(sum(total) FILTER (WHERE payment_status = 'paid'), 0), count(*) FILTER
    (WHERE payment_status NOT IN ('paid', 'cancelled')), coalesce(sum(total) FILTER (WHERE payment_status NOT IN ('paid',
    'cancelled')), 0), count(*) FILTER (WHERE payment_status = 'cancelled'), coalesce(sum(total) FILTER (WHERE
    payment_status = 'cancelled'), 0)
    FROM orders GROUP BY 1, 2, 3, 4, 5, 6;
DROP TABLE IF EXISTS orders_by_team_member;
CREATE TABLE orders_by_team_member (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, team_member VARCHAR,
    orders BIGINT, counted BIGINT, refunds BIGINT, net_sales BIGINT, counted_net_sales BIGINT,
    counted_items DECIMAL(18,3), paid_items DECIMAL(18,3), subtotal BIGINT, discount BIGINT, shipping BIGINT, tax
    BIGINT, tip BIGINT, total BIGINT, open BIGINT, open_total BIGINT, canceled BIGINT, canceled_total BIGINT);
INSERT INTO orders_by_team_member
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, team_member, count(*), count(*) FILTER (WHERE is_counted), count(*)
    FILTER (WHERE is_refund AND payment_status = 'paid'), coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE
    is_counted), 0), coalesce(sum(item_count) FILTER (WHERE is_counted), 0), coalesce(sum(item_count) FILTER (WHERE
    payment_status = 'paid'), 0), coalesce(sum(subtotal) FILTER (WHERE payment_status = 'paid'), 0),
    coalesce(sum(discount) FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(shipping) FILTER (WHERE
    payment_status = 'paid'), 0), coalesce(sum(tax) FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(tip) FILTER
    (WHERE payment_status = 'paid'), 0), coalesce(sum(total) FILTER (WHERE payment_status = 'paid'), 0), count(*) FILTER
    (WHERE payment_status NOT IN ('paid', 'cancelled')), coalesce(sum(total) FILTER (WHERE payment_status NOT IN ('paid',
    'cancelled')), 0), count(*) FILTER (WHERE payment_status = 'cancelled'), coalesce(sum(total) FILTER (WHERE
    payment_status = 'cancelled'), 0)
    FROM orders GROUP BY 1, 2, 3, 4, 5;
DROP TABLE IF EXISTS orders_by_place;
CREATE TABLE orders_by_place (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, state VARCHAR, country VARCHAR,
    orders BIGINT, counted BIGINT, refunds BIGINT, net_sales BIGINT, counted_net_sales BIGINT,
    counted_items DECIMAL(18,3), paid_items DECIMAL(18,3), subtotal BIGINT, discount BIGINT, shipping BIGINT, tax
    BIGINT, tip BIGINT, total BIGINT, open BIGINT, open_total BIGINT, canceled BIGINT, canceled_total BIGINT);
INSERT INTO orders_by_place
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, state, country, count(*), count(*) FILTER (WHERE is_counted), count(*)
    FILTER (WHERE is_refund AND payment_status = 'paid'), coalesce(sum(net_sales), 0), coalesce(sum(net_sales) FILTER (WHERE
    is_counted), 0), coalesce(sum(item_count) FILTER (WHERE is_counted), 0), coalesce(sum(item_count) FILTER (WHERE
    payment_status = 'paid'), 0), coalesce(sum(subtotal) FILTER (WHERE payment_status = 'paid'), 0),
    coalesce(sum(discount) FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(shipping) FILTER (WHERE
    payment_status = 'paid'), 0), coalesce(sum(tax) FILTER (WHERE payment_status = 'paid'), 0), coalesce(sum(tip) FILTER
    (WHERE payment_status = 'paid'), 0), coalesce(sum(total) FILTER (WHERE payment_status = 'paid'), 0), count(*) FILTER
    (WHERE payment_status NOT IN ('paid', 'cancelled')), coalesce(sum(total) FILTER (WHERE payment_status NOT IN ('paid',
    'cancelled')), 0), count(*) FILTER (WHERE payment_status = 'cancelled'), coalesce(sum(total) FILTER (WHERE
    payment_status = 'cancelled'), 0)
    FROM orders GROUP BY 1, 2, 3, 4, 5, 6;
DROP TABLE IF EXISTS lines_by_day;
CREATE TABLE lines_by_day (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR,
    lines BIGINT, net_sales BIGINT, discount BIGINT, paid_quantity
    DECIMAL(18,3), sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_by_day
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, count(*), coalesce(sum(net_sales), 0), coalesce(sum(discount)
    FILTER (WHERE is_paid), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0), count(*) FILTER (WHERE is_paid AND
    quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines GROUP BY 1, 2, 3, 4;
DROP TABLE IF EXISTS lines_by_brand;
CREATE TABLE lines_by_brand (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, brand VARCHAR,
    lines BIGINT, net_sales BIGINT, discount BIGINT, paid_quantity
    DECIMAL(18,3), sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_by_brand
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, brand, count(*), coalesce(sum(net_sales), 0), coalesce(sum(discount)
    FILTER (WHERE is_paid), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0), count(*) FILTER (WHERE is_paid AND
    quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines GROUP BY 1, 2, 3, 4, 5;
DROP TABLE IF EXISTS lines_by_category;
CREATE TABLE lines_by_category (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, category VARCHAR,
    lines BIGINT, net_sales BIGINT, discount BIGINT, paid_quantity
    DECIMAL(18,3), sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_by_category
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, category, count(*), coalesce(sum(net_sales), 0), coalesce(sum(discount)
    FILTER (WHERE is_paid), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0), count(*) FILTER (WHERE is_paid AND
    quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines GROUP BY 1, 2, 3, 4, 5;
DROP TABLE IF EXISTS lines_by_product;
CREATE TABLE lines_by_product (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR, product_source_id VARCHAR,
    lines BIGINT, net_sales BIGINT, discount BIGINT, paid_quantity
    DECIMAL(18,3), sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_by_product
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, product_source_id, count(*), coalesce(sum(net_sales), 0), coalesce(sum(discount)
    FILTER (WHERE is_paid), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0), count(*) FILTER (WHERE is_paid AND
    quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines GROUP BY 1, 2, 3, 4, 5;
DROP TABLE IF EXISTS lines_of_products;
CREATE TABLE lines_of_products (service_id VARCHAR NOT NULL, day DATE, currency VARCHAR, channel VARCHAR,
    lines BIGINT, net_sales BIGINT, discount BIGINT, paid_quantity
    DECIMAL(18,3), sold_lines BIGINT, counted BIGINT);
INSERT INTO lines_of_products
    SELECT service_id, CAST(ordered_local AS DATE), currency, channel, count(*), coalesce(sum(net_sales), 0), coalesce(sum(discount)
    FILTER (WHERE is_paid), 0), coalesce(sum(quantity) FILTER (WHERE is_paid), 0), count(*) FILTER (WHERE is_paid AND
    quantity > 0), count(DISTINCT order_source_id) FILTER (WHERE is_counted)
    FROM order_lines WHERE has_product GROUP BY 1, 2, 3, 4;
