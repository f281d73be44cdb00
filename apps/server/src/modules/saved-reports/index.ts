export { demandAnswerable } from './check-definition.ts'
export { type Reader, readSavedReport } from './read-saved-report.ts'
export { storedDefinition } from './saved-report.present.ts'
export type { SavedReportRow } from './saved-reports.repo.ts'
