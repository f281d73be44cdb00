import { expect, test } from 'vitest'
import type { DefinitionChoice } from '#contract/account.ts'
import { DEFAULT_SETTINGS } from '#contract/account-settings.fixture.ts'
import {
  accountChange,
  locationChange,
  numberChanges,
  type SettingsDraft,
  selectedOption,
  selectOption,
  serializeDraft,
  settingsProblems,
} from './settings-draft.ts'
import { parseStoredDraft, serializeStoredDraft } from './stored-draft.ts'

/** Settings of a winery in California. */
const SAVED: SettingsDraft = {
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

const withPart = (part: Partial<SettingsDraft>): SettingsDraft => ({ ...SAVED, ...part })

test('sends only differences, so that concurrent changes of other settings stay', () => {
  expect(accountChange(7, withPart({ name: 'Oak Hill Estate ', weekStart: 'sunday' }), SAVED)).toEqual({
    id: 7,
    name: 'Oak Hill Estate',
    weekStart: 'sunday',
  })
})

test('sends all definitions when one changes', () => {
  const definitions = { ...SAVED.definitions, refundDate: 'refund' }
  expect(accountChange(7, withPart({ definitions }), SAVED)).toEqual({ id: 7, definitions })
})

test('sends nothing without changes or with changes of whitespace only', () => {
  const blanks = withPart({ name: ' Oak Hill ', city: 'Napa ' })
  expect([accountChange(7, blanks, SAVED), locationChange(blanks, SAVED)]).toEqual([null, null])
  expect(serializeDraft(blanks)).toBe(serializeDraft(SAVED))
})

test('sends the whole location, empty fields as null, with the new time zone', () => {
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

test('selecting an unchanged standard option again is no change', () => {
  const saved = { ...SAVED, definitions: {} }
  const changed = { ...saved, definitions: selectOption(saved, saved, CHOICE, 'refund') }
  expect([selectedOption(saved, CHOICE), selectedOption(changed, CHOICE)]).toEqual(['order', 'refund'])
  expect(serializeDraft({ ...changed, definitions: selectOption(changed, saved, CHOICE, 'order') })).toBe(
    serializeDraft(saved),
  )
})

test('sends a changed definition', () => {
  const saved = { ...SAVED, definitions: { refundDate: 'refund' } }
  expect(selectOption(saved, saved, { ...CHOICE, chosen: 'refund' }, 'order')).toEqual({ refundDate: 'order' })
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
  [{ currency: 'EUR' }, ['Currency: EUR'], /aren’t converted/],
  [{ weekStart: 'sunday' }, ['First day of the week: Sunday'], /Weekly figures/],
  [
    { fiscalYearStartMonth: 7 },
    ['First month of the fiscal year: July'],
    /Quarters start in July, October, January, and April/,
  ],
  [
    { definitions: { ...SAVED.definitions, refundDate: 'refund' } },
    ['When a refund counts'],
    /“Day of the refund” from now on, including past months/,
  ],
]

test.each(TABLE)('%j is described as %j', (part, titles, effect) => {
  expect(of(part).map((change) => change.title)).toEqual(titles)
  expect(of(part)[0]?.effect).toMatch(effect)
})

test('names, formats and addresses do not affect numbers', () => {
  expect(of({ name: 'Oak Hill Estate', culture: 'fr-FR', city: 'Sonoma' })).toEqual([])
})

const DRAFT = { ...SAVED, name: 'Oak Hill Estate', definitions: { ...SAVED.definitions, refundDate: 'refund' } }

test('restores a draft unchanged', () => {
  expect(parseStoredDraft(serializeStoredDraft(DRAFT, SAVED), SAVED)).toEqual(DRAFT)
})

test('keeps concurrent changes of other settings', () => {
  const stored = {
    ...SAVED,
    weekStart: 'sunday',
    definitions: { activeMember: 'withoutHolds', refundDate: 'order' },
  } as const
  expect(parseStoredDraft(serializeStoredDraft(DRAFT, SAVED), stored)).toEqual({
    ...stored,
    name: 'Oak Hill Estate',
    definitions: { activeMember: 'withoutHolds', refundDate: 'refund' },
  })
})

test('restores a definition that was never changed before', () => {
  expect(parseStoredDraft(serializeStoredDraft(DRAFT, SAVED), { ...SAVED, definitions: {} })?.definitions).toEqual({
    refundDate: 'refund',
  })
})

test.each([null, 'no draft', '{"form":0,"plain":{"name":"A"}}', '[]', '"text"'])('ignores %s', (text) => {
  expect(parseStoredDraft(text, SAVED)).toBeNull()
})

test('ignores a field of another type', () => {
  expect(parseStoredDraft('{"form":1,"plain":{"name":7,"city":"Sonoma"},"definitions":null}', SAVED)).toEqual({
    ...SAVED,
    city: 'Sonoma',
  })
})
