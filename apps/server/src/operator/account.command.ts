import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Email, Password } from '#contract/fields.ts'
import { ACCOUNT_TYPES } from '#domain/account-type.ts'
import { ROLES } from '#domain/role.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readEnv } from '#server/env.ts'
import { createAccountOffline } from '#server/modules/auth/registration.usecases.ts'
import { findUserByEmail, type UserRow } from '#server/modules/users/users.repo.ts'
import { StartFailure } from '#server/start-failure.ts'
import { withStores } from './with-stores.ts'

export const ACCOUNT_USAGE =
  'npm run account -- <email> [--type Micro] [--trial-ends 2026-01-01|never] [--roles User,PowerUser] [--password … to make it]'

const Roles = z
  .string()
  .transform((list) => list.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES)).min(1))

const TrialEnd = z.union([z.literal('never').transform(() => null), z.iso.date(), z.iso.datetime()])

const Change = z.strictObject({
  email: Email,
  type: z.enum(ACCOUNT_TYPES).optional(),
  'trial-ends': TrialEnd.optional(),
  roles: Roles.optional(),
  password: Password.optional(),
  name: z.string().min(1).max(100).optional(),
})
type Change = z.infer<typeof Change>

const text = { type: 'string' } as const
const OPTIONS = { type: text, 'trial-ends': text, roles: text, password: text, name: text }

/** Changes plan and trial of the account that a user belongs to, and the user's roles; with a password it makes what is missing. */
export const accountCommand = async (args: readonly string[]): Promise<string> => {
  const change = readChange(args)
  return withStores(readEnv(), { exclusive: false }, async ({ deps }) =>
    inTransaction(deps.db, async (trx) => applyChange({ ...deps, db: trx }, change)),
  )
}

const readChange = (args: readonly string[]): Change => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [email, ...more] = positionals
    if (more.length > 0) throw new Error(`unexpected: ${more.join(' ')}`)
    return Change.parse({ ...values, email })
  } catch (error) {
    throw new StartFailure(`${complaintOf(error)}\n${ACCOUNT_USAGE}`, { cause: error })
  }
}

const complaintOf = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error)
  const [issue] = error.issues
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`
}

const applyChange = async (deps: Deps, change: Change): Promise<string> => {
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

const makeUser = async (deps: Deps, { email, password, name }: Change): Promise<UserRow> => {
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
