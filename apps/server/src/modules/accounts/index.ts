export { deletionDueDate, formatLongDate, presentAccount, purgeCutoff, trialDaysLeft } from './account.present.ts'
export { normalizeSettings, SETTINGS_COLUMNS, toAccountSettings, withLocaleDefaults } from './account-settings.ts'
export {
  type AccountRow,
  findAccount,
  insertAccount,
  lockAccount,
  readVisitRules,
  updateAccount,
} from './accounts.repo.ts'
