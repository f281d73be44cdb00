import { expect, test } from 'vitest'
import { isRankingOfZeros } from '../report-screen.tsx'
import { money, text } from '../table/report-columns.fixture.ts'

const columns = [text('productTitle'), money('netSales'), money('tax')]
const of = (rows: [string, number | null, number | null][], top: number | null = 50) =>
  isRankingOfZeros({ top }, { columns, rows })

test('a top N without any sales is no ranking', () => {
  expect(of([['Syrah', 0, null]])).toBe(true)
  expect(of([['Syrah', 0, 1]])).toBe(false)
  expect(of([])).toBe(false)
})

test('a list shows its zeros', () => expect(of([['Syrah', 0, 0]], null)).toBe(false))
