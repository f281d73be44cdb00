import { expect, test } from 'vitest'
import { differenceText } from './definitions-section.tsx'
import { sizeText } from './export-panel.tsx'
import { countryChoices, currencyChoices, matchesZone, timeZoneChoices } from './field-options.ts'
import { rebuildShare, rebuildText } from './rebuild-banner.tsx'

const NOW = Date.parse('2026-01-15T17:30:00Z')

const zones = timeZoneChoices('America/Los_Angeles', NOW, 'en-US')
const matchingZones = (search: string) => zones.filter((zone) => matchesZone(zone, search)).map(({ value }) => value)

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
  (search) => expect(matchingZones(search)).toContain('America/Los_Angeles'),
)

test('finds nothing for words of another zone', () => expect(matchingZones('los angeles gmt+1')).toEqual([]))

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

test.each([
  [110, 100, '+10%'],
  [97.9, 100, '-2.1%'],
  [100, 100, ''],
  [100, 0, ''],
  [-90, -100, '+10%'],
  [null, 100, ''],
  [100, null, ''],
])('%s instead of %s is %j', (value, inForce, text) => {
  expect(differenceText(value, inForce)).toBe(text)
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [81_920, '82 KB'],
  [12_345_678, '12.3 MB'],
  [2_500_000_000, '2.5 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test.each([
  [{ done: 0, total: 0 }, null, 'Counting the records…'],
  [{ done: 0, total: 90_000 }, 0, '0 of 90,000 records'],
  [{ done: 30_000, total: 90_000 }, 33, '30,000 of 90,000 records'],
  [{ done: 90_000, total: 90_000 }, 100, '90,000 of 90,000 records'],
])('%j is a share of %s: %s', (rebuild, share, text) => {
  expect([rebuildShare(rebuild), rebuildText(rebuild, 'en-US')]).toEqual([share, text])
})
