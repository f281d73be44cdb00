import { expect, test } from 'vitest'
import { cultureChoices, cultureExample, cultureName } from './cultures.ts'

test.each([
  ['en-US', 'English (United States)'],
  ['fr-FR', 'French (France)'],
  ['not a culture', 'not a culture'],
])('%j is called %j', (culture, name) => {
  expect(cultureName(culture)).toBe(name)
})

test('cultures are offered by name, each once', () => {
  const labels = cultureChoices('en-US').map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(new Set(labels).size).toBe(labels.length)
})

test('a culture in force that nobody is offered can be kept', () => {
  expect(cultureChoices('nl-BE').map(({ value }) => value)).toContain('nl-BE')
})

test.each([
  ['en-US', 'USD', '$1,234.50'],
  ['de-DE', 'EUR', '1.234,50 €'],
  ['en-AU', 'AUD', '$1,234.50'],
])('money of %s in %s is %s', (culture, currency, money) => {
  const example = cultureExample({ culture, currency, timeZone: 'UTC' }, '2026-11-21T17:30:00Z')
  expect(example.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(money)
  expect(example).toContain('2026')
})
