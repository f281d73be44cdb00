import { Dashboard } from '#contract/dashboards.ts'
import { etagOf } from '#server/http/etag.ts'
import type { DashboardRow } from './dashboards.repo.ts'

export const presentDashboard = (row: DashboardRow, userId: string): Dashboard => ({
  name: row.name,
  slug: row.slug,
  description: row.description,
  isPublic: row.is_public,
  isDefault: row.is_default,
  widgets: row.widgets,
  version: row.version,
  isOwn: row.user_id === userId,
})

/** The ETag that a read of the dashboard carries. The schema brings stored keys into the order in which they travel. */
export const dashboardEtag = (dashboard: Dashboard): string => etagOf(JSON.stringify(Dashboard.parse(dashboard)))
