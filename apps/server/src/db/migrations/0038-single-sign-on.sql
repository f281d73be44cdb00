-- Sign-in through an account's own OpenID Connect provider, for email addresses of domains that it has proved.
alter table accounts add column sign_on_required boolean not null default false;
-- When the session's user came from the provider; null: by password or passkey.
alter table sessions add column signed_on_at timestamptz;
create table account_sign_on (
  account_id integer primary key references accounts (id) on delete cascade,
  provider text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  default_role text not null,
  is_enabled boolean not null,
  trusts_second_factor boolean not null,
  tested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table sign_on_domains (
  account_id integer not null references accounts (id) on delete cascade,
  domain text not null,
  proof text not null,
  created_at timestamptz not null,
  proved_at timestamptz,
  primary key (account_id, domain)
);
-- Several accounts may ask for a domain, and one has it.
create unique index proved_sign_on_domains on sign_on_domains (domain) where proved_at is not null;
-- With a tester: a test from the settings, which signs nobody in.
create table sign_on_attempts (
  state_hash text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  browser_hash text not null,
  nonce text not null,
  verifier bytea not null,
  tester_id text,
  session_id text,
  created_at timestamptz not null,
  foreign key (account_id, tester_id) references users (account_id, id) on delete cascade
);
create index sign_on_attempts_of_account on sign_on_attempts (account_id, tester_id);
create table external_identities (
  account_id integer not null,
  issuer text not null,
  subject text not null,
  user_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (account_id, issuer, subject),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index external_identities_of_user on external_identities (account_id, user_id);
