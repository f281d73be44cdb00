-- A schedule emails either a saved report or a dashboard.
alter table report_schedules
  alter column report_id drop not null,
  add column dashboard_id text,
  add foreign key (account_id, dashboard_id) references dashboards (account_id, id) on delete cascade,
  add check (num_nonnulls(report_id, dashboard_id) = 1);
create index report_schedules_of_dashboard on report_schedules (account_id, dashboard_id);
