import { expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { canonicalTimeZone } from '#domain/locale.ts'
import { withLocaleDefaults } from './account-settings.ts'

test('normalizes culture, time zone and currency', () => {
  expect(withLocaleDefaults({ culture: 'en-gb', timeZone: 'europe/london', currency: 'gbp' })).toEqual({
    culture: 'en-GB',
    timeZone: 'Europe/London',
    currency: 'GBP',
  })
})

test('fills in the default time zone and currency', () => {
  expect(withLocaleDefaults({ culture: 'en-US' })).toEqual({
    culture: 'en-US',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
  })
})

test.each([
  ['culture', { culture: 'not a culture' }],
  ['timeZone', { culture: 'en-US', timeZone: 'Mars/Olympus' }],
  ['currency', { culture: 'en-US', currency: 'ZZZ' }],
])('rejects an unknown %s and names the field', (field, input) => {
  const attempt = () => withLocaleDefaults(input)
  expect(attempt).toThrow(Failure)
  expect(attempt).toThrow(expect.objectContaining({ status: 400, items: [expect.objectContaining({ field })] }))
})

test('rejects a fixed offset as a time zone', () => {
  expect(canonicalTimeZone('+02:00')).toBeNull()
})
