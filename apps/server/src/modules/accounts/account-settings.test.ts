import { expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { isSameTimeZone, normalizeTimeZone } from '#domain/locale.ts'
import { withLocaleDefaults } from './account-settings.ts'

test('normalizes culture, time zone and currency', () => {
  expect(withLocaleDefaults({ culture: 'en-gb', timeZone: 'europe/london', currency: 'gbp' })).toEqual({
    culture: 'en-GB',
    timeZone: 'Europe/London',
    currency: 'GBP',
  })
})

test.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['US/Pacific', 'US/Pacific'],
  ['us/pacific', 'America/Los_Angeles'],
  ['America/Argentina/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/KOLKATA', 'Asia/Kolkata'],
  ['UTC', 'UTC'],
])('keeps the name of a time zone as it was given: %s', (timeZone, kept) => {
  expect(withLocaleDefaults({ culture: 'en-US', timeZone }).timeZone).toBe(kept)
})

test('compares names of time zones by the zone', () => {
  expect(isSameTimeZone('Asia/Kolkata', 'Asia/Calcutta')).toBe(true)
  expect(isSameTimeZone('Asia/Kolkata', 'Asia/Colombo')).toBe(false)
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
  expect(normalizeTimeZone('+02:00')).toBeNull()
})
