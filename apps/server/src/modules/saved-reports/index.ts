export {
  assertAnswerable,
  assertService,
  isAnswerable,
  type Reader,
  readSavedReport,
  storedDefinition,
} from './saved-definition.ts'
export type { SavedReportRow } from './saved-reports.repo.ts'
