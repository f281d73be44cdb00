-- Closures, events and campaigns of an account, by local days; `until_day` is exclusive.
create table calendar_notes (
  id text primary key,
  account_id integer not null references accounts on delete cascade,
  title text not null,
  from_day text not null,
  until_day text not null,
  kind text not null,
  text text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index calendar_notes_of_account on calendar_notes (account_id, from_day);
create index calendar_notes_deleted on calendar_notes (deleted_at) where deleted_at is not null;
