-- Photos and logos, and an index to find accounts whose restore period is over.
create table pictures (
  name text primary key,
  account_id integer not null references accounts on delete cascade,
  user_id text,
  size text not null,
  content bytea not null,
  created_at timestamptz not null,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index pictures_of_owner on pictures (account_id, user_id);
create index accounts_deleted on accounts (deleted_at) where deleted_at is not null;
