export {
  addKey,
  createAccountKeys,
  openFileKey,
  renewAccountKeys,
  sealFileKey,
} from './account-keys.ts'
export { createAccountLedger } from './account-ledger.ts'
export { createAccountPlaces } from './account-places.ts'
export { createAccountRegistry } from './account-registry.ts'
export {
  activeCustomFields,
  deletedCustomFieldKeys,
  deletionDueDate,
  formatLongDate,
  normalizeSettings,
  presentAccount,
  purgeCutoff,
  readCodeRules,
  SETTINGS_COLUMNS,
  toAccountSettings,
  toCodeRules,
  trialDaysLeft,
  withLocaleDefaults,
} from './account-settings.ts'
export {
  type AccountRow,
  findAccount,
  insertAccount,
  lockAccount,
  raiseRuleVersions,
  readHolidayCountry,
  readSeparation,
  readVisitRules,
  separatesCustomers,
  updateAccount,
} from './accounts.repo.ts'
