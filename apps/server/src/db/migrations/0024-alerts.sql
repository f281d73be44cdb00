-- Alerts on numbers with what was last found, and when they fired.
create table alerts (
  id text primary key,
  account_id integer not null,
  user_id text not null,
  name text not null,
  definition jsonb not null,
  watched_column integer not null,
  scope text not null,
  condition jsonb not null,
  unit text not null,
  paused_at timestamptz,
  status text not null default 'unchecked',
  open_period text not null default '',
  open_keys jsonb not null default '[]',
  last_value double precision,
  last_checked_at timestamptz,
  checked_version integer,
  checked_day text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index alerts_of_user on alerts (account_id, user_id);
create index alerts_due on alerts (checked_day) where paused_at is null and deleted_at is null;
create index alerts_in_trash on alerts (deleted_at) where deleted_at is not null;
create table alert_events (
  id text primary key,
  account_id integer not null,
  alert_id text not null,
  fired_at timestamptz not null,
  definition jsonb not null,
  condition jsonb not null,
  unit text not null,
  days jsonb not null,
  readings jsonb not null,
  count integer not null,
  data_version integer not null,
  foreign key (account_id, alert_id) references alerts (account_id, id) on delete cascade
);
create index alert_events_of_alert on alert_events (account_id, alert_id, fired_at);
