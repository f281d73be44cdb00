import { expect, test } from 'vitest'
import { settingFields } from './setting-values.ts'
import { connectionDiffers, draftDiffers } from './use-edit-form.ts'

const FIELDS = settingFields({
  properties: {
    tenantId: { type: 'string', title: 'Tenant ID' },
    key: { type: 'string', title: 'Key', writeOnly: true },
  },
  required: ['tenantId', 'key'],
})

const ORIGINAL = { name: 'Commerce7', interval: 60, values: { tenantId: 'keller-hill', key: '' } }

test.each([
  ['nothing', {}, false, false],
  ['whitespace around the name', { name: ' Commerce7 ' }, false, false],
  ['the name', { name: 'Tasting room' }, true, false],
  ['the interval', { interval: null }, true, false],
  ['a setting', { values: { tenantId: 'other', key: '' } }, true, true],
  ['a secret', { values: { tenantId: 'keller-hill', key: 'new' } }, true, true],
] as const)('a change of %s makes the draft dirty: %#', (_, part, differs, asksForTest) => {
  const draft = { ...ORIGINAL, ...part }
  expect(draftDiffers(draft, ORIGINAL, FIELDS)).toBe(differs)
  expect(connectionDiffers(draft, ORIGINAL, FIELDS)).toBe(asksForTest)
})
