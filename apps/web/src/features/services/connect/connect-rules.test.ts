import { expect, test } from 'vitest'
import {
  accountDifferences,
  currentStep,
  fromOption,
  INTERVAL_OPTIONS,
  intervalLabel,
  toOption,
  wizardSteps,
} from './connect-rules.ts'

const TYPE = {
  type: 'commerce7',
  title: 'Commerce7',
  description: '',
  auth: 'basic',
  settingsSchema: {},
  streams: [],
  available: true,
  consent: null,
  consentProblem: null,
}

test.each([
  [null, undefined, true, false, 'platform'],
  [null, 'finish', true, true, 'platform'],
  [{ ...TYPE, available: false }, undefined, true, false, 'platform'],
  [TYPE, undefined, true, false, 'settings'],
  [TYPE, 'finish', true, false, 'settings'],
  [TYPE, 'finish', true, true, 'finish'],
  [TYPE, undefined, true, true, 'settings'],
  [TYPE, undefined, false, false, 'finish'],
] as const)(
  'type %j at step %s (settings: %s, tested: %s) shows the expected step %#',
  (type, step, hasSettings, isTested, shown) => {
    expect(currentStep({ type, step, hasSettings, isTested })).toBe(shown)
  },
)

test('skips the settings step for types without settings', () => {
  expect(wizardSteps(true)).toEqual(['platform', 'settings', 'finish'])
  expect(wizardSteps(false)).toEqual(['platform', 'finish'])
})

const ACCOUNT = { timeZone: 'America/Los_Angeles', currency: 'USD' }

test.each([
  ['America/Los_Angeles', 'USD', []],
  [null, null, []],
  ['Australia/Adelaide', 'USD', [/in Australia\/Adelaide/]],
  ['America/Los_Angeles', 'AUD', [/sells in AUD/]],
  ['Australia/Adelaide', 'AUD', [/in Australia\/Adelaide/, /sells in AUD/]],
] as const)('a business in %s that sells in %s differs in %j', (timeZone, currency, remarks) => {
  const said = accountDifferences({ timeZone, currency }, ACCOUNT)
  expect(said).toEqual(remarks.map((remark) => expect.stringMatching(remark)))
})

test.each([
  [15, 'Every 15 minutes'],
  [60, 'Every hour'],
  [180, 'Every 3 hours'],
  [1440, 'Once a day'],
  [null, 'Manually'],
])('%j minutes: %s', (minutes, words) => expect(intervalLabel(minutes)).toBe(words))

test('options round-trip to their intervals', () => {
  for (const { value } of INTERVAL_OPTIONS) expect(toOption(fromOption(value))).toBe(value)
})
