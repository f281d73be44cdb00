-- Whom to call before they cancel: the last ranking of an account's club and its holdout, a row for each member's three
-- months on the list or held out, and what was done. Local days; `ends_on` is exclusive; values are minor units.
create table save_lists (
  account_id integer primary key references accounts (id) on delete cascade,
  holdout_percent integer not null default 0,
  ranking jsonb
);
create table save_list_entries (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  membership_id text not null,
  customer_id text not null,
  club text not null,
  chance double precision not null,
  reasons jsonb not null,
  yearly_value bigint not null,
  entry_value bigint not null,
  entered_on text not null,
  ends_on text not null,
  holdout_percent integer not null,
  is_held_out boolean not null,
  canceled_on text,
  assigned_to text,
  unique (account_id, id),
  foreign key (account_id, assigned_to) references users (account_id, id) on delete set null (assigned_to)
);
create index save_list_entries_by_end on save_list_entries (account_id, ends_on);
create table save_list_steps (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  entry_id text not null,
  user_id text,
  action text not null,
  answer text,
  note text,
  at timestamptz not null,
  foreign key (account_id, entry_id) references save_list_entries (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id)
);
create index save_list_steps_of_entry on save_list_steps (account_id, entry_id, at);
