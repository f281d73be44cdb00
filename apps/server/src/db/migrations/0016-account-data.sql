-- What is known of each account's warehouse file, and the id that ties the data directory to this database.
create table account_data (
  account_id integer primary key references accounts (id) on delete cascade,
  key text not null,
  data_version bigint not null default 0,
  first_version bigint not null default 0,
  counts jsonb not null default '{}'
);
insert into account_data (account_id, key) select id, gen_random_uuid()::text from accounts;
create table installation (
  id text not null,
  single boolean primary key default true check (single)
);
