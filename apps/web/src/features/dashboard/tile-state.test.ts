import { expect, test } from 'vitest'
import { applyLine, isWidgetLine, loadingState, type TileState } from './tile-state.ts'

const data = { kpis: [], columns: [], rows: [] }
const line = { id: 'a', data, range: null, asOf: null, elapsedMs: 1, etag: 'e' }

test.each([
  [line, true],
  [{ id: 'a', unchanged: true }, true],
  [{ id: 'a', error: { code: 'c', message: 'm' } }, true],
  [{ id: 'a' }, false],
  [{ id: 1, data }, false],
  [{ id: 'a', data: null }, false],
  [{ id: 'a', error: 'broken' }, false],
  ['a', false],
  [null, false],
])('%j is a line for a tile: %s', (value, expected) => expect(isWidgetLine(value)).toBe(expected))

test('keeps the last result while refreshing and after an "unchanged" response', () => {
  const ready = applyLine(undefined, line)
  const renewing = loadingState(ready, 5)
  expect(renewing).toMatchObject({ status: 'refreshing', since: 5, result: { etag: 'e' } })
  expect(applyLine(renewing, { id: 'a', unchanged: true })).toEqual(ready)
})

test('a tile that waits for a choice of its reader has not failed', () => {
  const error = { code: 'widget.no_report', message: 'Choose a report in the settings of this tile.' }
  expect(applyLine(undefined, { id: 'a', error })).toEqual({ status: 'refused', ...error })
})

test('an "unchanged" response without an earlier result is a failure', () => {
  const state: TileState = { status: 'loading', since: 1 }
  expect(applyLine(state, { id: 'a', unchanged: true }).status).toBe('failed')
})

test.each([
  [
    'warehouse.busy',
    'Too many queries are running. Please try again.',
    'Too many queries are running. Please try again.',
  ],
  [
    'account.data_unavailable',
    'This account’s data is unavailable: its file is missing. Restore a backup.',
    'Data unavailable',
  ],
])('a failure with the code %s shows a message that fits a tile', (code, message, shown) => {
  expect(applyLine(undefined, { id: 'a', error: { code, message } })).toEqual({ status: 'failed', message: shown })
})
