-- Whether the rows of an account keep customers of one email apart; null: they are not joined yet.
alter table warehouse_ledger add column separate_customers boolean;
