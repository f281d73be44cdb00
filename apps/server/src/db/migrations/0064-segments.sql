-- Named sets of customers by their conditions. Who is in them is stored with the account's data.
create table segments (
  id text primary key,
  account_id integer not null references accounts on delete cascade,
  name text not null,
  definition jsonb not null,
  started_day text,
  updated_day text,
  conditions_changed_day text,
  problem text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, id)
);
-- IDs and names of the account's segments, which are columns of its reports.
alter table accounts add column segments jsonb not null default '[]';
-- Dry runs and runs that tag the customers of a segment in an audience of a platform.
create table segment_sends (
  id text primary key,
  account_id integer not null references accounts on delete cascade,
  segment_id text not null,
  service_id text not null,
  audience_id text not null,
  audience text not null,
  status text not null,
  counts jsonb,
  done integer not null default 0,
  problem text,
  stop_requested_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  foreign key (account_id, segment_id) references segments (account_id, id) on delete cascade,
  foreign key (account_id, service_id) references services (account_id, id) on delete cascade
);
create unique index segment_sends_one_at_a_time on segment_sends (account_id, segment_id) where status in ('checking', 'sending');
create index segment_sends_of_segment on segment_sends (account_id, segment_id, created_at);
