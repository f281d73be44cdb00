import { expect, test } from 'vitest'
import { afterLine, isWidgetLine, type TileState, waiting } from './tile-state.ts'

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

test('the last result stays in view while it is renewed, and after an answer that says nothing changed', () => {
  const ready = afterLine(undefined, line)
  const renewing = waiting(ready, 5)
  expect(renewing).toMatchObject({ status: 'renewing', since: 5, result: { etag: 'e' } })
  expect(afterLine(renewing, { id: 'a', unchanged: true })).toEqual(ready)
})

test('nothing can be unchanged that was never there', () => {
  const state: TileState = { status: 'loading', since: 1 }
  expect(afterLine(state, { id: 'a', unchanged: true }).status).toBe('failed')
})
