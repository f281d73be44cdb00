export { type AnalyticsSettings, loadAnalyticsSettings, resolveAnalyticsSettings } from './analytics-settings.ts'
export { type Campaign, readCampaigns } from './campaigns.ts'
export { readClubReleases } from './club-releases.ts'
export { readDataSpan, readLastLoad, readShortHistory } from './data-start.ts'
export {
  type Cell,
  compilerOptions,
  type DataSnapshot,
  getCachedResult,
  presentColumns,
  QuerySession,
  StaleVersionError,
  withConsistentVersion,
  withFields,
} from './query-session.ts'
export type { SourceTotals } from './source-totals.ts'
export { comparisonKey, readPaces, readPlanVersions, readWineryPlan, withCompared } from './winery-plan.ts'
