-- Second factors of users, and the account's policy.
alter table accounts add column second_factor_required boolean not null default false;
-- Since when the user has one; null: none.
alter table users add column second_factor_at timestamptz;
-- When the session gave its second factor, and when it last gave any proof; null: never, and when it began.
alter table sessions add column second_factor_at timestamptz, add column proved_at timestamptz;
create table authenticators (
  account_id integer not null,
  user_id text not null,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step integer not null default 0,
  created_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create table passkeys (
  id text primary key,
  account_id integer not null,
  user_id text not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index passkeys_of_user on passkeys (account_id, user_id, created_at);
create table recovery_codes (
  account_id integer not null,
  user_id text not null,
  code_hash text not null,
  created_at timestamptz not null,
  primary key (account_id, user_id, code_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
-- Without a user: a sign-in that begins with a passkey.
create table proof_challenges (
  token_hash text primary key,
  account_id integer,
  user_id text,
  purpose text not null,
  challenge text not null,
  password_mark text,
  expires_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index proof_challenges_of_user on proof_challenges (account_id, user_id);
