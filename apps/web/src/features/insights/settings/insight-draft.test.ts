import { expect, test } from 'vitest'
import type { InsightSettings } from '#contract/insights.ts'
import { draftProblems, keepsKey, modelToTry, sentSettings, serializeDraft, settingsToDraft } from './insight-draft.ts'

const settings: InsightSettings = {
  kinds: ['anomaly', 'forecast'],
  sensitivity: 'balanced',
  cadence: 'daily',
  recipients: ['u1'],
  mayLeave: ['figures'],
  model: { isOn: true, url: 'https://models.example/v1', name: 'small', hasKey: true, isProvided: false },
}
const draft = settingsToDraft(settings)

test('turns stored settings into a valid draft and back', () => {
  expect(draftProblems(draft)).toEqual({})
  expect(sentSettings(draft)).toEqual({
    kinds: settings.kinds,
    sensitivity: 'balanced',
    cadence: 'daily',
    recipients: ['u1'],
    mayLeave: ['figures'],
    model: { isOn: true, url: 'https://models.example/v1', name: 'small' },
  })
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
])('%j is invalid because of %s', (change, field) =>
  expect(Object.keys(draftProblems({ ...draft, ...change }))).toEqual([field]),
)

test('requires no recipients when the summary is never sent', () => {
  expect(draftProblems({ ...draft, cadence: 'never', recipients: [] })).toEqual({})
})

test('ignores the order of selections', () => {
  expect(serializeDraft({ ...draft, kinds: ['forecast', 'anomaly'] })).toBe(serializeDraft(draft))
  expect(serializeDraft({ ...draft, sensitivity: 'quiet' })).not.toBe(serializeDraft(draft))
})
