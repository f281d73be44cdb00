-- Quarantined records that are fetched again, and weekly sweeps.
-- How far the weekly comparison with the platform has come, and whether administrators know of skipped records.
alter table services
  add column sweep jsonb not null default '{}',
  add column rejects_notified_at timestamptz;
-- When a quarantined record is fetched again; null: with the next sync.
alter table set_aside_records
  add column tries integer not null default 0,
  add column next_try_at timestamptz;
