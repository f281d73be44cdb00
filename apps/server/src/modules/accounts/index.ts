export {
  assertAccountOpen,
  deletionDueDate,
  formatLongDate,
  presentAccount,
  presentPlanState,
  purgeCutoff,
  trialDaysLeft,
} from './account.present.ts'
export {
  type LocaleSettings,
  normalizeSettings,
  SETTINGS_COLUMNS,
  type SettingsRow,
  settingColumns,
  toAccountSettings,
  withLocaleDefaults,
} from './account-settings.ts'
export {
  type AccountRow,
  countServices,
  findAccount,
  insertAccount,
  lockAccount,
  updateAccount,
} from './accounts.repo.ts'
export { readVisitRules, writeVisitRules } from './visit-rules.repo.ts'
