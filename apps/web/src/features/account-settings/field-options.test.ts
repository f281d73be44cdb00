import { expect, test } from 'vitest'
import { countryChoices, currencyChoices, matchesZone, timeZoneChoices } from './field-options.ts'

const NOW = Date.parse('2026-01-15T17:30:00Z')

const zones = timeZoneChoices('America/Los_Angeles', NOW, 'en-US')
const found = (search: string) => zones.filter((zone) => matchesZone(zone, search)).map(({ value }) => value)

test('a zone says what time it is there now', () => {
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

test('words that lie elsewhere find nothing', () => expect(found('los angeles gmt+1')).toEqual([]))

test('the zone that is chosen is offered, also by a name that is not listed', () => {
  expect(timeZoneChoices('US/Pacific', NOW, 'en-US').map(({ value }) => value)).toContain('US/Pacific')
})

test('countries are countries: no union, no former one, each once', () => {
  const codes = countryChoices('en-US').map(({ value }) => value)
  expect(codes).toEqual(expect.arrayContaining(['US', 'FR', 'ZA', 'XK']))
  for (const code of ['EU', 'UN', 'ZZ', 'DD', 'SU', 'XA']) expect(codes).not.toContain(code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(240)
})

test('countries stand in the order of their names, in the words of the culture', () => {
  const german = countryChoices('de-DE').map(({ label }) => label)
  expect(german).toContain('Österreich')
  expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Portugal'))
})

test('common currencies come first, none twice', () => {
  const values = currencyChoices('EUR', 'en-US').map(({ value }) => value)
  expect(values.slice(0, 2)).toEqual(['USD', 'EUR'])
  expect(new Set(values).size).toBe(values.length)
  expect(currencyChoices('EUR', 'en-US')[1]?.label).toBe('EUR · Euro')
})
