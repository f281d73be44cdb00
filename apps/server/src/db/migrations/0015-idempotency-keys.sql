-- Without its foreign key, a claimed key locks no user: a request that holds one and waits for the account would otherwise
-- deadlock with the removal of its user, which locks the account first.
alter table idempotency_keys drop constraint idempotency_keys_account_id_user_id_fkey;
