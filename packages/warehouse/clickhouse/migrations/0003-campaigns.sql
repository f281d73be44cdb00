-- Campaigns, which are notes of the calendar.
CREATE TABLE IF NOT EXISTS campaigns (account_id UInt64, "service_id" String, "source_id" String, "name" String,
    "subject" Nullable(String), "audience" Nullable(String), "status" String, "status_raw" Nullable(String), "sent_utc"
    DateTime64(6, 'UTC'), "sent_local" DateTime64(6, 'UTC'), "recipients" Nullable(Int32), "source_updated_utc"
    Nullable(DateTime64(6, 'UTC')), "time_basis" String, version UInt64, is_deleted UInt8) ENGINE =
    ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS next_campaigns ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM campaigns;
CREATE TABLE IF NOT EXISTS staged_campaigns ENGINE = MergeTree PARTITION BY load_id ORDER BY (load_id, phase,
    source_id) EMPTY AS SELECT '' AS load_id, toUInt8(0) AS phase, toUInt64(0) AS seq, "source_id", "name", "subject",
    "audience", "status", "status_raw", toNullable("sent_utc") AS "sent_utc", toNullable("sent_local") AS "sent_local",
    "recipients", "source_updated_utc", "time_basis" FROM campaigns;
