-- The session that asked for a change of address, and an index of the addresses that a change can be undone to.
alter table one_time_tokens add column session_id text;
create index one_time_tokens_undo on one_time_tokens (email) where kind = 'undo';
