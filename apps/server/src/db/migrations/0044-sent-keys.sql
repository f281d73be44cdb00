-- Keys that a platform sent, sealed, until the user who is on its page comes back.
alter table service_consents add column sent_keys bytea;
