import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { makeDefinition, money, text } from './report-columns.fixture.ts'
import { resultCells, rowPlace, tableCells } from './table-cells.ts'
import { sortAfter, tableColumns } from './table-columns.ts'

const columns = [text('orderId'), text('brand'), money('netSales'), money('netSales', { aggregation: 'Max' })]
const grouped = makeDefinition(
  [{ columnId: 'orderId' }, { columnId: 'brand' }, { columnId: 'netSales' }, { columnId: 'netSales' }],
  {
    groupColumns: ['brand'],
    columnOrder: ['brand', 'netSales'],
    orderColumns: [{ columnName: 'NetSales', direction: 'desc' }],
  },
)
const shape = {
  columns,
  definition: grouped,
  chosen: null,
  sort: null,
  catalog: [],
  compare: null,
}

test("shows the report's own columns in order, and chosen columns in the same order", () => {
  expect(tableColumns(shape).map(({ key }) => key)).toEqual(['brand.1', 'netSales.2', 'netSales.3'])
  const chosen = tableColumns({ ...shape, chosen: ['orderId', 'brand'] })
  expect(chosen.map(({ key }) => key)).toEqual(['brand.1', 'orderId.0'])
})

test('a sort refers to the first of two columns with one id', () => {
  expect(tableColumns(shape).map(({ sort, canSort }) => [sort, canSort])).toEqual([
    [null, true],
    ['desc', true],
    [null, false],
  ])
})

test('a sort by the change marks the change', () => {
  const sort = [{ columnId: 'netSales', direction: 'asc', by: 'change' }] as const
  const compared = tableColumns({ ...shape, compare: 'previousPeriod', sort }).slice(0, 4)
  expect(compared.map((one) => [one.role, one.sort, one.canSort])).toEqual([
    ['value', null, true],
    ['value', null, true],
    ['previous', null, false],
    ['change', 'asc', true],
  ])
})

test('right-aligns numbers', () => {
  expect(tableColumns(shape).map(({ isNumeric }) => isNumeric)).toEqual([false, true, true])
})

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const writing = { formats, answer: columns, comparedWith: '2025', canExplain: true }

test('shows a compared number with its previous value and its change', () => {
  const compared = tableColumns({ ...shape, compare: 'previousPeriod' }).slice(0, 4)
  expect(compared.map(({ role }) => role)).toEqual(['value', 'value', 'previous', 'change'])
  const row = { kind: 'group', cells: ['1', 'Stone', 120, 9], previous: ['1', 'Stone', 100, 9] } as const
  const cells = tableCells(compared, row, writing)
  expect(cells.map((cell) => cell.text)).toEqual(['Stone', '$120.00', '$100.00', 'Up $20.00 (20.0%)'])
  expect(cells.map(({ canOpen = false }) => canOpen)).toEqual([false, true, true, false])
  expect(cells[3]?.change).toMatchObject({ arrow: 'up', verdict: 'good' })
  const [, , before, change] = tableCells(compared, { ...row, previous: null }, writing)
  expect([before?.text, change?.text]).toEqual(['—', '—'])
})

test('with short history, shows no change of a row, and that of the total like for like', () => {
  const compared = tableColumns({ ...shape, compare: 'previousYear' }).slice(0, 4)
  const short = { ...writing, hasShortHistory: true }
  const row = { cells: ['1', 'Stone', 218.7, 9], previous: ['1', 'Stone', 100, 9] } as const
  expect(tableCells(compared, { kind: 'group', ...row }, short)[3]).toEqual({ text: '—' })
  const likeForLike = { totals: [null, null, 121.2, 9], previousTotals: [null, null, 100, 9] }
  const [, , , change] = tableCells(compared, { kind: 'total', ...row, likeForLike }, short)
  expect(change?.change?.amount).toBe('$21.20 (21.2%), comparable days')
})

test('labels the total, omits columns without one, and explains totals but not "All others"', () => {
  const shown = tableColumns(shape)
  const total = tableCells(shown, { kind: 'total', cells: [null, null, 500, null], previous: null }, writing)
  expect(total.map((cell) => cell.text)).toEqual(['Total', '$500.00', ''])
  expect(total[1]?.canOpen).toBe(true)
  const others = tableCells(shown, { kind: 'others', cells: [null, null, 50, 7], previous: null }, writing)
  expect(others.map((cell) => cell.text)).toEqual(['All others', '$50.00', '$7.00'])
  expect(others[1]?.canOpen).toBeUndefined()
})

test('identifies a group by its groups and a record by its identifying values', () => {
  const row = ['7', null, 120, 9]
  expect(rowPlace(grouped, columns, row)).toEqual({ brand: null })
  expect(rowPlace({ ...grouped, groupColumns: ['country'] }, columns, row)).toBeNull()
  expect(rowPlace({ ...grouped, groupColumns: [] }, columns, row)).toEqual({ orderId: '7', brand: null })
  expect(rowPlace({ ...grouped, groupColumns: [] }, [money('netSales')], [1])).toBeNull()
})

