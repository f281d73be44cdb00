-- Colleagues who may view or edit a dashboard.
alter table dashboards add unique (account_id, id);
create table dashboard_shares (
  account_id integer not null,
  dashboard_id text not null,
  user_id text not null,
  can_edit boolean not null,
  created_at timestamptz not null,
  primary key (account_id, dashboard_id, user_id),
  foreign key (account_id, dashboard_id) references dashboards (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index dashboard_shares_with on dashboard_shares (account_id, user_id);
