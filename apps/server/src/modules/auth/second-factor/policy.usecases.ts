import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { lockAccount, updateAccount } from '#server/modules/accounts/index.ts'
import { revokeGivenAccess } from '#server/modules/users/index.ts'
import { usersWithoutFactor } from './second-factor.repo.ts'

/**
 * Whether the account requires a second factor. When it no longer does, what this kept from working does not begin to work.
 * Errors: `second_factor.own_first`.
 */
export const setPolicy = async (deps: Deps, { accountId, proof }: Caller, isRequired: boolean): Promise<void> => {
  if (isRequired && !proof.hasSecondFactor) throw fail('second_factor.own_first')
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, accountId)
    const isEnding = account?.second_factor_required === true && !isRequired
    const excluded = isEnding ? await usersWithoutFactor(trx, accountId) : []
    for (const user of excluded) await revokeGivenAccess(deps, trx, user, user.roles)
    await updateAccount(trx, accountId, { second_factor_required: isRequired })
  })
}
