import { expect, test } from 'vitest'
import {
  fieldsOf,
  initialValues,
  settingFields,
  settingMessages,
  settingProblems,
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

test('a form has a field for each setting, in order, and knows which are required and secret', () => {
  expect(FIELDS.map(({ name, isRequired, isSecret }) => [name, isRequired, isSecret])).toEqual([
    ['tenantId', true, false],
    ['secretKey', true, true],
    ['region', false, false],
    ['days', false, false],
    ['tips', false, false],
  ])
})

test('a sample asks for nothing, though it has settings', () => {
  const settingsSchema = { properties: { seed: { type: 'integer', title: 'Seed', default: 1 } } }
  expect(fieldsOf({ type: 'sample', settingsSchema })).toEqual([])
  expect(fieldsOf({ type: 'square', settingsSchema })).toHaveLength(1)
})

test('a form begins with what is stored, else with the defaults', () => {
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
])('of good values with %j the problems are %j', (part, problems) => {
  expect(settingProblems(FIELDS, { ...GOOD, ...part })).toEqual(problems)
})

test('a secret that is stored may be left empty, and then is not sent', () => {
  const values = { ...GOOD, secretKey: '' }
  expect(settingProblems(FIELDS, values, ['secretKey'])).toEqual({})
  expect(toSettings(FIELDS, values)).toEqual({ tenantId: 'keller-hill', region: 'us', tips: false })
})

test('numbers are sent as numbers, text without the blanks around it', () => {
  expect(toSettings(FIELDS, { ...GOOD, tenantId: ' keller-hill ', days: '7' })).toEqual({
    tenantId: 'keller-hill',
    secretKey: 'k3y',
    region: 'us',
    days: 7,
    tips: false,
  })
})

test('messages of the server find their setting', () => {
  expect(settingMessages({ 'settings.tenantId': 'This field is required', name: 'Too long' })).toEqual({
    tenantId: 'This field is required',
  })
})
