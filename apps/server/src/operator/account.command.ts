import type { Updateable } from 'kysely'
import { inTransaction } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'
import { readEnv } from '#server/env.ts'
import { addKey } from '#server/modules/accounts/index.ts'
import { createAccountWithoutSession } from '#server/modules/auth/index.ts'
import { changeUserRoles, findUserByEmail, type UserRow } from '#server/modules/users/index.ts'
import { StartFailure } from '#server/runtime.ts'
import { type AccountChange, readAccountChange } from './account-change.ts'
import { withStores } from './with-stores.ts'

/** Changes plan, trial and billing of a user's account, and the user's roles; with a password, creates a missing account. */
export const accountCommand = async (args: readonly string[]): Promise<string> => {
  const change = readAccountChange(args)
  const env = readEnv()
  if (change['new-key'] && !env.ENCRYPT_DATA) throw new StartFailure('--new-key: ENCRYPT_DATA is not set')
  return withStores(env, { exclusive: false }, async ({ deps }) =>
    inTransaction(deps.db, async (trx) => applyChange({ ...deps, db: trx }, change)),
  )
}

export const applyChange = async (deps: Deps, change: AccountChange): Promise<string> => {
  const user = (await findUserByEmail(deps.db, change.email)) ?? (await createUser(deps, change))
  const { type, roles, billing } = change
  const trialEnds = change['trial-ends']
  const account = {
    ...(type ? { account_type: type } : {}),
    ...(trialEnds === undefined ? {} : toTrialColumns(trialEnds)),
    ...(billing ? { billing_source: billing } : {}),
  }
  if (Object.keys(account).length > 0) {
    await updateAccount(deps, user.account_id, account)
  }
  if (billing) await linkMarketplace(deps, user.account_id, change.subscription ?? null)
  if (roles) await changeUserRoles(deps, deps.db, user, [...new Set(roles)])
  if (change['new-key']) await addKey(deps, user.account_id)
  const description = await describeUser(deps, user)
  return change['new-key'] ? `${description}\n${NEW_KEY}` : description
}

const NEW_KEY =
  'The account has a new key. Within ten minutes, or when its file is next opened, the file is encrypted with it.'

// The operator's change overrides any restriction from an earlier payment.
const updateAccount = async (
  { db }: Deps,
  accountId: number,
  account: Updateable<Schema['accounts']>,
): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ ...account, read_only_from: null, read_only_reason: null })
    .where('id', '=', accountId)
    .execute()
}

const linkMarketplace = async ({ db, clock }: Deps, accountId: number, subscription: string | null): Promise<void> => {
  const link = { marketplace_subscription_id: subscription, updated_at: new Date(clock.now()) }
  await db
    .insertInto('billing')
    .values({ account_id: accountId, ...link })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(link))
    .execute()
}

const toTrialColumns = (ends: string | null) => ({
  is_trial: ends !== null,
  trial_expires_at: ends === null ? null : new Date(ends),
})

const createUser = async (deps: Deps, { email, password, name }: AccountChange): Promise<UserRow> => {
  if (!password) throw new StartFailure(`nobody has the address ${email}; give --password to make an account`)
  const registration = {
    firstName: 'Account',
    lastName: 'Owner',
    email,
    password,
    accountName: name ?? email,
    culture: 'en-US',
  }
  return (await createAccountWithoutSession(deps, registration)).user
}

const describeUser = async ({ db }: Deps, { id, account_id, email }: UserRow): Promise<string> => {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select([
      'users.roles',
      'accounts.account_type as type',
      'accounts.trial_expires_at as trialEnds',
      'accounts.billing_source as billing',
    ])
    .where((eb) => eb.and({ 'users.account_id': account_id, 'users.id': id }))
    .executeTakeFirstOrThrow()
  const trial = row.trialEnds ? `trial ends ${row.trialEnds.toISOString()}` : 'no trial'
  return `${email}: account ${account_id}, ${row.type}, ${trial}, billed by ${row.billing}, roles ${row.roles.join(', ')}`
}
