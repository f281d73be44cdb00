-- Email schedules of saved reports, and email attachments: one row for all recipients of an email.
create table report_schedules (
  id text primary key,
  account_id integer not null,
  report_id text not null,
  user_id text not null,
  cadence text not null,
  weekday integer not null,
  day integer not null,
  hour integer not null,
  recipients jsonb not null,
  attachment text,
  next_due_at timestamptz not null,
  last_sent_at timestamptz,
  told_of_trial boolean not null default false,
  created_at timestamptz not null,
  foreign key (account_id, report_id) references saved_reports (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index report_schedules_of_report on report_schedules (account_id, report_id);
create index report_schedules_due on report_schedules (next_due_at);
create table outbox_files (
  id text primary key,
  account_id integer,
  name text not null,
  content_type text not null,
  content bytea not null,
  created_at timestamptz not null,
  unique (account_id, id)
);
alter table outbox_mail add column file_id text,
  add foreign key (account_id, file_id) references outbox_files (account_id, id) on delete set null (file_id);
