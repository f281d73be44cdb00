export { assertAnswerable, assertService, type Reader, readSavedReport, storedDefinition } from './saved-definition.ts'
export type { SavedReportRow } from './saved-reports.repo.ts'
