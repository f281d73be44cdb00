-- An account can use no language model, also where the installation has one.
alter table insight_settings add column uses_model boolean not null default true;
