-- Orders as their source gave them. Empty until a source gives its orders again: earlier rows have no independent total.
CREATE TABLE IF NOT EXISTS source_orders (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, ordered_utc TIMESTAMP,
    ordered_local TIMESTAMP, time_basis VARCHAR, currency VARCHAR, payment_status VARCHAR, is_refund BOOLEAN, net_sales
    BIGINT, total BIGINT);
