export { assertAnswerable } from './check-definition.ts'
export { type Reader, readSavedReport, storedDefinition } from './read-saved-report.ts'
export type { SavedReportRow } from './saved-reports.repo.ts'
