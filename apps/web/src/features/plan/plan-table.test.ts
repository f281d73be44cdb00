import { describe, expect, test } from 'vitest'
import type { PlanMeasureId } from '#domain/winery-plan.ts'
import { changed, rebased, startHistory } from '#web/app/draft/draft-history.ts'
import {
  cellProblems,
  changedMeasures,
  type DraftMeasure,
  decimalSign,
  draftToPlan,
  emptyRow,
  fillRight,
  findUnsplit,
  measureOf,
  monthTotals,
  type PlanDraft,
  parseAmount,
  pasteAt,
  planToDraft,
  rowsFrom,
  serializePlan,
  spreadRows,
  totalOf,
  WHOLE,
  withSplit,
} from './plan-draft.ts'
import { parseClipboard, readTable, withRows } from './read-table.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => `2027-${String(index + 1).padStart(2, '0')}-01`)
/** A fiscal year that begins in July. */
const FISCAL = [...MONTHS.slice(6), ...MONTHS.slice(0, 6)]
const point = { months: MONTHS, decimal: '.' }

test.each([
  ['1,234.50', '.', 1234.5],
  ['$ 1,234', '.', 1234],
  ['1.234,50 €', ',', 1234.5],
  ["1'234", '.', 1234],
  ['.5', '.', 0.5],
  ['', '.', null],
  ['–', '.', null],
  ['1,23', '.', undefined],
  ['1.234', ',', 1234],
  ['12 bottles', '.', undefined],
  ['-5', '.', undefined],
  ['1.2.3', '.', undefined],
  ['2000000000000', '.', undefined],
])('%j with the decimal sign %s is %j', (text, decimal, expected) => {
  expect(parseAmount(text, decimal)).toBe(expected)
})

test('the decimal sign is the culture’s', () => {
  expect([decimalSign('en-US'), decimalSign('de-DE')]).toEqual(['.', ','])
})

const measure: DraftMeasure = {
  measure: 'netSales',
  breakdown: 'channel',
  rows: [emptyRow('web'), emptyRow('pos')],
  others: [],
}

describe('a spreadsheet', () => {
  test('is pasted from a cell on, and what does not fit is left out', () => {
    const pasted = pasteAt(measure, { row: 1, month: 10 }, parseClipboard('1\t2\t3\r\n4\t5\t6\r\n'))
    expect(pasted.rows[0]).toEqual(emptyRow('web'))
    expect(pasted.rows[1]?.cells).toEqual([...Array.from({ length: 10 }, () => ''), '1', '2'])
  })

  test('with headings fills the months that they name, by the names of its rows', () => {
    const table = [
      ['Channel', 'March 2027', 'Jan', 'Note', '2027-12'],
      ['Tasting room', '3', '1', 'x', '12'],
      ['WEB', '30', '10', '', '120'],
      ['Flying carpet', '1', '1', '', '1'],
      ['Total', '33', '11', '', '132'],
    ]
    const read = readTable(table, measure, point)
    expect(read?.unknown).toEqual(['Flying carpet'])
    const filled = withRows(measure, read?.rows ?? [])
    expect(filled.rows.map(({ value }) => value)).toEqual(['web', 'pos'])
    expect(filled.rows[1]?.cells).toEqual(['1', '', '3', '', '', '', '', '', '', '', '', '12'])
    const fiscal = readTable(table, measure, { months: FISCAL, decimal: '.' })
    expect(fiscal?.rows[0]?.cells[6]).toBe('1')
  })

  test('without headings and names is a year of one row', () => {
    const read = readTable([['1', '2', '3']], { breakdown: 'none' }, point)
    expect(read?.rows).toEqual([{ value: null, cells: ['1', '2', '3', ...Array.from({ length: 9 }, () => '')] }])
  })

  test('names what has no club', () => {
    const read = readTable([['No club', '1']], { breakdown: 'club' }, point)
    expect(read).toMatchObject({ unknown: [], rows: [{ value: null }] })
  })

  test('without amounts is none', () => {
    expect(readTable([['a note']], { breakdown: 'none' }, point)).toBeNull()
  })
})

test('an amount fills the months after it', () => {
  const begun = pasteAt(measure, { row: 0, month: 9 }, [['7']])
  expect(fillRight(begun, 0, 9).rows[0]?.cells.slice(8)).toEqual(['', '7', '7', '7'])
})

test('last year’s amounts grow by a percentage, and blank months stay blank', () => {
  const amounts = [100.4, null, ...Array.from({ length: 10 }, () => 10)]
  expect(rowsFrom([{ value: null, amounts }], 5, '.')[0]?.cells.slice(0, 3)).toEqual(['105', '', '11'])
})

