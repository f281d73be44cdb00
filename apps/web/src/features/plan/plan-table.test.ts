import { describe, expect, test } from 'vitest'
import {
  cellProblems,
  type DraftMeasure,
  decimalSign,
  draftToPlan,
  emptyRow,
  fillRight,
  parseAmount,
  pasteAt,
  planToDraft,
  rowsFrom,
  totalOf,
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

const measure: DraftMeasure = { measure: 'netSales', breakdown: 'channel', rows: [emptyRow('web'), emptyRow('pos')] }

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

test('unreadable cells are named, and leave out the total that they belong to', () => {
  const draft = { name: 'Budget', isCurrent: true, measures: [pasteAt(measure, { row: 0, month: 2 }, [['1O0', '5']])] }
  expect(cellProblems(draft, '.')).toEqual([{ measure: 'netSales', value: 'web', month: 2, text: '1O0' }])
  expect(totalOf(draft.measures[0]?.rows[0]?.cells ?? [], '.')).toBeNull()
  expect(totalOf(['1', '', '2,000.5'], '.')).toBe(2001.5)
})

test('what is saved and loaded again is the same, in any culture', () => {
  const plan = {
    name: 'Budget',
    isCurrent: true,
    measures: [pasteAt(measure, { row: 0, month: 0 }, [['1234,5', '6']])],
  }
  const saved = draftToPlan(plan, ',')
  expect(saved.measures[0]?.rows).toEqual([
    { value: 'web', amounts: [1234.5, 6, ...Array.from({ length: 10 }, () => null)] },
  ])
  expect(draftToPlan(planToDraft(saved, '.'), '.')).toEqual(saved)
})
