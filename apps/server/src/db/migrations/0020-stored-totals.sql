-- The control totals of an import counted in the store after it; null for syncs and for imports of earlier versions.
alter table service_runs add column stored_totals jsonb;
