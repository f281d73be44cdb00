import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { confidenceLabel, fullPeriod, shortPeriod } from './insight-labels.ts'

test.each([
  [1, 'Almost certain'],
  [0.99, 'Almost certain'],
  [0.97, 'Very likely'],
  [0.8, 'Likely'],
  [0.61, 'More likely than not'],
  [0.3, 'Not sure'],
])('labels a confidence of %d as %s', (confidence, label) => expect(confidenceLabel(confidence)).toBe(label))

const formats = createFormats({ culture: 'en-US', currency: 'USD' })

test.each([
  ['day', '2026-03-01', '2026-03-02', 'Mar 1', 'Mar 1, 2026'],
  ['week', '2026-02-23', '2026-03-02', 'Feb 23', 'Feb 23 – Mar 1, 2026'],
  ['month', '2026-02-01', '2026-03-01', 'Feb', 'Feb 2026'],
] as const)('names a %s from %s', (grain, from, until, short, full) => {
  expect(shortPeriod({ from, until }, grain, formats)).toBe(short)
  expect(fullPeriod({ from, until }, grain, formats).replaceAll('\u2009', ' ')).toBe(full)
})
