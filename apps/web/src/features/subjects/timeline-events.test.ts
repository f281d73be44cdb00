import { expect, test } from 'vitest'
import type { ResultColumn } from '#contract/reports.ts'
import type { TimelineEvent } from '#reports/subjects/kit/subject.ts'
import { eventAddress, type LoadedSource, mergeEvents } from './timeline-events.ts'

const column = (columnId: string): ResultColumn => ({
  columnId,
  columnName: columnId,
  displayName: columnId,
  kind: 'dimension',
  type: 'text',
  format: 'text',
  aggregation: 'None',
  total: false,
  totalAggregation: 'sum',
  additive: false,
  goodDirection: 'neutral',
})

const source = (event: TimelineEvent, dates: readonly (string | null)[], rowCount = dates.length): LoadedSource => ({
  source: { event, definition: { reportType: 'Orders', columns: [] }, date: 'day', text: '', details: [] },
  columns: [column('day')],
  rows: dates.map((date) => [date]),
  rowCount,
})

const merged = (...sources: LoadedSource[]) => {
  const { events, isComplete } = mergeEvents(sources)
  return { events: events.map(({ event, date }) => `${event} ${date}`), isComplete }
}

test('the events of all sources come latest first; records without a date are no events', () => {
  const orders = source('order', ['2026-03-02T10:00:00Z', '2026-01-05T10:00:00Z', null])
  const holds = source('hold', ['2026-03-02', '2026-02-01'])
  expect(merged(orders, holds)).toEqual({
    events: ['hold 2026-03-02', 'order 2026-03-02T10:00:00Z', 'hold 2026-02-01', 'order 2026-01-05T10:00:00Z'],
    isComplete: true,
  })
})

test('where a source is not loaded completely, events before its last one are left out', () => {
  const orders = source('order', ['2026-03-02T10:00:00Z', '2026-02-10T10:00:00Z'], 90)
  const signups = source('signup', ['2026-02-20T10:00:00Z', '2020-01-01T10:00:00Z'])
  expect(merged(orders, signups)).toEqual({
    events: ['order 2026-03-02T10:00:00Z', 'signup 2026-02-20T10:00:00Z', 'order 2026-02-10T10:00:00Z'],
    isComplete: false,
  })
})

test('an order opens its lines, another event the person or release that it names', () => {
  const addressOf = (event: TimelineEvent, columnIds: readonly string[], row: readonly string[]) =>
    eventAddress({ event, source: source(event, []).source, date: '', columns: columnIds.map(column), row })
  expect(addressOf('order', ['orderId', 'customerId'], ['o/1', 'c1'])).toBe(
    '/reports/orders/order-detail?orderId=o%2F1',
  )
  expect(addressOf('signup', ['customerName', 'customerId'], ['Leif Ito', 'c1'])).toBe('/customers/c1')
  expect(addressOf('release', ['releaseName', 'releaseId'], ['Spring', 'r1'])).toBe('/releases/r1')
  expect(addressOf('visit', ['experience'], ['Tasting'])).toBeNull()
})
