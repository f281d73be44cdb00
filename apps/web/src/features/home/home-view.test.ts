import { expect, test } from 'vitest'
import type { HomeAction } from '#contract/home.ts'
import { EMPTY_VIEW, isComparedByHour, isHomeLine, withLine } from './home-view.ts'

const action = (id: HomeAction['id'], count: number): HomeAction => ({ kind: 'action', id, count, path: '/' })

test('orders actions by urgency whatever their arrival, and leaves out those with nothing to do', () => {
  const lines = [action('leaving', 2), action('review', 0), action('failing', 1), action('pickup', 14)]
  const { actions } = lines.reduce(withLine, EMPTY_VIEW)
  expect(actions.map(({ id }) => id)).toEqual(['failing', 'pickup', 'leaving'])
})

test('keeps the first failure next to the parts that arrived', () => {
  const failed = { kind: 'error', code: 'x', message: 'First' } as const
  const view = [failed, action('pickup', 1), { ...failed, message: 'Second' }].reduce(withLine, EMPTY_VIEW)
  expect([view.failure, view.actions.length]).toEqual(['First', 1])
})

test.each([
  [null, false],
  [[], false],
  [{}, false],
  [{ kind: 'action' }, true],
])('%j is a line: %s', (value, expected) => expect(isHomeLine(value)).toBe(expected))

test('a number is compared by the hour where both days have values until then', () => {
  const number = { value: 7, previous: 14, format: 'integer', goodDirection: 'up', sameHours: null } as const
  expect(isComparedByHour(number)).toBe(false)
  expect(isComparedByHour({ ...number, sameHours: { value: 7, previous: 0 } })).toBe(false)
  expect(isComparedByHour({ ...number, sameHours: { value: 7, previous: 5 } })).toBe(true)
})
