-- Channels of Slack and Teams in which a scheduled report or dashboard is posted: IDs of webhooks.
alter table report_schedules add column channels jsonb not null default '[]';
