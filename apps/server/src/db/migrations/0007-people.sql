-- Invitations, and links that verify an email address before it becomes a user's.
-- The email address that a link verifies, when it is not the user's yet.
alter table one_time_tokens add column email text;
create table invitations (
  id text primary key,
  account_id integer not null references accounts on delete cascade,
  email text not null check (email = lower(email)),
  roles text[] not null check (cardinality(roles) > 0),
  invited_by text,
  invited_by_name text not null,
  token_hash text not null unique,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  unique (account_id, id),
  foreign key (account_id, invited_by) references users (account_id, id) on delete set null (invited_by)
);
create index invitations_of_account on invitations (account_id, created_at);
create unique index invitations_one_open on invitations (account_id, email)
  where accepted_at is null and revoked_at is null;
