-- Sign-in through a SAML provider, which has certificates instead of a client ID and a secret.
alter table account_sign_on
alter column client_id drop not null,
alter column client_secret drop not null,
add column saml jsonb,
add constraint account_sign_on_protocol check (
  (provider = 'saml') = (saml is not null)
  and (saml is null) = (client_id is not null)
  and (saml is null) = (client_secret is not null)
);
-- What the provider's page posted, sealed, until the browser that began comes back.
alter table sign_on_attempts add column saml_response bytea;
