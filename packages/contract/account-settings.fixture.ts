import { type AccountSettingValues, getSetting, SETTING_IDS } from './account-settings.ts'

/** The default of every setting, and values of those that registration provides. */
export const DEFAULT_SETTINGS = {
  ...Object.fromEntries(SETTING_IDS.map((id) => [id, getSetting(id).default])),
  name: 'Test Cellars',
  culture: 'en-US',
} as unknown as AccountSettingValues
