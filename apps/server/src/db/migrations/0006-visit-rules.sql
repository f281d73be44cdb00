-- An account's rules for tastings and club signups, with a version.
alter table accounts add column visit_rules_version integer not null default 0;
create table visit_rules (
  account_id integer primary key references accounts on delete cascade,
  rules jsonb not null,
  updated_at timestamptz not null
);
