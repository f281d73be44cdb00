import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { domainOfEmail, type SamlProvider } from '#domain/single-sign-on.ts'
import { type Db, deletesAny, type UserKey, unscoped } from '#server/db/database.ts'
import { storeUnlessTaken } from '#server/db/database-failure.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { UserRow } from '#server/modules/users/index.ts'

type StoredSettings = Selectable<Schema['account_sign_on']>

export type OpenIdRow = StoredSettings & {
  readonly client_id: string
  readonly client_secret: Buffer
  readonly saml: null
}
type SamlRow = StoredSettings & {
  readonly client_id: null
  readonly client_secret: null
  readonly saml: SamlProvider
}
/** The constraint `account_sign_on_protocol` sees to it that a row is one of them. */
export type SettingsRow = OpenIdRow | SamlRow

export type DomainRow = Selectable<Schema['sign_on_domains']>
export type AttemptRow = Selectable<Schema['sign_on_attempts']>

export const findSettings = (db: Db, accountId: number): Promise<SettingsRow | undefined> =>
  db
    .selectFrom('account_sign_on')
    .selectAll()
    .where('account_id', '=', accountId)
    .$castTo<SettingsRow>()
    .executeTakeFirst()

/** Of the account that has proved the domain of an address. Unscoped, as whoever signs in has no account yet. */
export const findSettingsByEmail = (db: Db, email: string): Promise<SettingsRow | undefined> =>
  unscoped(db)
    .selectFrom('account_sign_on')
    .innerJoin('sign_on_domains', 'sign_on_domains.account_id', 'account_sign_on.account_id')
    .innerJoin('accounts', 'accounts.id', 'account_sign_on.account_id')
    .selectAll('account_sign_on')
    .where('sign_on_domains.domain', '=', domainOfEmail(email))
    .where('sign_on_domains.proved_at', 'is not', null)
    .where('account_sign_on.is_enabled', '=', true)
    .where('accounts.deleted_at', 'is', null)
    .$castTo<SettingsRow>()
    .executeTakeFirst()

export const putSettings = async (db: Db, row: Insertable<Schema['account_sign_on']>): Promise<void> => {
  const { account_id: _, created_at: __, ...change } = row
  await db
    .insertInto('account_sign_on')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute()
}

export const updateSettings = async (
  db: Db,
  accountId: number,
  change: Pick<Updateable<Schema['account_sign_on']>, 'tested_at' | 'client_secret'>,
): Promise<void> => {
  await db.updateTable('account_sign_on').set(change).where('account_id', '=', accountId).execute()
}

/** Also who the users are to the provider, and whoever is there just now. */
export const deleteSettings = async (db: Db, accountId: number): Promise<void> => {
  await db.deleteFrom('account_sign_on').where('account_id', '=', accountId).execute()
  await db.deleteFrom('external_identities').where('account_id', '=', accountId).execute()
  await deleteAttempts(db, accountId)
}

/** Of all accounts: keys belong to the installation. */
export const allOpenIdSettings = (db: Db): Promise<OpenIdRow[]> =>
  unscoped(db)
    .selectFrom('account_sign_on')
    .selectAll()
    .where('client_secret', 'is not', null)
    .$castTo<OpenIdRow>()
    .execute()

export const listDomains = (db: Db, accountId: number): Promise<DomainRow[]> =>
  db.selectFrom('sign_on_domains').selectAll().where('account_id', '=', accountId).orderBy('domain').execute()

export const findDomain = (db: Db, accountId: number, domain: string): Promise<DomainRow | undefined> =>
  db
    .selectFrom('sign_on_domains')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, domain }))
    .executeTakeFirst()

/** Keeps one that the account has already. */
export const insertDomain = async (db: Db, row: Insertable<Schema['sign_on_domains']>): Promise<void> => {
  await db
    .insertInto('sign_on_domains')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doNothing())
    .execute()
}

/** False: another account has proved it before. The transaction can then only be rolled back. */
export const markDomainProved = (db: Db, { account_id, domain }: DomainRow, at: Date): Promise<boolean> =>
  storeUnlessTaken(
    db
      .updateTable('sign_on_domains')
      .set({ proved_at: at })
      .where((eb) => eb.and({ account_id, domain }))
      .execute(),
  )

