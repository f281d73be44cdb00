-- What a club release was expected to come to when it was planned; compared with what it came to.
create table release_plans (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  club text not null,
  day text not null,
  members integer not null,
  lines jsonb not null,
  wines jsonb not null,
  saved_at timestamptz not null,
  unique (account_id, club, day)
);
