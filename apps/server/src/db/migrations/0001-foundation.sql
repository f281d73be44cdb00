create table accounts (
  id integer generated always as identity primary key,
  name text not null,
  account_type text not null,
  billing_source text not null default 'Stripe',
  is_trial boolean not null,
  trial_expires_at timestamptz,
  default_culture text not null,
  culture text not null,
  logo_url_large text,
  logo_url_small text,
  time_zone text not null,
  currency text not null,
  week_start text not null default 'monday',
  fiscal_year_start_month integer not null default 1 check (fiscal_year_start_month between 1 and 12),
  definitions jsonb not null default '{}',
  location jsonb not null default '{}',
  created_at timestamptz not null,
  deleted_at timestamptz
);
create table users (
  id text primary key,
  account_id integer not null references accounts on delete cascade,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  password_hash text,
  email_verified boolean not null default false,
  roles text[] not null check (cardinality(roles) > 0),
  theme text not null default 'light',
  culture text,
  photo_url_large text,
  photo_url_small text,
  last_login_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (account_id, id)
);
create unique index users_email on users (email);
create table sessions (
  id text primary key,
  account_id integer not null,
  user_id text not null,
  counter integer not null,
  created_at timestamptz not null,
  last_refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  ip text,
  user_agent text,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index sessions_of_user on sessions (account_id, user_id);
create index sessions_by_end on sessions (expires_at);
create table one_time_tokens (
  id text primary key,
  account_id integer not null,
  user_id text not null,
  kind text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index one_time_tokens_of_user on one_time_tokens (account_id, user_id, kind);
create table rate_limits (
  bucket text primary key,
  window_start timestamptz not null,
  hits integer not null
);
create table idempotency_keys (
  account_id integer not null,
  user_id text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  created_at timestamptz not null,
  primary key (account_id, user_id, key),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
-- No foreign keys: log entries outlive the rows they refer to.
create table audit_log (
  id bigint generated always as identity primary key,
  account_id integer,
  user_id text,
  action text not null,
  target text,
  details jsonb not null default '{}',
  ip text,
  request_id text,
  at timestamptz not null
);
create index audit_log_of_account on audit_log (account_id, at);
create table outbox_mail (
  id text primary key,
  account_id integer references accounts on delete cascade,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null
);
create index outbox_mail_due on outbox_mail (next_attempt_at) where sent_at is null and failed_at is null;
create table dashboards (
  id text primary key,
  account_id integer not null,
  user_id text not null,
  slug text not null,
  name text not null,
  description text,
  is_public boolean not null default false,
  is_default boolean not null default false,
  widgets jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (not (is_default and deleted_at is not null)),
  unique (account_id, user_id, slug),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create unique index dashboards_one_default on dashboards (account_id, user_id) where is_default;
create table notifications (
  id text primary key,
  account_id integer not null,
  user_id text not null,
  subject text,
  content text,
  created_at timestamptz not null,
  read_at timestamptz,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index notifications_of_user on notifications (account_id, user_id, created_at);
create table feedback (
  id text primary key,
  account_id integer not null,
  user_id text not null,
  route text not null,
  email text not null,
  rating integer not null check (rating between 0 and 5),
  comments text not null,
  created_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create table services (
  id text primary key,
  account_id integer not null references accounts on delete cascade,
  type text not null,
  name text not null,
  settings jsonb not null default '{}',
  secrets bytea,
  is_sample boolean not null default false,
  cursors jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, id)
);
create table service_runs (
  id text primary key,
  account_id integer not null,
  service_id text not null,
  kind text not null,
  status text not null,
  stream text,
  done bigint not null default 0,
  total bigint,
  counts jsonb not null default '{}',
  errors jsonb not null default '[]',
  file_id text,
  file_name text,
  request jsonb not null default '{}',
  cancel_requested_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  foreign key (account_id, service_id) references services (account_id, id) on delete cascade
);
create index service_runs_of_service on service_runs (account_id, service_id, created_at);
create unique index service_runs_one_at_a_time on service_runs (account_id, service_id)
  where status in ('queued', 'running');
create table staged_files (
  id text primary key,
  account_id integer not null,
  service_id text not null,
  name text not null,
  bytes bigint not null,
  created_at timestamptz not null,
  foreign key (account_id, service_id) references services (account_id, id) on delete cascade
);
create index staged_files_by_age on staged_files (created_at);
