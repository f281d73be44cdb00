import { expect, test } from 'vitest'
import { stepOf, stepsOf } from './wizard-steps.ts'

const TYPE = {
  type: 'commerce7',
  title: 'Commerce7',
  description: '',
  auth: 'basic',
  settingsSchema: {},
  streams: [],
  available: true,
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
  'with the type %j at %s (settings: %s, tested: %s) stands the step %#',
  (type, step, hasSettings, isTested, shown) => {
    expect(stepOf({ type, step, hasSettings, isTested })).toBe(shown)
  },
)

test('who needs no settings is asked for none', () => {
  expect(stepsOf(true)).toEqual(['platform', 'settings', 'finish'])
  expect(stepsOf(false)).toEqual(['platform', 'finish'])
})
