import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readEnv } from '#server/env.ts'
import { createAccountOffline } from '#server/modules/auth/registration.usecases.ts'
import { findUserByEmail, type UserRow } from '#server/modules/users/users.repo.ts'
import { StartFailure } from '#server/start-failure.ts'
import { type AccountChange, readAccountChange } from './account-change.ts'
import { withStores } from './with-stores.ts'

/** Changes plan and trial of the account that a user belongs to, and the user's roles; with a password it makes what is missing. */
export const accountCommand = async (args: readonly string[]): Promise<string> => {
  const change = readAccountChange(args)
  return withStores(readEnv(), { exclusive: false }, async ({ deps }) =>
    inTransaction(deps.db, async (trx) => applyChange({ ...deps, db: trx }, change)),
  )
}

const applyChange = async (deps: Deps, change: AccountChange): Promise<string> => {
  const user = (await findUserByEmail(deps.db, change.email)) ?? (await makeUser(deps, change))
  const { type, roles } = change
  const trialEnds = change['trial-ends']
  const account = {
    ...(type ? { account_type: type } : {}),
    ...(trialEnds === undefined ? {} : trialFields(trialEnds)),
  }
  if (Object.keys(account).length > 0) {
    await deps.db.updateTable('accounts').set(account).where('id', '=', user.account_id).execute()
  }
  if (roles) await setRoles(deps, user, roles)
  return describeUser(deps, user)
}

const trialFields = (ends: string | null) => ({
  is_trial: ends !== null,
  trial_expires_at: ends === null ? null : new Date(ends),
})

const setRoles = async ({ db }: Deps, user: UserRow, roles: UserRow['roles']): Promise<void> => {
  await db
    .updateTable('users')
    .set({ roles: [...new Set(roles)] })
    .where('account_id', '=', user.account_id)
    .where('id', '=', user.id)
    .execute()
}

const makeUser = async (deps: Deps, { email, password, name }: AccountChange): Promise<UserRow> => {
  if (!password) throw new StartFailure(`nobody has the address ${email}; give --password to make an account`)
  const registration = {
    firstName: 'Account',
    lastName: 'Owner',
    email,
    password,
    accountName: name ?? email,
    culture: 'en-US',
  }
  return (await createAccountOffline(deps, registration)).user
}

const describeUser = async ({ db }: Deps, { id, account_id, email }: UserRow): Promise<string> => {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.roles', 'accounts.account_type as type', 'accounts.trial_expires_at as trialEnds'])
    .where('users.account_id', '=', account_id)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
  const trial = row.trialEnds ? `trial ends ${row.trialEnds.toISOString()}` : 'no trial'
  return `${email}: account ${account_id}, ${row.type}, ${trial}, roles ${row.roles.join(', ')}`
}
