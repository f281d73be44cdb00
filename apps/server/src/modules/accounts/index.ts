export { createAccountLedger } from './account-ledger.ts'
export { createAccountRegistry } from './account-registry.ts'
export {
  deletionDueDate,
  formatLongDate,
  normalizeSettings,
  presentAccount,
  purgeCutoff,
  SETTINGS_COLUMNS,
  toAccountSettings,
  trialDaysLeft,
  withLocaleDefaults,
} from './account-settings.ts'
export {
  type AccountRow,
  findAccount,
  insertAccount,
  lockAccount,
  readHolidayCountry,
  readVisitRules,
  updateAccount,
} from './accounts.repo.ts'
export { activeCustomFields, deletedCustomFieldKeys } from './custom-fields.ts'
export { codeRulesOf, readCodeRules } from './own-codes.ts'
