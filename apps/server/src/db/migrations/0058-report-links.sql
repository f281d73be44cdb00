-- Addresses at which spreadsheet programs read a saved report as CSV, without signing in.
create table report_links (
  id text primary key,
  account_id integer not null,
  report_id text not null,
  user_id text not null,
  name text not null,
  token_hash text not null unique,
  includes_personal_data boolean not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  foreign key (account_id, report_id) references saved_reports (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index report_links_of_report on report_links (account_id, report_id);
