import { expect, test } from 'vitest'
import { cultureChoices, cultureExample, cultureName } from './cultures.ts'

test.each([
  ['en-US', 'English (United States)'],
  ['fr-FR', 'French (France)'],
  ['not a culture', 'not a culture'],
])('the name of %j is %j', (culture, name) => {
  expect(cultureName(culture)).toBe(name)
})

test('lists unique cultures sorted by name', () => {
  const labels = cultureChoices('en-US').map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(new Set(labels).size).toBe(labels.length)
})

test('includes the current culture even if it is not in the list', () => {
  expect(cultureChoices('nl-BE').map(({ value }) => value)).toContain('nl-BE')
})

test.each([
  ['en-US', 'USD', '$1,234.50'],
  ['de-DE', 'EUR', '1.234,50 €'],
  ['en-AU', 'AUD', '$1,234.50'],
])('formats money of %s in %s as %s', (culture, currency, money) => {
  const example = cultureExample({ culture, currency, timeZone: 'UTC' }, '2026-11-21T17:30:00Z')
  expect(example.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(money)
  expect(example).toContain('2026')
})