test('clicking a title sorts in the default direction, then the other, then as the report does', () => {
  const pressed = { column: money('netSales'), isNumeric: true, role: 'value' } as const
  const first = sortAfter(pressed, null, 'next')
  expect(first).toEqual([{ columnId: 'netSales', direction: 'desc' }])
  const second = sortAfter(pressed, first, 'next')
  expect(second).toEqual([{ columnId: 'netSales', direction: 'asc' }])
  expect(sortAfter(pressed, second, 'next')).toBeNull()
  const brand = { column: text('brand'), isNumeric: false, role: 'value' } as const
  expect(sortAfter(brand, first, 'next')).toEqual([{ columnId: 'brand', direction: 'asc' }])
  expect(sortAfter(brand, first, 'desc')).toEqual([{ columnId: 'brand', direction: 'desc' }])
  expect(sortAfter(brand, first, 'added')).toEqual([...(first ?? []), { columnId: 'brand', direction: 'asc' }])
  expect(sortAfter({ ...pressed, role: 'change' }, first, 'next')).toEqual([
    { columnId: 'netSales', direction: 'desc', by: 'change' },
  ])
})

test('shows a duration with its least and most as one range, whose days the columns still have', () => {
  const days = { kind: 'measure', type: 'number', format: 'days' } as const
  const answered = [
    text('clubName'),
    money('tenure', { ...days, displayName: 'Half leave within (days)' }),
    money('tenureLow', days),
    money('tenureHigh', days),
  ]
  const definition = makeDefinition(
    answered.map(({ columnId }) => ({ columnId })),
    { groupColumns: ['clubName'] },
  )
  const shown = tableColumns({ ...shape, columns: answered, definition })
  expect(shown.map(({ title }) => title)).toEqual(['clubName', 'Half leave within', 'Likely range'])
  const rangeOf = (low: number, high: number | null) =>
    tableCells(shown, { kind: 'group', cells: ['Estate', 1273, low, high], previous: null }, writing)[2]?.text
  expect([rangeOf(1109, 1695), rangeOf(300, 400), rangeOf(300, null)]).toEqual([
    '3.0–4.6 years',
    '10 months–1.1 years',
    '10 months or more',
  ])
  const low = tableColumns({ ...shape, columns: answered, definition, chosen: ['clubName', 'tenureLow'] })
  expect(low.map(({ title }) => title)).toEqual(['clubName', 'tenureLow'])
})

test('shows the run-out with its ends in one column, and paces with one decimal', () => {
  const day = { kind: 'measure', type: 'date', format: 'date' } as const
  const number = { kind: 'measure', type: 'number', format: 'number' } as const
  const answered = [
    ...[text('sku'), money('runOutDate', day), money('runOutEarliest', day), money('runOutLatest', day)],
    ...['free', 'pace', 'weeksOnHand'].map((columnId) => money(columnId, number)),
  ]
  const definition = makeDefinition(
    answered.map(({ columnId }) => ({ columnId })),
    { groupColumns: ['sku'] },
  )
  const shown = tableColumns({ ...shape, columns: answered, definition })
  expect(shown.map(({ title }) => title)).toEqual(['sku', 'runOutDate', 'free', 'pace', 'weeksOnHand'])
  const row = ['A', '2026-12-08', '2026-12-04', '2026-12-24', 53.25, 65.24, 0.816]
  const head = { columns: answered, totals: [] }
  const { cellsOf } = resultCells({ columns: shown, head, sample: [row] }, { ...writing, canExplain: false })
  const cells = cellsOf({ kind: 'group', cells: row, previous: null })
  expect(cells.map((cell) => cell.text)).toEqual(['A', 'Dec 8, 2026', '53.25', '65.2', '0.8'])
  expect(cells[1]).toMatchObject({ note: 'Dec 4–24', verdict: 'warning' })
  const alone = tableColumns({ ...shape, columns: answered, definition, chosen: ['sku', 'runOutLatest'] })
  expect(alone.map(({ title }) => title)).toEqual(['sku', 'runOutLatest'])
})

test('shows a proportion with its interval, and one of few as such', () => {
  const rate = { kind: 'measure', type: 'percent', format: 'percent' } as const
  const answered = [
    text('teamMember'),
    money('bottleConversion', rate),
    money('bottleConversion', { displayName: 'Guests', aggregation: 'Count', countOf: 'bottleConversion' }),
  ]
  const definition = makeDefinition([{ columnId: 'teamMember' }, { columnId: 'bottleConversion' }], {
    groupColumns: ['teamMember'],
  })
  const shown = tableColumns({ ...shape, columns: answered, definition })
  expect(shown.map(({ key }) => key)).toEqual(['teamMember.0', 'bottleConversion.1'])
  expect(shown[1]?.hint).toMatch(/95% confidence/)
  const cellOf = (share: number | null, guests: number) =>
    tableCells(shown, { kind: 'group', cells: ['Ana', share, guests], previous: null }, writing)[1]
  expect(cellOf(0.1, 100)).toMatchObject({ text: '10.0%', note: '5.5%–17.4%', isMuted: false })
  expect(cellOf(1, 29)).toMatchObject({ text: '100.0%', note: 'fewer than 30 guests', isMuted: true })
  // signups can outnumber the guests who were no members before
  expect(cellOf(1.2, 50)).not.toHaveProperty('note')
  expect(cellOf(null, 0)).not.toHaveProperty('note')
})
