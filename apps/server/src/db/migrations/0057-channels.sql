-- Channels of Slack and Microsoft Teams are webhooks with messages of another format. Their address is sealed in `secrets`.
alter table webhooks
  add column format text not null default 'standard',
  add column name text not null default '';
