-- Account settings without a column of their own are stored by id.
alter table accounts add column settings jsonb not null default '{}';
