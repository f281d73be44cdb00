import { expect, test } from 'vitest'
import { roundAnswer } from './round-answer.ts'

const DOLLARS = { format: 'currency', isMoney: true, minorUnits: 100 } as const
const YEN = { format: 'currency', isMoney: true, minorUnits: 1 } as const
const PERCENT = { format: 'percent', isMoney: false, minorUnits: 100 } as const
const NUMBER = { format: 'number', isMoney: false, minorUnits: 100 } as const
const INTEGER = { format: 'integer', isMoney: false, minorUnits: 100 } as const

test.each([
  ['cents of an average', 10_000 / 3, DOLLARS, 33.33],
  ['half a cent away from zero', 1234.5, DOLLARS, 12.35],
  ['half a cent of a refund away from zero', -1234.5, DOLLARS, -12.35],
  ['a sum of cents as it is', 9_007_199_254_740_991, DOLLARS, 90_071_992_547_409.91],
  ['whole yen', 1000 / 3, YEN, 333],
  ['a percentage to 0.01 %', 2 / 3, PERCENT, 0.6667],
  ['a number to six decimals', 1 / 3, NUMBER, 0.333333],
  ['a half that a division put just below it', 0.000_000_5 * (1 - 2 ** -52), NUMBER, 0.000001],
  ['thousandths as they are', 1234.125, NUMBER, 1234.125],
  ['a count as it is', 7, INTEGER, 7],
  ['no negative zero', -0.000_000_1, NUMBER, 0],
])('rounds %s', (_, value, unit, expected) => expect(roundAnswer(value, unit)).toBe(expected))
