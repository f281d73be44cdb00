export { type AnalyticsSettings, loadAnalyticsSettings, resolveAnalyticsSettings } from './analytics-settings.ts'
export { getCachedResult, withFields } from './cached-result.ts'
export { type DataSnapshot, withConsistentVersion } from './consistent-version.ts'
export { type Cell, compilerOptions, presentColumns, QuerySession, StaleVersionError } from './query-session.ts'
