import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { lockUser } from '#server/modules/users/index.ts'
import { findTrashed } from './dashboard-trash.repo.ts'
import { type DashboardRow, findOwnDashboard, updateDashboard } from './dashboards.repo.ts'

/** Moves a dashboard to the trash. Errors: `dashboard.not_found`, `dashboard.default_cannot_be_deleted`. */
export const trashDashboard = (deps: Pick<Deps, 'clock' | 'db'>, caller: Caller, slug: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const dashboard = await findOwnDashboard(trx, caller, slug)
    if (!dashboard) throw fail('dashboard.not_found')
    if (dashboard.is_default) throw fail('dashboard.default_cannot_be_deleted')
    await updateDashboard(trx, dashboard, { deleted_at: new Date(deps.clock.now()) })
  })

/** Takes a dashboard out of the trash, under the slug it had. Errors: `dashboard.not_found`. */
export const restoreDashboard = (
  deps: Pick<Deps, 'clock' | 'db'>,
  caller: Caller,
  slug: string,
): Promise<DashboardRow> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const dashboard = await findTrashed(trx, caller, slug)
    if (!dashboard) throw fail('dashboard.not_found')
    return updateDashboard(trx, dashboard, { deleted_at: null, updated_at: new Date(deps.clock.now()) })
  })
