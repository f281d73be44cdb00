import { planState } from '#domain/plan.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import { type Caller, NO_PROOF } from '#server/http/caller.ts'
import { SETTINGS_COLUMNS, toAccountSettings } from '#server/modules/accounts/index.ts'

/** A user on whose behalf the server works without a session. */
export interface AbsentCaller extends Caller {
  readonly name: string
}

/** Undefined when the user was removed or disabled, or the account is deleted. */
export const findAbsentCaller = async (
  db: Db,
  { accountId, userId }: UserKey,
  now: number,
): Promise<AbsentCaller | undefined> => {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where((eb) => eb.and({ 'users.account_id': accountId, 'users.id': userId }))
    .where('users.disabled_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .select([
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.roles',
      'users.culture as ownCulture',
      'accounts.account_type as accountType',
      'accounts.is_trial as isTrial',
      'accounts.trial_expires_at as trialExpiresAt',
      'accounts.read_only_from as readOnlyFrom',
      'accounts.read_only_reason as readOnlyReason',
      ...SETTINGS_COLUMNS.map((column) => `accounts.${column}` as const),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const account = toAccountSettings(row)
  return {
    accountId,
    userId,
    sessionId: '',
    apiKey: null,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    culture: row.ownCulture ?? account.culture,
    roles: row.roles,
    accountType: row.accountType,
    planState: planState(row, now),
    isAccountDeleted: false,
    proof: NO_PROOF,
    account,
  }
}
