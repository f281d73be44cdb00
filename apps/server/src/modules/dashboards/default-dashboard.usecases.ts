import { fail } from '#contract/errors.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { lockUser } from '#server/modules/users/index.ts'
import { type DashboardRow, findOldestOther, findOwnDashboard, type Owner, updateDashboard } from './dashboards.repo.ts'

/**
 * Makes a dashboard the default, or hands the default on to the oldest other one.
 *
 * @returns the dashboard that was toggled
 * @throws Failure `dashboard.not_found`, `dashboard.only_default` when there is no other
 */
export const toggleDefault = (deps: Pick<Deps, 'db'>, caller: Caller, slug: string): Promise<DashboardRow> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const toggled = await findOwnDashboard(trx, caller, slug)
    if (!toggled) throw fail('dashboard.not_found')
    const heir = toggled.is_default ? await findOldestOther(trx, caller, toggled.id) : toggled
    if (!heir) throw fail('dashboard.only_default')
    await moveDefault(trx, caller, heir)
    return { ...toggled, is_default: !toggled.is_default }
  })

/** The old default goes first: the database allows one at a time. */
const moveDefault = async (trx: Db, owner: Owner, heir: DashboardRow): Promise<void> => {
  const former = await findOwnDashboard(trx, owner, 'default')
  if (former) await updateDashboard(trx, former, { is_default: false })
  await updateDashboard(trx, heir, { is_default: true })
}