/** Users of the proved domains, or of one, whom requiring single sign-on keeps out: their personal keys have waited for it. */
export const listExcluded = (db: Db, accountId: number, domain?: string): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .innerJoin('sign_on_domains', 'sign_on_domains.account_id', 'users.account_id')
    .selectAll('users')
    .where((eb) => eb.and({ 'users.account_id': accountId, 'sign_on_domains.account_id': accountId }))
    .where('proved_at', 'is not', null)
    .where('domain', '=', sql<string>`split_part(users.email, '@', -1)`)
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain ?? ''))
    .where((row) =>
      row.or([row('second_factor_at', 'is', null), sql<boolean>`not ('AccountOwner' = any (users.roles))`]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('external_identities')
            .select('subject')
            .where('external_identities.account_id', '=', accountId)
            .whereRef('external_identities.user_id', '=', 'users.id'),
        ),
      ),
    )
    .execute()

/** False: there was none. */
export const deleteDomain = (db: Db, accountId: number, domain: string): Promise<boolean> =>
  deletesAny(db.deleteFrom('sign_on_domains').where((eb) => eb.and({ account_id: accountId, domain })))

export const insertAttempt = async (db: Db, row: Insertable<Schema['sign_on_attempts']>): Promise<void> => {
  await db.insertInto('sign_on_attempts').values(row).execute()
}

/** Finds and ends an attempt of this browser: each counts once. Unscoped, as nobody is signed in. */
export const takeAttempt = (
  db: Db,
  { stateHash, browserHash }: { readonly stateHash: string; readonly browserHash: string },
): Promise<AttemptRow | undefined> =>
  unscoped(db)
    .deleteFrom('sign_on_attempts')
    .where((eb) => eb.and({ state_hash: stateHash, browser_hash: browserHash }))
    .returningAll()
    .executeTakeFirst()

/** Whose attempt it is; unscoped, as nobody is signed in. */
export const findAttemptAccount = async (db: Db, stateHash: string): Promise<number | undefined> => {
  const row = await unscoped(db)
    .selectFrom('sign_on_attempts')
    .select('account_id')
    .where('state_hash', '=', stateHash)
    .executeTakeFirst()
  return row?.account_id
}

/** The first answer counts. */
export const putSamlResponse = async (
  db: Db,
  { accountId, stateHash }: { readonly accountId: number; readonly stateHash: string },
  response: Buffer,
): Promise<void> => {
  await db
    .updateTable('sign_on_attempts')
    .set({ saml_response: response })
    .where((eb) => eb.and({ account_id: accountId, state_hash: stateHash }))
    .where('saml_response', 'is', null)
    .execute()
}

export const deleteAttempts = async (db: Db, accountId: number): Promise<void> => {
  await db.deleteFrom('sign_on_attempts').where('account_id', '=', accountId).execute()
}

/** Everyone whom the provider has named is unknown again. */
export const deleteIdentities = async (
  db: Db,
  { accountId, issuer }: Pick<Identity, 'accountId' | 'issuer'>,
): Promise<void> => {
  await db.deleteFrom('external_identities').where('account_id', '=', accountId).where('issuer', '=', issuer).execute()
}

/** Who somebody is to the provider. */
export interface Identity {
  readonly accountId: number
  readonly issuer: string
  readonly subject: string
}

/** The user's ID; undefined: the person has never signed in this way. */
export const findIdentity = async (db: Db, { accountId, issuer, subject }: Identity): Promise<string | undefined> => {
  const row = await db
    .selectFrom('external_identities')
    .select('user_id')
    .where((eb) => eb.and({ account_id: accountId, issuer, subject }))
    .executeTakeFirst()
  return row?.user_id
}

/** Connects the person with a user, or notes that they signed in again. */
export const putIdentity = async (
  db: Db,
  { accountId, issuer, subject }: Identity,
  { userId, at }: Pick<UserKey, 'userId'> & { readonly at: Date },
): Promise<void> => {
  await db
    .insertInto('external_identities')
    .values({ account_id: accountId, issuer, subject, user_id: userId, created_at: at, last_used_at: at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'issuer', 'subject']).doUpdateSet({ user_id: userId, last_used_at: at }),
    )
    .execute()
}
