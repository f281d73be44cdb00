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
  updated_at timestamptz not null
);
create index segments_of_account on segments (account_id);
-- IDs and names of the account's segments, which are columns of its reports.
alter table accounts add column segments jsonb not null default '[]';
