-- The progress of rebuilding an account's rows for its time zone, and the time zone a platform was read in.
alter table accounts
  add column rebuild_done integer not null default 0,
  add column rebuild_total integer not null default 0;
alter table services add column read_in_zone text;
