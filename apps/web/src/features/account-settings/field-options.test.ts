import { expect, test } from 'vitest'
import { countryChoices, currencyChoices, matchesZone, timeZoneChoices } from './field-options.ts'

const NOW = Date.parse('2026-01-15T17:30:00Z')

const zones = timeZoneChoices('America/Los_Angeles', NOW, 'en-US')
const found = (search: string) => zones.filter((zone) => matchesZone(zone, search)).map(({ value }) => value)

test('shows the current time of a zone', () => {
  expect(zones.find(({ value }) => value === 'America/Los_Angeles')).toEqual({
    value: 'America/Los_Angeles',
    label: 'America / Los Angeles',
    name: 'Pacific Standard Time',
    offset: 'GMT-8',
    time: expect.stringMatching(/^Thu 9:30\sAM$/),
  })
})

test.each(['los angeles', 'Los_Angeles', 'angeles los', 'pacific gmt-8', 'america/los'])(
  '"%s" finds the zone of Los Angeles',
  (search) => expect(found(search)).toContain('America/Los_Angeles'),
)

test('finds nothing for words of another zone', () => expect(found('los angeles gmt+1')).toEqual([]))

test('offers the present zone even under an unlisted alias', () => {
  expect(timeZoneChoices('US/Pacific', NOW, 'en-US').map(({ value }) => value)).toContain('US/Pacific')
})

test('lists each country once, without unions and former countries', () => {
  const codes = countryChoices('en-US').map(({ value }) => value)
  expect(codes).toEqual(expect.arrayContaining(['US', 'FR', 'ZA', 'XK']))
  for (const code of ['EU', 'UN', 'ZZ', 'DD', 'SU', 'XA']) expect(codes).not.toContain(code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(240)
})

test('sorts countries by their names in the culture', () => {
  const german = countryChoices('de-DE').map(({ label }) => label)
  expect(german).toContain('Österreich')
  expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Portugal'))
})

test('lists common currencies first and none twice', () => {
  const values = currencyChoices('EUR', 'en-US').map(({ value }) => value)
  expect(values.slice(0, 2)).toEqual(['USD', 'EUR'])
  expect(new Set(values).size).toBe(values.length)
  expect(currencyChoices('EUR', 'en-US')[1]?.label).toBe('EUR · Euro')
})
