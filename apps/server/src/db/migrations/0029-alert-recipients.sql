-- Colleagues who are notified of an alert besides its owner.
create table alert_recipients (
  account_id integer not null,
  alert_id text not null,
  user_id text not null,
  created_at timestamptz not null,
  primary key (account_id, alert_id, user_id),
  foreign key (account_id, alert_id) references alerts (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index alert_recipients_of_user on alert_recipients (account_id, user_id);
