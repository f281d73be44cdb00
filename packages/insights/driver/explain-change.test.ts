import { expect, test } from 'vitest'
import { recompute } from '../insight/figure.ts'
import { type ChangeToExplain, explainChange } from './explain-change.ts'

const cell = (group: string, before: number, after: number, counts: readonly [number, number] = [10, 10]) => ({
  group,
  before: { money: before, count: counts[0] },
  after: { money: after, count: counts[1] },
})

const CHANGE: ChangeToExplain = {
  before: { from: '2026-01-01', until: '2026-02-01' },
  after: { from: '2026-02-01', until: '2026-03-01' },
  dimensions: [
    {
      dimension: 'teamMember',
      money: 'netSales',
      count: 'orderCount',
      cells: [cell('Ana', 5000, 4200), cell('Ben', 5000, 4300), cell('Dan', 5000, 4100), cell('Eva', 5000, 4400)],
    },
    {
      dimension: 'channel',
      money: 'netSales',
      count: 'orderCount',
      cells: [
        cell('pos', 10_000, 10_100),
        cell('web', 8000, 4900, [8, 5]),
        cell('phone', 1000, 1000),
        cell('event', 1000, 1000),
      ],
    },
  ],
}

test('the dimension is told in which one group moved most', () => {
  expect(explainChange(CHANGE)).toMatchObject({ dimension: 'channel', leading: ['web'], isClear: true, stake: 3000 })
})

test('parts add up to the change that the measured figures give', () => {
  const { figures = [] } = explainChange(CHANGE) ?? {}
  const figureOf = (id: string): number => figures.find((figure) => figure.id === id)?.value ?? Number.NaN
  expect(figureOf('volume') + figureOf('price') + figureOf('mix')).toBe(figureOf('after') - figureOf('before'))
  for (const figure of figures) expect(recompute(figure, figures) ?? figure.value).toBe(figure.value)
})

test('where nothing changed there is nothing to explain', () => {
  expect(explainChange({ ...CHANGE, dimensions: [] })).toBeNull()
})
