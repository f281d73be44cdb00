-- An account's own channels, order types and fulfillment statuses.
alter table accounts add column own_codes jsonb not null default '{"version":0,"codes":[],"fallbacks":[]}';
