import { expect, test } from 'vitest'
import { textWidth } from '#charts/text-measure.ts'
import { wordmarkEms } from './wordmark.ts'

/** The lines that a browser breaks the name into. */
const linesWithin = (name: string, ems: number): string[] => {
  const lines: string[] = []
  for (const word of name.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && textWidth(longer, 1) <= ems) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

test.each([
  'Hill',
  'Stave & Barrel Cellars',
  'Donaudampfschifffahrtswein',
  'Old Vine Estate Winery & Tasting Room of the North Coast',
  'Aaaaaaaaaa Bbbbbbbbbb Cccccccccc Dddddddddd Eeeeeeeeee',
])('“%s” fits on three lines, and no word is wider than a line', (name) => {
  const ems = wordmarkEms(name)
  const lines = linesWithin(name, ems)
  expect(lines.length).toBeLessThanOrEqual(3)
  expect(Math.max(...lines.map((line) => textWidth(line, 1)))).toBeLessThanOrEqual(ems)
})
