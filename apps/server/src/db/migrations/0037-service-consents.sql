-- Users who are on a platform's page to consent to a connection.
-- Without a service: a new one, with these settings.
create table service_consents (
  state_hash text primary key,
  account_id integer not null,
  user_id text not null,
  session_id text not null,
  service_id text,
  type text not null,
  settings jsonb not null,
  created_at timestamptz not null,
  foreign key (account_id, service_id) references services (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index service_consents_of_user on service_consents (account_id, user_id);
create index service_consents_of_service on service_consents (account_id, service_id);
