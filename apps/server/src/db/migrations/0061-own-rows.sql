-- Whether each recipient of a scheduled report gets the rows of the team member of their name only.
alter table report_schedules add column own_rows boolean not null default false;
