-- Fields that an account keeps in addition to the standard columns, with the keys of deleted ones.
alter table accounts add column custom_fields jsonb not null default '[]';
