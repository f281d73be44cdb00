import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { changeText, computeChange, spokenChange } from './comparison.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const compared = (
  value: number | null,
  previous: number | null,
  goodDirection: 'up' | 'down' | 'neutral' = 'up',
  format = 'currency',
) => ({ value, previous, goodDirection, format })

describe('comparison', () => {
  test.each([
    ['a rise of what should rise', compared(120, 100), 'Up $20.00 (20.0%)', 'good'],
    ['a fall of what should rise', compared(80, 100), 'Down $20.00 (20.0%)', 'bad'],
    ['a rise of what should fall', compared(23, 19, 'down', 'integer'), 'Up 4 (21.1%)', 'bad'],
    ['a fall of what should fall', compared(10, 20, 'down', 'integer'), 'Down 10 (50.0%)', 'good'],
    ['a change that is neither', compared(10, 20, 'neutral', 'integer'), 'Down 10 (50.0%)', 'neutral'],
    ['a rate, in points', compared(0.12, 0.1, 'up', 'percent'), 'Up 2 pts (20.0%)', 'good'],
    ['a rate, by one point', compared(0.048, 0.058, 'up', 'percent'), 'Down 1 pt (17.2%)', 'bad'],
    ['from a negative value', compared(50, -100), 'Up $150.00 (150.0%)', 'good'],
    ['nothing before', compared(5, 0), 'New', 'good'],
    ['no value before', compared(5, null), '—', 'neutral'],
    ['no value now', compared(null, 5), '—', 'neutral'],
    ['zero and zero', compared(0, 0), 'No change', 'neutral'],
    ['the same', compared(5, 5), 'No change', 'neutral'],
  ] as const)('%s', (_, given, text, verdict) => {
    const { word, amount, verdict: actual } = changeText(given, formats)
    expect([[word, amount].filter(Boolean).join(' '), actual]).toEqual([text, verdict])
  })

  test('never writes NaN or Infinity', () => {
    const value = fc.option(fc.double(), { nil: null })
    fc.assert(
      fc.property(value, value, fc.constantFrom('currency', 'percent', 'integer'), (now, before, format) => {
        const given = compared(now, before, 'up', format)
        const change = computeChange(given)
        if (change.kind === 'changed') expect(Number.isFinite(change.ratio)).toBe(true)
        expect(spokenChange(changeText(given, formats), 'last month')).not.toMatch(/NaN|∞|Infinity/)
      }),
    )
  })

  test('is described in words for screen readers', () => {
    const text = changeText(compared(23, 19, 'down', 'integer'), formats)
    expect(spokenChange(text, 'Jul 1 – 20')).toBe('Up, 4 (21.1%), compared with Jul 1 – 20, worse')
  })
})
