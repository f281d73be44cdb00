import { expect, test } from 'vitest'
import type { InsightSettings } from '#contract/insights.ts'
import {
  draftProblems,
  keepsKey,
  listChanges,
  modelToTry,
  parseAmount,
  sentGoals,
  sentSettings,
  serializeDraft,
  settingsToDraft,
} from './insight-draft.ts'

const settings: InsightSettings = {
  kinds: ['anomaly', 'forecast'],
  sensitivity: 'balanced',
  cadence: 'daily',
  recipients: ['u1'],
  mayLeave: ['figures'],
  model: { isOn: true, url: 'https://models.example/v1', name: 'small', hasKey: true, isProvided: false },
}
const goal = { metric: 'netSales', period: 'month', from: '2026-03-01', target: 50_000 } as const
const stored = { settings, goals: [goal] }
const draft = settingsToDraft(stored)
const calendar = { weekStart: 'monday', fiscalYearStartMonth: 1 } as const

test('turns stored settings into a valid draft and back', () => {
  expect(draftProblems(draft)).toEqual({})
  expect(sentGoals(draft, calendar)).toEqual([goal])
  expect(sentSettings(draft)).toEqual({
    kinds: settings.kinds,
    sensitivity: 'balanced',
    cadence: 'daily',
    recipients: ['u1'],
    mayLeave: ['figures'],
    model: { isOn: true, url: 'https://models.example/v1', name: 'small' },
  })
  expect(listChanges(draft, settingsToDraft(stored))).toEqual({ settings: false, goals: false })
})

test.each([
  ['unchanged', {}, undefined],
  ['typed', { newKey: ' k-1 ' }, 'k-1'],
  ['removed', { isKeyRemoved: true }, null],
  ['removed and entered again', { isKeyRemoved: true, newKey: 'k-2' }, 'k-2'],
  ['without a provider', { modelUrl: ' ' }, null],
] as const)('sends a key that is %s', (_, change, key) => {
  const { model } = sentSettings({ ...draft, ...change })
  expect(model.key).toBe(key)
  expect('key' in model).toBe(key !== undefined)
})

test('keeps a stored key only for the URL that it was entered for', () => {
  expect(keepsKey(draft, settings)).toBe(true)
  expect(keepsKey({ ...draft, modelUrl: 'https://elsewhere.example/v1' }, settings)).toBe(false)
  expect(keepsKey({ ...draft, isKeyRemoved: true }, settings)).toBe(false)
})

test.each([
  ['stored', {}, {}],
  ['typed', { newKey: 'k-1' }, { key: 'k-1' }],
  ['removed', { isKeyRemoved: true }, { key: null }],
  ['stored for another URL', { modelUrl: 'https://elsewhere.example/v1' }, { key: null }],
] as const)('tests a provider with the key that is %s', (_, change, key) => {
  const { url: _url, name: _name, ...rest } = modelToTry({ ...draft, ...change }, settings)
  expect(rest).toEqual(key)
})

test.each([
  [{ modelUrl: 'ftp://models.example' }, 'model.url'],
  [{ modelName: '' }, 'model.name'],
  [{ recipients: [] }, 'recipients'],
  [{ goals: [{ ...goal, id: 'a', target: '0' }] }, 'goal a'],
  [
    {
      goals: [
        { ...goal, id: 'a', target: '1' },
        { ...goal, id: 'b', target: '2' },
      ],
    },
    'goal b',
  ],
])('%j is invalid because of %s', (change, field) =>
  expect(Object.keys(draftProblems({ ...draft, ...change }))).toEqual([field]),
)

test('requires no recipients when the summary is never sent', () => {
  expect(draftProblems({ ...draft, cadence: 'never', recipients: [] })).toEqual({})
})

test.each([
  ['50000', 50_000],
  ['50,000', 50_000],
  ['1 200.50', 1200.5],
  ['', null],
  ['-1', null],
  ['many', null],
  ['1e13', null],
])('the amount %j is %j', (text, amount) => expect(parseAmount(text)).toBe(amount))

test('moves a goal to the first day of its period', () => {
  const goals = [{ id: 'a', metric: 'signups', period: 'quarter', from: '2026-05-20', target: '30' }] as const
  expect(sentGoals({ ...draft, goals }, { ...calendar, fiscalYearStartMonth: 2 })[0]?.from).toBe('2026-05-01')
})

test('ignores the order of selections, and sends each part only when it changed', () => {
  expect(serializeDraft({ ...draft, kinds: ['forecast', 'anomaly'] })).toBe(serializeDraft(draft))
  expect(listChanges({ ...draft, sensitivity: 'quiet' }, draft)).toEqual({ settings: true, goals: false })
  expect(listChanges({ ...draft, goals: [] }, draft)).toEqual({ settings: false, goals: true })
})
