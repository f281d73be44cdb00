import { expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { canonicalTimeZone, withLocaleDefaults } from './locale-settings.ts'

test('culture, zone and currency are kept as their standards write them', () => {
  expect(withLocaleDefaults({ culture: 'en-gb', timeZone: 'europe/london', currency: 'gbp' })).toEqual({
    culture: 'en-GB',
    timeZone: 'Europe/London',
    currency: 'GBP',
  })
})

test('zone and currency have defaults', () => {
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
])('a %s that does not exist is refused by name', (field, input) => {
  const attempt = () => withLocaleDefaults(input)
  expect(attempt).toThrow(Failure)
  expect(attempt).toThrow(expect.objectContaining({ status: 400, items: [expect.objectContaining({ field })] }))
})

test('a fixed offset is no time zone', () => {
  expect(canonicalTimeZone('+02:00')).toBeNull()
})
