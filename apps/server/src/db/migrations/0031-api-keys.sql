-- Keys that programs sign in with, and which of them made an audited change.
create table api_keys (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  user_id text,
  name text not null,
  scope text not null,
  prefix text not null,
  key_hash text not null unique,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index api_keys_of_user on api_keys (account_id, user_id);
alter table audit_log add column api_key_id text, add column api_key_name text;
