import { expect, test } from 'vitest'
import { formatCode } from '#domain/code-labels.ts'
import { breakdownRows } from './breakdown.ts'
import { sampleDimension, sampleMeasure } from './fixture-columns.ts'
import { isEmptyResult } from './result-table.ts'

const columns = [sampleDimension('channel', 'Sales channel'), sampleMeasure('averageOrder', 'Average', 'currency')]

test('matches rows with their previous values by name, including the null row', () => {
  const rows = [
    ['pos', 10],
    [null, 2],
  ]
  const previousRows = [
    [null, 3],
    ['web', 8],
  ]
  expect(breakdownRows({ kpis: [], columns, rows, previousRows }, 'averageOrder')).toEqual([
    { name: 'Tasting room', key: { channel: 'pos' }, value: 10, previous: null },
    { name: 'No channel', key: { channel: null }, value: 2, previous: 3 },
  ])
})

test.each([
  ['channel', 'pos', 'Tasting room'],
  ['segment', 'former_member', 'Former member'],
  ['standing', 'on_hold', 'On hold'],
  ['cancellationReason', null, 'No reason given'],
  ['teamMember', 'pos', 'pos'],
  ['whatever', '', 'No whatever'],
])('labels %s %s as %s', (columnId, cell, name) => expect(formatCode(columnId, cell)).toBe(name))

test('a result is empty if it has no rows and no nonzero numbers', () => {
  const kpi = { metric: 'm', label: '', previous: null, format: 'integer', goodDirection: 'up' as const }
  expect(isEmptyResult({ kpis: [{ ...kpi, value: 0 }], columns, rows: [] })).toBe(true)
  expect(isEmptyResult({ kpis: [{ ...kpi, value: 3 }], columns, rows: [] })).toBe(false)
  expect(isEmptyResult({ kpis: [], columns: [], rows: [], account: { name: 'A', logoUrl: null } })).toBe(false)
})
