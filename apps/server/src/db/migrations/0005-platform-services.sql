-- The state of platform services, the records their runs quarantined, and the webhook events received.
alter table services
  add column problem text,
  add column failures integer not null default 0,
  add column needs_attention_at timestamptz,
  add column waiting_until timestamptz,
  add column last_synced_at timestamptz,
  add column sync_every_minutes integer,
  add column next_sync_at timestamptz;
create index services_due on services (next_sync_at) where next_sync_at is not null;
update services set last_synced_at = (
  select max(finished_at) from service_runs run where run.service_id = services.id and run.status = 'succeeded'
);
alter table service_runs add column attempt integer not null default 0, add unique (account_id, id);
create table set_aside_records (
  id bigint generated always as identity primary key,
  account_id integer not null,
  service_id text not null,
  run_id text not null,
  stream text not null,
  source_id text,
  field text,
  reason text not null,
  created_at timestamptz not null,
  resolved_at timestamptz,
  foreign key (account_id, service_id) references services (account_id, id) on delete cascade,
  foreign key (account_id, run_id) references service_runs (account_id, id) on delete cascade
);
create index set_aside_records_of_run on set_aside_records (account_id, run_id, id);
create index set_aside_records_open on set_aside_records (account_id, service_id, stream)
  where resolved_at is null;
create table webhook_events (
  account_id integer not null,
  service_id text not null,
  event_id text not null,
  received_at timestamptz not null,
  primary key (service_id, event_id),
  foreign key (account_id, service_id) references services (account_id, id) on delete cascade
);
create index webhook_events_by_age on webhook_events (received_at);
