-- What users did about an insight: snoozed, assigned, acted on, done, with its history.
-- `snoozed_until` is a local day, the first on which the insight is open again.
alter table insights
  add column snoozed_until text,
  add column assigned_to text,
  add column acted_at timestamptz,
  add column done_at timestamptz,
  add foreign key (account_id, assigned_to) references users (account_id, id) on delete set null (assigned_to);
create table insight_steps (
  id text primary key,
  account_id integer not null references accounts (id) on delete cascade,
  insight_id text not null,
  user_id text,
  step text not null,
  until_day text,
  assignee_id text,
  at timestamptz not null,
  foreign key (account_id, insight_id) references insights (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id),
  foreign key (account_id, assignee_id) references users (account_id, id) on delete set null (assignee_id)
);
create index insight_steps_of_insight on insight_steps (account_id, insight_id, at);
