-- Insights, feedback on them, alert settings and goals of an account.
create table insight_settings (
  account_id integer primary key references accounts (id) on delete cascade,
  kinds jsonb,
  sensitivity text,
  cadence text,
  recipients jsonb,
  may_leave jsonb,
  model_url text,
  model_name text,
  model_key bytea,
  updated_at timestamptz not null
);
-- Separate from the user settings, because every analysis run writes it.
create table insight_looks (
  account_id integer primary key references accounts (id) on delete cascade,
  data_version bigint not null,
  looked_at timestamptz not null,
  looked_until text not null,
  series_count integer not null,
  briefed_until text
);
create table insights (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  key text not null,
  kind text not null,
  subject text not null,
  weight double precision not null,
  facts jsonb not null,
  rephrased jsonb,
  data_version bigint not null,
  as_of timestamptz not null,
  ends_on text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  dismissed_at timestamptz,
  unique (account_id, key),
  unique (account_id, id)
);
create index insights_by_age on insights (account_id, created_at);
create table insight_answers (
  account_id integer not null,
  user_id text not null,
  insight_id text not null,
  read_at timestamptz,
  useful boolean,
  answered_at timestamptz not null,
  primary key (account_id, user_id, insight_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  foreign key (account_id, insight_id) references insights (account_id, id) on delete cascade
);
create table goals (
  account_id integer not null references accounts (id) on delete cascade,
  metric text not null,
  period text not null,
  from_day text not null,
  target bigint not null,
  primary key (account_id, metric, period, from_day)
);
