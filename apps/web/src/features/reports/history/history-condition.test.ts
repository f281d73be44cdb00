import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { HistoryCondition } from '#contract/report-definition.ts'
import { ORDERS } from '../builder/orders-type.fixture.ts'
import {
  datesDay,
  datesKind,
  datesOf,
  formatHistory,
  isCompleteCondition,
  kindOf,
  kindOptions,
  withKind,
} from './history-condition.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD', timeZone: 'UTC' })

const condition = (more: object = {}): HistoryCondition => HistoryCondition.parse({ of: 'Orders', ...more })

test.each([
  ['who ordered', {}],
  [
    'who ordered exactly twice on Mar 1, 2026',
    { dates: '2026-03-01/2026-03-02', count: { comparison: 'Equal', value: 2 } },
  ],
  ['who didn’t order since Mar 1, 2026', { dates: '2026-03-01/', count: { comparison: 'Equal', value: 0 } }],
  ['whose first order was in the tasting room', { which: 'first', filters: [{ columnId: 'Channel', value: 'pos' }] }],
  [
    'who ordered with netSales of at least $100.00 and orderWeekday Monday',
    {
      filters: [
        { columnId: 'netSales', comparison: 'GreaterThanOrEqual', value: 100 },
        { columnId: 'orderWeekday', value: 1 },
      ],
    },
  ],
  ['with Guests', { of: 'Guests' }],
])('says %s', (sentence, more) => {
  expect(formatHistory(condition(more), [ORDERS], formats)).toBe(sentence)
})

test('a kind of events has words of its own, also as what came before', () => {
  const events = ORDERS.history?.events ?? { did: '', didNot: '', event: '' }
  const club = { columnId: 'channel', comparison: 'Equal', value: 'club' } as const
  const words = { did: 'took a shipment', didNot: 'took no shipment', event: 'shipment' }
  const type = { ...ORDERS, history: { events: { ...events, kinds: [{ ...club, words }] } } }
  const shipped = { of: 'Orders', filters: [club] }
  expect(formatHistory(condition({ ...shipped, dates: 'LastYear' }), [type], formats)).toBe(
    'who took a shipment last year',
  )
  expect(formatHistory(condition({ after: shipped }), [type], formats)).toBe(
    'who ordered after the day they took a shipment',
  )
})

test('every kind that can be chosen is what the condition then is', () => {
  const words = ORDERS.history?.events ?? { did: '', didNot: '', event: '' }
  const kinds = kindOptions(words).map(({ value }) => value)
  expect(kinds).toHaveLength(5)
  for (const from of kinds)
    for (const kind of kinds) expect(kindOf(withKind(withKind(condition(), from), kind))).toBe(kind)
  expect(withKind(condition({ count: { value: 3 } }), 'first')).not.toHaveProperty('count')
})

test('dates are a range, or since or before a day', () => {
  for (const dates of [null, 'LastYear', '2026-03-01/', '/2026-03-01', '2026-03-01/2026-04-01'])
    expect(datesOf(datesKind(dates), datesDay(dates))).toBe(dates)
  expect(isCompleteCondition(condition({ dates: '/' }))).toBe(false)
  expect(isCompleteCondition(condition({ filters: [{ columnId: 'channel' }] }))).toBe(false)
  expect(isCompleteCondition(condition({ dates: 'LastYear' }))).toBe(true)
})
