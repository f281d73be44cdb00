import { expect, test } from 'vitest'
import type { DefinitionChoice } from '#contract/account.ts'
import { numberChanges } from './number-changes.ts'
import { SAVED } from './settings.fixture.ts'
import type { SettingsDraft } from './settings-draft.ts'

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
