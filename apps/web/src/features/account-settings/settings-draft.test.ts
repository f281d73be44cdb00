import { expect, test } from 'vitest'
import { SAVED } from './settings.fixture.ts'
import { accountChange, draftOf, locationChange, type SettingsDraft, wireOf } from './settings-draft.ts'
import { settingsProblems } from './settings-problems.ts'

const withPart = (part: Partial<SettingsDraft>): SettingsDraft => ({ ...SAVED, ...part })

test('only what differs is sent, so that a colleague’s change of something else stays', () => {
  expect(accountChange(7, withPart({ name: 'Oak Hill Estate ', weekStart: 'sunday' }), SAVED)).toEqual({
    id: 7,
    name: 'Oak Hill Estate',
    weekStart: 'sunday',
  })
})

test('one changed way sends the whole choice', () => {
  const definitions = { ...SAVED.definitions, refundDate: 'refund' }
  expect(accountChange(7, withPart({ definitions }), SAVED)).toEqual({ id: 7, definitions })
})

test('with nothing changed, or only blanks around it, nothing is sent', () => {
  const blanks = withPart({ name: ' Oak Hill ', city: 'Napa ' })
  expect([accountChange(7, blanks, SAVED), locationChange(blanks, SAVED)]).toEqual([null, null])
  expect(wireOf(blanks)).toBe(wireOf(SAVED))
})

test('a location goes whole, an empty field as nothing, in the zone that is being saved', () => {
  const moved = withPart({ timeZone: 'Europe/Paris', state: ' ', country: 'FR' })
  expect(locationChange(moved, SAVED)).toEqual({
    addressLine1: '1 Vine Road',
    addressLine2: null,
    city: 'Napa',
    state: null,
    postalCode: '94558',
    country: 'FR',
    timeZone: 'Europe/Paris',
  })
})

test('a draft has the way in force of every choice, also where the account never chose', () => {
  const account = {
    id: 7,
    accountType: 'Estate',
    billingSource: 'Stripe',
    isTrial: false,
    trialExpiresUtc: null,
    name: 'Oak Hill',
    defaultCulture: 'en-US',
    culture: 'en-US',
    logoImageUrlLarge: null,
    logoImageUrlSmall: null,
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    weekStart: 'monday',
    fiscalYearStartMonth: 1,
    definitions: {},
    deletionDueUtc: null,
  } as const
  const location = { ...SAVED, addressLine2: null }
  const choices = Object.entries(SAVED.definitions).map(([id, chosen]) => ({ id, chosen }))
  expect(draftOf(account, location, choices)).toEqual(SAVED)
})

test.each([
  [{ name: '  ' }, { name: 'This field is required' }],
  [{ name: 'a'.repeat(101) }, { name: 'This field must be less than 100 characters' }],
  [{ postalCode: '9'.repeat(21) }, { postalCode: 'This field must be less than 20 characters' }],
  [{}, {}],
])('%j has the problems %j', (part, problems) => {
  expect(settingsProblems(withPart(part))).toEqual(problems)
})
