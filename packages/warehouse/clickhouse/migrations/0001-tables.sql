-- Tables of records, shared by all accounts, and those that hold a load until it is published.
CREATE TABLE IF NOT EXISTS orders (account_id UInt64, "service_id" String, "source_id" String, "order_number"
    String, "ordered_utc" DateTime64(6, 'UTC'), "ordered_local" DateTime64(6, 'UTC'), "channel" String,
    "channel_raw" Nullable(String), "order_type" String, "order_type_raw" Nullable(String), "payment_status" String,
    "payment_status_raw" Nullable(String), "fulfillment_status" String, "fulfillment_status_raw" Nullable(String),
    "delivery_method" String, "delivery_method_raw" Nullable(String), "compliance_status" Nullable(String),
    "refund_of_source_id" Nullable(String), "external_vendor" Nullable(String), "customer_source_id"
    Nullable(String), "customer_name" Nullable(String), "team_member" Nullable(String), "club_source_id"
    Nullable(String), "club_name" Nullable(String), "release_source_id" Nullable(String), "release_name"
    Nullable(String), "city" Nullable(String), "state" Nullable(String), "country" Nullable(String), "postal_code"
    Nullable(String), "requested_ship" Nullable(Date32), "currency" String, "subtotal" Int64, "discount" Int64,
    "shipping" Int64, "tax" Int64, "tip" Int64, "total" Int64, "is_refund" Bool, "source_updated_utc"
    Nullable(DateTime64(6, 'UTC')), "time_basis" String, "item_count" Nullable(Decimal(18, 3)), "net_sales"
    Nullable(Int64), "is_counted" Nullable(Bool), "wine_count" Nullable(Decimal(18, 3)), "is_awaiting"
    Nullable(Bool), "compliance" Nullable(String), "has_customer" Nullable(Bool), "customer_birth" Nullable(Date32),
    "customer_earlier_sales" Nullable(Int64), "prior_orders" Nullable(Int32), "first_order" Nullable(Date32),
    "days_since_order" Nullable(Int32), "custom" Nullable(String), "cost_of_goods" Nullable(Int64), "costed_sales"
    Nullable(Int64), "uncosted_sales" Nullable(Int64), version UInt64, is_deleted UInt8) ENGINE =
    ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS order_lines (account_id UInt64, "service_id" String, "source_id" String,
    "order_source_id" String, "line_id" String, "line_number" Int32, "sku" Nullable(String), "product_source_id"
    Nullable(String), "product_title" Nullable(String), "category" Nullable(String), "brand" Nullable(String),
    "vintage" Nullable(String), "varietal" Nullable(String), "item_kind" String, "item_kind_raw" Nullable(String),
    "quantity" Decimal(18, 3), "unit_price" Nullable(Decimal(18, 4)), "discount" Int64, "amount" Int64,
    "source_updated_utc" Nullable(DateTime64(6, 'UTC')), "time_basis" String, "net_sales" Nullable(Int64),
    "ordered_utc" Nullable(DateTime64(6, 'UTC')), "ordered_local" Nullable(DateTime64(6, 'UTC')), "channel"
    Nullable(String), "currency" Nullable(String), "is_refund" Nullable(Bool), "is_paid" Nullable(Bool),
    "is_counted" Nullable(Bool), "has_product" Nullable(Bool), "custom" Nullable(String), "cost" Nullable(Int64),
    "product_cost" Nullable(Int64), "cost_of_goods" Nullable(Int64), version UInt64, is_deleted UInt8) ENGINE =
    ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS customers (account_id UInt64, "service_id" String, "source_id" String, "name"
    Nullable(String), "email" Nullable(String), "city" Nullable(String), "state" Nullable(String), "country"
    Nullable(String), "postal_code" Nullable(String), "birth" Nullable(Date32), "since_utc" Nullable(DateTime64(6,
    'UTC')), "since_local" Nullable(DateTime64(6, 'UTC')), "lifetime_value_seed" Nullable(Int64), "currency"
    Nullable(String), "source_updated_utc" Nullable(DateTime64(6, 'UTC')), "time_basis" String, "custom"
    Nullable(String), "customer_group" Nullable(String), version UInt64, is_deleted UInt8) ENGINE =
    ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS products (account_id UInt64, "service_id" String, "source_id" String, "sku"
    Nullable(String), "title" String, "category" Nullable(String), "brand" Nullable(String), "vintage"
    Nullable(String), "varietal" Nullable(String), "item_kind" String, "price" Nullable(Int64), "cost"
    Nullable(Int64), "currency" Nullable(String), "source_updated_utc" Nullable(DateTime64(6, 'UTC')), "time_basis"
    String, "custom" Nullable(String), version UInt64, is_deleted UInt8) ENGINE = ReplacingMergeTree(version,
    is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS inventory (account_id UInt64, "service_id" String, "source_id" String, "sku" String,
    "product_title" Nullable(String), "location" Nullable(String), "on_hand" Decimal(18, 3), "reserved"
    Nullable(Decimal(18, 3)), "allocated" Nullable(Decimal(18, 3)), "available" Decimal(18, 3), "source_updated_utc"
    Nullable(DateTime64(6, 'UTC')), "time_basis" String, version UInt64, is_deleted UInt8) ENGINE =
    ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS clubs (account_id UInt64, "service_id" String, "source_id" String, "name" String,
    "source_updated_utc" Nullable(DateTime64(6, 'UTC')), "time_basis" String, version UInt64, is_deleted UInt8)
    ENGINE = ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS memberships (account_id UInt64, "service_id" String, "source_id" String,
    "club_source_id" Nullable(String), "club_name" Nullable(String), "customer_source_id" Nullable(String),
    "customer_name" Nullable(String), "status" String, "status_raw" Nullable(String), "signup_utc" DateTime64(6,
    'UTC'), "signup_local" DateTime64(6, 'UTC'), "cancelled_utc" Nullable(DateTime64(6, 'UTC')), "cancelled_local"
    Nullable(DateTime64(6, 'UTC')), "cancellation_reason" Nullable(String), "acquisition_channel" Nullable(String),
    "team_member" Nullable(String), "delivery_method" Nullable(String), "source_updated_utc" Nullable(DateTime64(6,
    'UTC')), "time_basis" String, "order_line_source_id" Nullable(String), version UInt64, is_deleted UInt8) ENGINE
    = ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS membership_holds (account_id UInt64, "service_id" String, "source_id" String,
    "membership_source_id" String, "start" Date32, "end" Nullable(Date32), "reason" Nullable(String),
    "source_updated_utc" Nullable(DateTime64(6, 'UTC')), "time_basis" String, version UInt64, is_deleted UInt8)
    ENGINE = ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS club_releases (account_id UInt64, "service_id" String, "source_id" String, "name"
    String, "club_source_id" Nullable(String), "club_name" Nullable(String), "released_utc" DateTime64(6, 'UTC'),
    "released_local" DateTime64(6, 'UTC'), "source_updated_utc" Nullable(DateTime64(6, 'UTC')), "time_basis" String,
    version UInt64, is_deleted UInt8) ENGINE = ReplacingMergeTree(version, is_deleted) ORDER BY (account_id,
    service_id, source_id);
CREATE TABLE IF NOT EXISTS release_members (account_id UInt64, "service_id" String, "source_id" String,
    "release_source_id" String, "membership_source_id" String, "status" String, "order_source_id" Nullable(String),
    "source_updated_utc" Nullable(DateTime64(6, 'UTC')), "time_basis" String, version UInt64, is_deleted UInt8)
    ENGINE = ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS reservations (account_id UInt64, "service_id" String, "source_id" String,
    "reserved_utc" DateTime64(6, 'UTC'), "reserved_local" DateTime64(6, 'UTC'), "experience" Nullable(String),
    "status" String, "status_raw" Nullable(String), "channel" Nullable(String), "guests" Int32, "trade_guests"
    Nullable(Int32), "customer_source_id" Nullable(String), "team_member" Nullable(String), "order_source_id"
    Nullable(String), "external_vendor" Nullable(String), "source_updated_utc" Nullable(DateTime64(6, 'UTC')),
    "time_basis" String, "is_visit" Nullable(Bool), "tasters" Nullable(Int32), "bottle_guests" Nullable(Int32),
    "club_signups" Nullable(Int32), "revenue" Nullable(Int64), "currency" Nullable(String), "order_line_source_id"
    Nullable(String), version UInt64, is_deleted UInt8) ENGINE = ReplacingMergeTree(version, is_deleted) ORDER BY
    (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS team_members (account_id UInt64, "service_id" String, "source_id" String, "name"
    String, "source_updated_utc" Nullable(DateTime64(6, 'UTC')), "time_basis" String, version UInt64, is_deleted
    UInt8) ENGINE = ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS source_orders (account_id UInt64, "service_id" String, "source_id" String,
    "ordered_utc" Nullable(DateTime64(6, 'UTC')), "ordered_local" Nullable(DateTime64(6, 'UTC')), "time_basis"
    Nullable(String), "currency" Nullable(String), "payment_status" Nullable(String), "is_refund" Nullable(Bool),
    "net_sales" Nullable(Int64), "total" Nullable(Int64), version UInt64, is_deleted UInt8) ENGINE =
    ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS next_orders ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY (load_id,
    service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, * EXCEPT
    (account_id, version, is_deleted) FROM orders;
CREATE TABLE IF NOT EXISTS next_order_lines ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM order_lines;
CREATE TABLE IF NOT EXISTS next_customers ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM customers;
CREATE TABLE IF NOT EXISTS next_products ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM products;
CREATE TABLE IF NOT EXISTS next_inventory ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM inventory;
CREATE TABLE IF NOT EXISTS next_clubs ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY (load_id,
    service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, * EXCEPT
    (account_id, version, is_deleted) FROM clubs;
CREATE TABLE IF NOT EXISTS next_memberships ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM memberships;
CREATE TABLE IF NOT EXISTS next_membership_holds ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM membership_holds;
CREATE TABLE IF NOT EXISTS next_club_releases ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM club_releases;
CREATE TABLE IF NOT EXISTS next_release_members ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM release_members;
CREATE TABLE IF NOT EXISTS next_reservations ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM reservations;
CREATE TABLE IF NOT EXISTS next_team_members ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM team_members;
CREATE TABLE IF NOT EXISTS next_source_orders ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM source_orders;
CREATE TABLE IF NOT EXISTS staged_orders ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id", "order_number",
    toNullable("ordered_utc") AS "ordered_utc", toNullable("ordered_local") AS "ordered_local", "channel",
    "channel_raw", "order_type", "order_type_raw", "payment_status", "payment_status_raw", "fulfillment_status",
    "fulfillment_status_raw", "delivery_method", "delivery_method_raw", "compliance_status", "refund_of_source_id",
    "external_vendor", "customer_source_id", "customer_name", "team_member", "club_source_id", "club_name",
    "release_source_id", "release_name", "city", "state", "country", "postal_code", "requested_ship", "currency",
    "subtotal", "discount", "shipping", "tax", "tip", "total", "is_refund", "custom", "source_updated_utc",
    "time_basis" FROM orders;
CREATE TABLE IF NOT EXISTS staged_order_lines ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id",
    "order_source_id", "line_id", "line_number", "sku", "product_source_id", "product_title", "category", "brand",
    "vintage", "varietal", "item_kind", "item_kind_raw", "quantity", "unit_price", "discount", "amount", "custom",
    "cost", "source_updated_utc", "time_basis" FROM order_lines;
CREATE TABLE IF NOT EXISTS staged_customers ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id", "name", "email",
    "city", "state", "country", "postal_code", "birth", "since_utc", "since_local", "lifetime_value_seed",
    "currency", "custom", "customer_group", "source_updated_utc", "time_basis" FROM customers;
CREATE TABLE IF NOT EXISTS staged_products ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id", "sku", "title",
    "category", "brand", "vintage", "varietal", "item_kind", "price", "cost", "currency", "custom",
    "source_updated_utc", "time_basis" FROM products;
CREATE TABLE IF NOT EXISTS staged_inventory ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id", "sku",
    "product_title", "location", "on_hand", "reserved", "allocated", "available", "source_updated_utc", "time_basis"
    FROM inventory;
CREATE TABLE IF NOT EXISTS staged_clubs ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id", "name",
    "source_updated_utc", "time_basis" FROM clubs;
CREATE TABLE IF NOT EXISTS staged_memberships ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id",
    "club_source_id", "club_name", "customer_source_id", "customer_name", "status", "status_raw",
    toNullable("signup_utc") AS "signup_utc", toNullable("signup_local") AS "signup_local", "cancelled_utc",
    "cancelled_local", "cancellation_reason", "acquisition_channel", "team_member", "delivery_method",
    "source_updated_utc", "time_basis" FROM memberships;
CREATE TABLE IF NOT EXISTS staged_membership_holds ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id,
    phase, source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id",
    "membership_source_id", "start", "end", "reason", "source_updated_utc", "time_basis" FROM membership_holds;
CREATE TABLE IF NOT EXISTS staged_club_releases ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id,
    phase, source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id", "name",
    "club_source_id", "club_name", toNullable("released_utc") AS "released_utc", toNullable("released_local") AS
    "released_local", "source_updated_utc", "time_basis" FROM club_releases;
CREATE TABLE IF NOT EXISTS staged_release_members ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id,
    phase, source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id",
    "release_source_id", "membership_source_id", "status", "order_source_id", "source_updated_utc", "time_basis"
    FROM release_members;
CREATE TABLE IF NOT EXISTS staged_reservations ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id",
    toNullable("reserved_utc") AS "reserved_utc", toNullable("reserved_local") AS "reserved_local", "experience",
    "status", "status_raw", "channel", "guests", "trade_guests", "customer_source_id", "team_member",
    "order_source_id", "external_vendor", "source_updated_utc", "time_basis" FROM reservations;
CREATE TABLE IF NOT EXISTS staged_team_members ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id", "name",
    "source_updated_utc", "time_basis" FROM team_members;
CREATE TABLE IF NOT EXISTS load_values (load_id String, kind String, name String, value String, extra String)
    ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, kind, name, value);
CREATE TABLE IF NOT EXISTS account_state (account_id UInt64, key String, version UInt64) ENGINE =
    ReplacingMergeTree(version) ORDER BY account_id;
