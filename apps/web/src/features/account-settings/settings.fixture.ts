import { DEFAULT_SETTINGS } from '#contract/account-settings.fixture.ts'
import type { SettingsDraft } from './settings-draft.ts'

/** Settings of a winery in California. */
export const SAVED: SettingsDraft = {
  ...DEFAULT_SETTINGS,
  name: 'Oak Hill',
  addressLine1: '1 Vine Road',
  addressLine2: '',
  city: 'Napa',
  state: 'CA',
  postalCode: '94558',
  country: 'US',
  definitions: { activeMember: 'withHolds', refundDate: 'order' },
}
