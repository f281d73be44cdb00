-- Tables of records, and what the loader records about its loads.
CREATE TABLE data_version (version BIGINT NOT NULL);
INSERT INTO data_version VALUES (0);
CREATE TABLE calendar (time_zone VARCHAR NOT NULL);
CREATE TABLE loads (batch_id VARCHAR NOT NULL, service_id VARCHAR NOT NULL, applied_at TIMESTAMP NOT NULL,
    changed BOOLEAN NOT NULL, data_version BIGINT NOT NULL, counts VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS orders (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, order_number VARCHAR
    NOT NULL, ordered_utc TIMESTAMP NOT NULL, ordered_local TIMESTAMP NOT NULL, channel VARCHAR NOT NULL,
    channel_raw VARCHAR, order_type VARCHAR NOT NULL, order_type_raw VARCHAR, payment_status VARCHAR NOT NULL,
    payment_status_raw VARCHAR, fulfillment_status VARCHAR NOT NULL, fulfillment_status_raw VARCHAR, delivery_method
    VARCHAR NOT NULL, delivery_method_raw VARCHAR, compliance_status VARCHAR, refund_of_source_id VARCHAR,
    external_vendor VARCHAR, customer_source_id VARCHAR, customer_name VARCHAR, team_member VARCHAR, club_source_id
    VARCHAR, club_name VARCHAR, release_source_id VARCHAR, release_name VARCHAR, city VARCHAR, state VARCHAR,
    country VARCHAR, postal_code VARCHAR, requested_ship DATE, currency VARCHAR NOT NULL, subtotal BIGINT NOT NULL,
    discount BIGINT NOT NULL, shipping BIGINT NOT NULL, tax BIGINT NOT NULL, tip BIGINT NOT NULL, total BIGINT NOT
    NULL, is_refund BOOLEAN NOT NULL, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL, item_count
    DECIMAL(18,3), net_sales BIGINT, is_counted BOOLEAN);
CREATE TABLE IF NOT EXISTS order_lines (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, order_source_id
    VARCHAR NOT NULL, line_id VARCHAR NOT NULL, line_number INTEGER NOT NULL, sku VARCHAR, product_source_id
    VARCHAR, product_title VARCHAR, category VARCHAR, brand VARCHAR, vintage VARCHAR, varietal VARCHAR, item_kind
    VARCHAR NOT NULL, item_kind_raw VARCHAR, quantity DECIMAL(18,3) NOT NULL, unit_price DECIMAL(18,4), discount
    BIGINT NOT NULL, amount BIGINT NOT NULL, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL, net_sales
    BIGINT, ordered_utc TIMESTAMP, ordered_local TIMESTAMP, channel VARCHAR, currency VARCHAR, is_refund BOOLEAN,
    is_paid BOOLEAN, is_counted BOOLEAN);
CREATE TABLE IF NOT EXISTS customers (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, name VARCHAR,
    email VARCHAR, city VARCHAR, state VARCHAR, country VARCHAR, postal_code VARCHAR, birth DATE, since_utc
    TIMESTAMP, since_local TIMESTAMP, lifetime_value_seed BIGINT, currency VARCHAR, source_updated_utc TIMESTAMP,
    time_basis VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS products (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, sku VARCHAR, title
    VARCHAR NOT NULL, category VARCHAR, brand VARCHAR, vintage VARCHAR, varietal VARCHAR, item_kind VARCHAR NOT
    NULL, price BIGINT, cost BIGINT, currency VARCHAR, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS inventory (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, sku VARCHAR NOT
    NULL, product_title VARCHAR, location VARCHAR, on_hand DECIMAL(18,3) NOT NULL, reserved DECIMAL(18,3), allocated
    DECIMAL(18,3), available DECIMAL(18,3) NOT NULL, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS clubs (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, name VARCHAR NOT
    NULL, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS memberships (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, club_source_id
    VARCHAR, club_name VARCHAR, customer_source_id VARCHAR, customer_name VARCHAR, status VARCHAR NOT NULL,
    status_raw VARCHAR, signup_utc TIMESTAMP NOT NULL, signup_local TIMESTAMP NOT NULL, cancelled_utc TIMESTAMP,
    cancelled_local TIMESTAMP, cancellation_reason VARCHAR, acquisition_channel VARCHAR, team_member VARCHAR,
    delivery_method VARCHAR, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS membership_holds (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL,
    membership_source_id VARCHAR NOT NULL, start DATE NOT NULL, "end" DATE, reason VARCHAR, source_updated_utc
    TIMESTAMP, time_basis VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS club_releases (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, name VARCHAR
    NOT NULL, club_source_id VARCHAR, club_name VARCHAR, released_utc TIMESTAMP NOT NULL, released_local TIMESTAMP
    NOT NULL, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS release_members (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL,
    release_source_id VARCHAR NOT NULL, membership_source_id VARCHAR NOT NULL, status VARCHAR NOT NULL,
    order_source_id VARCHAR, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS reservations (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, reserved_utc
    TIMESTAMP NOT NULL, reserved_local TIMESTAMP NOT NULL, experience VARCHAR, status VARCHAR NOT NULL, status_raw
    VARCHAR, channel VARCHAR, guests INTEGER NOT NULL, trade_guests INTEGER, customer_source_id VARCHAR, team_member
    VARCHAR, order_source_id VARCHAR, external_vendor VARCHAR, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT
    NULL, is_visit BOOLEAN, tasters INTEGER, bottle_guests INTEGER, club_signups INTEGER, revenue BIGINT, currency
    VARCHAR);
CREATE TABLE IF NOT EXISTS team_members (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, name VARCHAR
    NOT NULL, source_updated_utc TIMESTAMP, time_basis VARCHAR NOT NULL);
