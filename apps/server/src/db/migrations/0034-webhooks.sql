-- Where events of an account are sent to, and what was sent.
create table webhooks (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  url text not null,
  events jsonb not null,
  secrets bytea not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, id)
);
create table webhook_deliveries (
  id text primary key,
  account_id integer not null,
  webhook_id text not null,
  type text not null,
  payload text not null,
  status text not null,
  attempts integer not null default 0,
  answer_status integer,
  problem text,
  duration_ms integer,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  foreign key (account_id, webhook_id) references webhooks (account_id, id) on delete cascade
);
create index webhook_deliveries_of_webhook on webhook_deliveries (account_id, webhook_id, created_at);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
