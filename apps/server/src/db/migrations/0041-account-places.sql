-- Which engine has the rows of each account. Accounts with loads in ClickHouse are there. Where none are, as many as have records are
-- in files, and stay there when the server gets a ClickHouse.
create table account_places (
  account_id integer primary key references accounts (id) on delete cascade,
  place text not null check (place in ('files', 'clickhouse')),
  other text check (other in ('files', 'clickhouse') and other <> place)
);
insert into account_places (account_id, place)
  select account_id, 'clickhouse' from warehouse_ledger
  where row_version > 0 or data_version > 0 or applying is not null;
insert into account_places (account_id, place)
  select account_id, 'files' from account_data
  where data_version > first_version and not exists (select from account_places);
