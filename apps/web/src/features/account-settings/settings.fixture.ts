import type { SettingsDraft } from './settings-draft.ts'

/** Settings of a winery in California. */
export const SAVED: SettingsDraft = {
  name: 'Oak Hill',
  timeZone: 'America/Los_Angeles',
  currency: 'USD',
  culture: 'en-US',
  weekStart: 'monday',
  fiscalYearStartMonth: 1,
  addressLine1: '1 Vine Road',
  addressLine2: '',
  city: 'Napa',
  state: 'CA',
  postalCode: '94558',
  country: 'US',
  definitions: { activeMember: 'withHolds', refundDate: 'order' },
}
