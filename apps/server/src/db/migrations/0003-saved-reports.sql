-- Saved reports: name and description in columns next to the rest of the definition.
create table saved_reports (
  id text primary key,
  account_id integer not null,
  user_id text not null,
  name text not null,
  description text,
  definition jsonb not null,
  is_public boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index saved_reports_of_user on saved_reports (account_id, user_id);
create index saved_reports_shared on saved_reports (account_id) where is_public;
create index saved_reports_in_trash on saved_reports (deleted_at) where deleted_at is not null;
