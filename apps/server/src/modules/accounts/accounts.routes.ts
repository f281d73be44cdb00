import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { countUsers } from '#server/modules/users/users.repo.ts'
import { presentAccount, trialDaysLeft } from './account.present.ts'
import { type AccountRow, countServices, findAccount } from './accounts.repo.ts'

const accountOf = async (deps: Deps, id: number): Promise<AccountRow> => {
  const account = await findAccount(deps.db, id)
  if (!account) throw fail('account.not_found')
  return account
}

export const accountsRoutes: RoutesOf<'account'> = {
  get: signedIn.account.get.handler(async ({ context: { caller, deps } }) =>
    presentAccount(await accountOf(deps, caller.accountId)),
  ),
  status: signedIn.account.status.handler(async ({ context: { caller, deps } }) => {
    const account = await accountOf(deps, caller.accountId)
    const data = await deps.warehouse.status(account.id)
    return {
      currentServiceCount: await countServices(deps.db, account.id),
      currentUserCount: await countUsers(deps.db, account.id),
      lastSyncUtc: data.loadedAt === null ? null : new Date(data.loadedAt).toISOString(),
      dataVersion: data.dataVersion,
      trialDaysLeft: trialDaysLeft(account, deps.clock.now()),
    }
  }),
}
