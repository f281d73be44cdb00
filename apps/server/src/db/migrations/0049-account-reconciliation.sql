-- Accounts whose stored rows must be compared with their settings and services. Earlier backups could differ, so all are, once.
alter table account_data add column needs_reconciliation boolean not null default true;
alter table account_data alter column needs_reconciliation set default false;
-- Sealed with the master key, to tell whether the one that is set is the one of this installation.
alter table installation add column key_check bytea;
