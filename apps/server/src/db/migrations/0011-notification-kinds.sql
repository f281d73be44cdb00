-- Notification kinds, user preferences for each, and the users to notify about a run.
-- Until this migration there was one kind.
alter table notifications
  add column kind text not null default 'serviceNeedsAttention',
  add column event text,
  add column in_app boolean not null default true,
  add column deleted_at timestamptz;
alter table notifications alter column kind drop default;
create unique index notifications_of_event on notifications (account_id, user_id, kind, event)
  where event is not null;
create index notifications_by_age on notifications (created_at);
create table notification_preferences (
  account_id integer not null,
  user_id text not null,
  kind text not null,
  in_app boolean not null,
  email boolean not null,
  primary key (account_id, user_id, kind),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
alter table service_runs
  add column user_id text,
  add column watched_at timestamptz,
  add foreign key (account_id, user_id) references users (account_id, id) on delete set null (user_id);
