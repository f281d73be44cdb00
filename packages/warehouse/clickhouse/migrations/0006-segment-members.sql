-- The days that customers are in segments.
CREATE TABLE IF NOT EXISTS segment_members (account_id UInt64, "service_id" String, "source_id" String, "segment_id"
    String, "person_id" String, "since" Date32, "until" Nullable(Date32), "from_start" Bool, version UInt64,
    is_deleted UInt8) ENGINE = ReplacingMergeTree(version, is_deleted) ORDER BY (account_id, service_id, source_id);
CREATE TABLE IF NOT EXISTS next_segment_members ENGINE = ReplacingMergeTree(step) PARTITION BY load_id ORDER BY
    (load_id, service_id, source_id) EMPTY AS SELECT '' AS load_id, toUInt32(0) AS step, toUInt8(0) AS is_deleted, *
    EXCEPT (account_id, version, is_deleted) FROM segment_members;
