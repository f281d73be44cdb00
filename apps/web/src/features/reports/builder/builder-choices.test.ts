import { describe, expect, test } from 'vitest'
import { allowedAggregations, allowedFormats, hasTotal, offeredColumns, totalDescription } from './column-choices.ts'
import { otherProblems, problemAt, toProblem } from './field-problems.ts'
import { ORDERS } from './orders-type.fixture.ts'
import { emptyDraft, findColumn, newColumn, type ReportDraft } from './report-draft.ts'
import { parseStoredDraft, serializeDraft } from './stored-draft.ts'
import { hasStates, makeChart, suggestChart } from './suggest-chart.ts'

const column = (name: string) => {
  const found = findColumn(ORDERS, name)
  if (found === null) throw new Error(`No column ${name}`)
  return found
}

const showing = (names: readonly string[], isGrouped = true): ReportDraft => ({
  ...emptyDraft(ORDERS),
  isGrouped,
  columns: names.map(newColumn),
})

test('units sold are offered for groups and quantities for lines, and either where it is the only one', () => {
  const [units, quantity] = ['unitsSold', 'quantity'].map((columnId) => ({ ...column('netSales'), columnId }))
  if (units === undefined || quantity === undefined) throw new Error('no columns')
  expect(offeredColumns([units, quantity], true)).toEqual([units])
  expect(offeredColumns([units, quantity], false)).toEqual([quantity])
  expect(offeredColumns([units], false)).toEqual([units])
})

describe('suggested charts', () => {
  test.each([
    [['orderMonth', 'netSales'], { kind: 'line', x: 'orderMonth', series: ['netSales'] }],
    [['channel', 'netSales'], { kind: 'bar', x: 'channel', series: ['netSales'] }],
    [['orderWeekday', 'netSales'], { kind: 'bar', x: 'orderWeekday', series: ['netSales'] }],
    [['channel', 'orderMonth', 'netSales'], { kind: 'stackedBar', x: 'orderMonth', series: ['channel', 'netSales'] }],
    [
      ['orderWeekday', 'orderHour', 'netSales'],
      { kind: 'heatmap', x: 'orderWeekday', series: ['orderHour', 'netSales'] },
    ],
    [['netSales'], null],
    [['channel'], null],
  ])('of %j', (names, expected) => expect(suggestChart(ORDERS, showing(names))).toEqual(expected))

  test('suggests none for records', () =>
    expect(suggestChart(ORDERS, showing(['channel', 'netSales'], false))).toBeNull())

  test('a pie has one series', () => {
    expect(makeChart(ORDERS, showing(['channel', 'orderMonth', 'netSales']), 'pie')?.series).toEqual(['netSales'])
  })
})

describe('a map', () => {
  test('shows values by state', () =>
    expect(makeChart(ORDERS, showing(['channel', 'state', 'netSales']), 'map')).toEqual({
      kind: 'map',
      x: 'state',
      series: ['netSales'],
    }))

  test.each([
    [['state', 'netSales'], true],
    [['channel', 'netSales'], false],
  ])('is offered for %j: %s', (names, expected) => expect(hasStates(ORDERS, showing(names))).toBe(expected))
})

describe('column options', () => {
  test('a ratio has no sum', () => expect(allowedAggregations(column('averageOrder'))).not.toContain('Sum'))

  test('lists its own format first', () => {
    expect(allowedFormats(column('netSales'))[0]).toBe('currency')
    expect(allowedFormats(column('channel'))).toEqual(['text'])
  })

  test('only numbers have totals, and only sums are labeled as sums of the rows', () => {
    expect(hasTotal(column('channel'), 'None')).toBe(false)
    expect(hasTotal(column('channel'), 'Count')).toBe(true)
    expect(totalDescription(column('netSales'), 'None')).toMatch(/^Sum of the rows/)
    expect(totalDescription(column('averageOrder'), 'None')).toMatch(/may not add up/)
    expect(totalDescription(column('netSales'), 'Avg')).toMatch(/may not add up/)
  })
})

describe('server errors', () => {
  test.each([
    ['columns[2]', 'columns', 2],
    ['definition.columns[2].format', 'columns', 2],
    ['body.columns.0.displayName', 'columns', 0],
    ['relativeDateFilter.columnName', 'relativeDateFilter', null],
    ['top', 'top', null],
  ])('%s belongs to %s at %s', (field, part, index) => {
    expect(toProblem({ code: 'report.invalid', field, message: 'No' })).toEqual({ part, index, message: 'No' })
  })

  test('finds an error by its position, and lists errors without a field separately', () => {
    const problems = [
      { part: 'columns', index: 1, message: 'Wrong' },
      { part: '', index: null, message: 'Busy' },
    ]
    expect(problemAt(problems, 'columns', 1)).toBe('Wrong')
    expect(problemAt(problems, 'columns', 0)).toBeNull()
    expect(problemAt(problems, 'columns')).toBe('Wrong')
    expect(otherProblems(problems)).toEqual(['Busy'])
  })
})

describe('stored drafts', () => {
  const stored = { draft: emptyDraft(ORDERS), version: 3, keptAt: 5 }

  test('are restored unchanged', () => expect(parseStoredDraft(serializeDraft(stored))).toEqual(stored))

  test.each([null, '', '{', '[]', '{"form":1}', '{"form":0,"keptAt":1,"version":null,"draft":{}}', 'null'])(
    'rejects %s',
    (text) => expect(parseStoredDraft(text)).toBeNull(),
  )
})
