-- What a dashboard opens with: dates, comparison, and filters for all of its tiles.
alter table dashboards add column filter_bar jsonb;
