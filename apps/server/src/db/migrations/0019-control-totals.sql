-- What the source of a run gave, counted before it was merged; null for runs of earlier versions.
alter table service_runs add column control_totals jsonb;
