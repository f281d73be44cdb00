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

/** The ETag of a dashboard's response. Parsing with the schema puts stored keys into response order. */
export const dashboardEtag = (dashboard: Dashboard): string => etagOf(JSON.stringify(Dashboard.parse(dashboard)))
