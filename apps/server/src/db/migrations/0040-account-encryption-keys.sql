-- Keys of encrypted account files, sealed with the master key. An account has several while its file is turned over.
create table account_encryption_keys (
  account_id integer not null references accounts (id) on delete cascade,
  version integer not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (account_id, version)
);
