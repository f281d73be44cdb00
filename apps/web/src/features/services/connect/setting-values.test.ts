import { expect, test } from 'vitest'
import {
  initialValues,
  settingFields,
  settingMessages,
  settingProblems,
  toSettingFields,
  toSettings,
} from './setting-values.ts'

const FIELDS = settingFields({
  type: 'object',
  properties: {
    tenantId: { type: 'string', title: 'Tenant ID', pattern: '[a-z0-9-]+' },
    secretKey: { type: 'string', title: 'Secret key', writeOnly: true },
    region: { type: 'string', title: 'Region', enum: ['us', 'au'], default: 'us' },
    days: { type: 'integer', title: 'Days', minimum: 1, maximum: 30 },
    tips: { type: 'boolean', title: 'Tips' },
  },
  required: ['tenantId', 'secretKey'],
  additionalProperties: false,
})

const GOOD = { tenantId: 'keller-hill', secretKey: 'k3y', region: 'us', days: '', tips: false }

test('derives ordered fields with their required and secret flags', () => {
  expect(FIELDS.map(({ name, isRequired, isSecret }) => [name, isRequired, isSecret])).toEqual([
    ['tenantId', true, false],
    ['secretKey', true, true],
    ['region', false, false],
    ['days', false, false],
    ['tips', false, false],
  ])
})

test('the sample has no fields, although it has settings', () => {
  const settingsSchema = { properties: { seed: { type: 'integer', title: 'Seed', default: 1 } } }
  expect(toSettingFields({ type: 'sample', settingsSchema })).toEqual([])
  expect(toSettingFields({ type: 'square', settingsSchema })).toHaveLength(1)
})

test('initial values are the stored ones, else the defaults', () => {
  expect(initialValues(FIELDS, { tenantId: 'keller-hill', days: 7 })).toEqual({
    tenantId: 'keller-hill',
    secretKey: '',
    region: 'us',
    days: 7,
    tips: false,
  })
})

test.each([
  [{}, {}],
  [{ tenantId: ' ' }, { tenantId: 'This field is required' }],
  [{ tenantId: 'Keller Hill' }, { tenantId: 'This doesn’t look like a valid Tenant ID' }],
  [{ secretKey: '' }, { secretKey: 'This field is required' }],
  [{ days: '2.5' }, { days: 'Enter a whole number' }],
  [{ days: '31' }, { days: 'This field must be less than 30' }],
  [{ days: 30 }, {}],
])('valid values changed by %j have the problems %j', (part, problems) => {
  expect(settingProblems(FIELDS, { ...GOOD, ...part })).toEqual(problems)
})

test('a stored secret may be empty and is then omitted', () => {
  const values = { ...GOOD, secretKey: '' }
  expect(settingProblems(FIELDS, values, ['secretKey'])).toEqual({})
  expect(toSettings(FIELDS, values)).toEqual({ tenantId: 'keller-hill', region: 'us', tips: false })
})

test('sends numbers as numbers and trims text', () => {
  expect(toSettings(FIELDS, { ...GOOD, tenantId: ' keller-hill ', days: '7' })).toEqual({
    tenantId: 'keller-hill',
    secretKey: 'k3y',
    region: 'us',
    days: 7,
    tips: false,
  })
})

test('maps server messages to their settings', () => {
  expect(settingMessages({ 'settings.tenantId': 'This field is required', name: 'Too long' })).toEqual({
    tenantId: 'This field is required',
  })
})
