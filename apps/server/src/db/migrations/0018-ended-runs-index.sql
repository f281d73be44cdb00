-- Finds the runs of the last hour, of all accounts, for metrics.
create index service_runs_ended on service_runs (finished_at) where finished_at is not null;
