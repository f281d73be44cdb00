-- Billing state of accounts, and the events of the payment provider.
alter table accounts
  add column read_only_from timestamptz,
  add column read_only_reason text check (read_only_reason in ('payment', 'ended'));
create table billing (
  account_id integer primary key references accounts on delete cascade,
  customer_id text unique,
  subscription_id text,
  ended_subscription_id text,
  period_ends_at timestamptz,
  cancels_at timestamptz,
  past_due_since timestamptz,
  refresh_due_at timestamptz,
  marketplace_subscription_id text unique,
  updated_at timestamptz not null
);
create table payment_events (
  event_id text primary key,
  received_at timestamptz not null
);
create index payment_events_by_age on payment_events (received_at);
create index accounts_by_end_of_trial on accounts (trial_expires_at) where is_trial;
