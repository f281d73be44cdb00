import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Sign-in through a SAML provider, which has certificates instead of a client ID and a secret. */
export const saml: Migration = {
  id: '0046-saml',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table account_sign_on
      alter column client_id drop not null,
      alter column client_secret drop not null,
      add column saml jsonb,
      add constraint account_sign_on_protocol check (
        (provider = 'saml') = (saml is not null)
        and (saml is null) = (client_id is not null)
        and (saml is null) = (client_secret is not null)
      )`.execute(db)
    // What the provider's page posted, sealed, until the browser that began comes back.
    await sql`alter table sign_on_attempts add column saml_response bytea`.execute(db)
  },
}