test('a month with more refunds than sales is filled with nothing, and has no share of a split', () => {
  const refunded = [{ value: 'web', amounts: yearOf(-20, 30) }]
  expect(rowsFrom(refunded, 5, '.')[0]?.cells.slice(0, 2)).toEqual(['0', '32'])
  const shares = [...refunded, { value: 'pos', amounts: yearOf(5, 7) }]
  expect(spreadRows(total.rows, shares, '.').map(({ cells }) => cells[0])).toEqual(['100.5', '0'])
})

test('unreadable cells are named, and leave out the total that they belong to', () => {
  const draft = { netSales: pasteAt(measure, { row: 0, month: 2 }, [['1O0', '5']]) }
  expect(cellProblems(draft, '.')).toEqual([{ measure: 'netSales', value: 'web', month: 2, text: '1O0' }])
  expect(totalOf(draft.netSales.rows[0]?.cells ?? [], '.')).toBeNull()
  expect(totalOf(['1', '', '2,000.5'], '.')).toBe(2001.5)
  expect(totalOf(['', '–'], '.')).toBeNull()
  expect(monthTotals(pasteAt(draft.netSales, { row: 1, month: 0 }, [['1', '2', '3']]), '.').slice(0, 4)).toEqual([
    1,
    2,
    null,
    5,
  ])
})

test('what is saved and loaded again is the same, in any culture', () => {
  const saved = draftToPlan({ netSales: pasteAt(measure, { row: 0, month: 0 }, [['1234,5', '6']]) }, ',')
  expect(saved[0]?.rows).toEqual([{ value: 'web', amounts: [1234.5, 6, ...Array.from({ length: 10 }, () => null)] }])
  expect(draftToPlan(planToDraft({ measures: saved }, '.'), '.')).toEqual(saved)
})

const total = pasteAt(measureOf({}, 'netSales'), { row: 0, month: 0 }, [['100.50', '10', '0']])
const yearOf = (...amounts: (number | null)[]) => [
  ...amounts,
  ...Array.from({ length: 12 - amounts.length }, () => null),
]

describe('a split', () => {
  const lastYear = [
    { value: 'club', amounts: yearOf(null) },
    { value: 'web', amounts: yearOf(1, null, 1) },
    { value: 'pos', amounts: yearOf(2, null, 1) },
  ]

  test('begins with the totals, by each month’s shares of last year, else the year’s, and adds up to them', () => {
    const rows = spreadRows(total.rows, lastYear, '.')
    expect(rows.map(({ value, cells }) => [value, ...cells.slice(0, 4)])).toEqual([
      ['pos', '67.5', '6', '0', ''],
      ['web', '33', '4', '0', ''],
    ])
    expect(spreadRows(rows, [WHOLE], '.')[0]?.cells.slice(0, 4)).toEqual(['100.5', '10', '0', ''])
  })

  test('of a year without records has no rows, and is not saved in place of the totals', () => {
    expect(spreadRows(total.rows, [{ value: 'web', amounts: yearOf(0) }], '.')).toEqual([])
    const empty = withSplit(total, { breakdown: 'club', rows: [] })
    expect(findUnsplit({ netSales: empty })).toBe(empty)
    expect(findUnsplit({ netSales: withSplit(empty, total) })).toBeUndefined()
  })

  test('keeps what was entered by the others', () => {
    const byClub = withSplit(total, { breakdown: 'club', rows: [emptyRow('Reds')] })
    const byWeb = withSplit(byClub, measure)
    expect(byWeb.others).toEqual([
      { breakdown: 'none', rows: total.rows },
      { breakdown: 'club', rows: [emptyRow('Reds')] },
    ])
    expect(serializePlan({ netSales: withSplit(byWeb, total) }, '.')).toBe(serializePlan({ netSales: total }, '.'))
  })
})

test('when a colleague saves first, only the measures that were changed here are kept', () => {
  const wire = (draft: PlanDraft) => serializePlan(draft, '.')
  const enter = (id: PlanMeasureId, text: string) => pasteAt(measureOf({}, id), { row: 0, month: 0 }, [[text]])
  const saved: PlanDraft = {
    netSales: enter('netSales', '1'),
    orders: enter('orders', '2'),
    guests: enter('guests', '3'),
  }
  const theirs: PlanDraft = {
    netSales: enter('netSales', '10'),
    orders: enter('orders', '20'),
    signups: enter('signups', '4'),
  }
  // orders: changed and changed back
  const mine = { ...saved, netSales: enter('netSales', '100'), orders: enter('orders', '2') }
  const history = rebased(changed(startHistory(saved), mine), theirs, wire)
  expect(history.present).toEqual({ ...theirs, netSales: mine.netSales })
  expect(changedMeasures(history.present, theirs, '.')).toEqual([mine.netSales])
})
