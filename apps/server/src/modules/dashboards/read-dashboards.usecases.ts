import type { VisibleDashboard } from '#contract/dashboard-sharing.ts'
import type { Dashboard } from '#contract/dashboards.ts'
import { fail } from '#contract/errors.ts'
import type { UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { listDashboards, listSummaries } from './dashboards.repo.ts'
import { findOpenedDashboard, ownDashboard } from './opened-dashboard.repo.ts'
import { presentDashboard } from './save-dashboard.usecases.ts'
import { listVisibleDashboards } from './sharing.repo.ts'

/** The user's own dashboards. */
export const readDashboards = async ({ db }: Deps, user: UserKey): Promise<Dashboard[]> =>
  (await listDashboards(db, user)).map((row) => presentDashboard(ownDashboard(row)))

export const readSummaries = ({ db }: Deps, user: UserKey) => listSummaries(db, user)

/** A dashboard that the user may open. Errors: `dashboard.not_found`. */
export const readDashboard = async ({ db }: Deps, user: UserKey, slug: string): Promise<Dashboard> => {
  const row = await findOpenedDashboard(db, user, slug)
  if (!row) throw fail('dashboard.not_found')
  return presentDashboard(row)
}

/** The user's own dashboards, and those of colleagues that the user may open. */
export const readVisibleDashboards = ({ db, clock }: Deps, user: UserKey): Promise<VisibleDashboard[]> =>
  listVisibleDashboards(db, user, new Date(clock.now()))
