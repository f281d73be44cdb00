-- Records that programs sent and that no run has stored yet.
create table ingest_batches (
  id bigint generated always as identity primary key,
  account_id integer not null,
  service_id text not null,
  records integer not null,
  content text not null,
  created_at timestamptz not null,
  foreign key (account_id, service_id) references services (account_id, id) on delete cascade
);
create index ingest_batches_of_service on ingest_batches (account_id, service_id, id);
