-- Versions of an account's plans, their monthly amounts, and what each month is made of.
create table plans (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  name text not null,
  year integer not null,
  is_current boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, id)
);
create unique index plans_in_force on plans (account_id, year) where is_current;
create table plan_amounts (
  account_id integer not null,
  plan_id text not null,
  measure text not null,
  breakdown text not null,
  value text not null,
  month text not null,
  amount bigint not null,
  primary key (plan_id, measure, value, month),
  foreign key (account_id, plan_id) references plans (account_id, id) on delete cascade
);
create table month_paces (
  account_id integer not null references accounts (id) on delete cascade,
  measure text not null,
  month text not null,
  -- the month that its history ends before
  as_of text not null,
  pace jsonb not null,
  primary key (account_id, measure, month)
);
