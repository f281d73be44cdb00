-- Questions that a user asked, with their answers' definitions. `key` tells two questions with the same words and answer apart from others.
create table asked_questions (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  user_id text not null,
  key text not null,
  question text not null,
  answer jsonb not null,
  is_shareable boolean not null,
  asked_at timestamptz not null,
  pinned_at timestamptz,
  unique (account_id, user_id, key),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index asked_questions_of_user on asked_questions (account_id, user_id, asked_at desc);
create index asked_questions_shareable on asked_questions (account_id, asked_at desc) where is_shareable;
