import { expect, test } from 'vitest'
import type { DefinitionChoice } from '#contract/account.ts'
import { SAVED } from './settings.fixture.ts'
import {
  accountChange,
  locationChange,
  numberChanges,
  type SettingsDraft,
  settingsProblems,
  wayOf,
  wireOf,
  withWay,
} from './settings-draft.ts'

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

const CHOICE = { id: 'refundDate', chosen: 'order' }

test('going back to the standard way that was never chosen is no change', () => {
  const saved = { ...SAVED, definitions: {} }
  const changed = { ...saved, definitions: withWay(saved, saved, CHOICE, 'refund') }
  expect([wayOf(saved, CHOICE), wayOf(changed, CHOICE)]).toEqual(['order', 'refund'])
  expect(wireOf({ ...changed, definitions: withWay(changed, saved, CHOICE, 'order') })).toBe(wireOf(saved))
})

test('a choice that was made is sent when it is made otherwise', () => {
  const saved = { ...SAVED, definitions: { refundDate: 'refund' } }
  expect(withWay(saved, saved, { ...CHOICE, chosen: 'refund' }, 'order')).toEqual({ refundDate: 'order' })
})

test.each([
  [{ name: '  ' }, { name: 'This field is required' }],
  [{ name: 'a'.repeat(101) }, { name: 'This field must be less than 100 characters' }],
  [{ postalCode: '9'.repeat(21) }, { postalCode: 'This field must be less than 20 characters' }],
  [{}, {}],
])('%j has the problems %j', (part, problems) => {
  expect(settingsProblems(withPart(part))).toEqual(problems)
})

const CHOICES: readonly DefinitionChoice[] = [
  {
    id: 'refundDate',
    title: 'When a refund counts',
    description: 'On the day of its order, or on its own.',
    chosen: 'order',
    ways: [
      { value: 'order', label: 'Day of the order', description: '', lastMonth: 100 },
      { value: 'refund', label: 'Day of the refund', description: '', lastMonth: 90 },
    ],
    format: 'currency',
    range: { from: '2026-10-01', until: '2026-11-01' },
  },
]

const of = (part: Partial<SettingsDraft>) => numberChanges({ ...SAVED, ...part }, SAVED, CHOICES)

const TABLE: readonly (readonly [Partial<SettingsDraft>, string[], RegExp])[] = [
  [{ timeZone: 'Europe/Paris' }, ['Time zone: Europe/Paris'], /local day/],
  [{ currency: 'EUR' }, ['Currency: EUR'], /Nothing is converted/],
  [{ weekStart: 'sunday' }, ['Weeks begin on Sunday'], /by week/],
  [
    { fiscalYearStartMonth: 7 },
    ['Fiscal year begins in July'],
    /Quarters then begin in July, October, January and April/,
  ],
  [
    { definitions: { ...SAVED.definitions, refundDate: 'refund' } },
    ['When a refund counts'],
    /“Day of the refund” from now on, in past months too/,
  ],
]

test.each(TABLE)('%j tells of %j', (part, what, effect) => {
  expect(of(part).map((change) => change.what)).toEqual(what)
  expect(of(part)[0]?.effect).toMatch(effect)
})

test('names, formats and addresses leave numbers alone', () => {
  expect(of({ name: 'Oak Hill Estate', culture: 'fr-FR', city: 'Sonoma' })).toEqual([])
})
