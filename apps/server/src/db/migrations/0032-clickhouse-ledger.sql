-- The book of commits of accounts whose data is in ClickHouse, which has no transactions of its own.
create table warehouse_ledger (
  account_id integer primary key references accounts (id) on delete cascade,
  key text not null,
  data_version bigint not null default 0,
  row_version bigint not null default 0,
  loaded_at timestamptz,
  time_zone text,
  visit_rules jsonb,
  code_rules jsonb,
  applying jsonb
);
create table warehouse_loads (
  account_id integer not null references accounts (id) on delete cascade,
  batch_id text not null,
  service_id text not null,
  applied_at timestamptz not null,
  changed boolean not null,
  data_version bigint not null,
  counts jsonb not null,
  primary key (account_id, batch_id)
);
create index warehouse_loads_applied on warehouse_loads (account_id, applied_at);
