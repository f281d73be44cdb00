-- Links that show a dashboard without signing in.
create table view_links (
  id text primary key,
  account_id integer not null,
  dashboard_id text not null,
  user_id text not null,
  name text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  last_viewed_at timestamptz,
  created_at timestamptz not null,
  foreign key (account_id, dashboard_id) references dashboards (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index view_links_of_dashboard on view_links (account_id, dashboard_id);
