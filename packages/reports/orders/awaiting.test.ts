import { beforeAll, describe, expect, test } from 'vitest'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { loadedReports, type ReportRows } from '../winery.fixture.ts'
import { orderDetail, ordersAwaitingPickup, ordersAwaitingShipment } from './orders.report.ts'

type Order = Partial<ReturnType<typeof orderRow>>

const ORDERS: Readonly<Record<string, Order>> = {
  'picked up': { delivery_method: 'pickup', fulfillment_status: 'fulfilled' },
  'to pick up': { delivery_method: 'pickup', ordered: '2026-03-08 23:00:00' },
  'half picked up': { delivery_method: 'pickup', fulfillment_status: 'partial' },
  'not paid': { delivery_method: 'pickup', payment_status: 'authorized' },
  'taken back': { delivery_method: 'pickup', is_refund: true },
  'to ship': { delivery_method: 'ship', compliance_status: 'Compliant' },
  unchecked: { delivery_method: 'ship', ordered: '2026-03-01 12:00:00' },
  quarantined: { delivery_method: 'ship', compliance_status: 'Quarantined' },
  void: { delivery_method: 'ship', compliance_status: 'VOID' },
  'for tomorrow': { delivery_method: 'ship', requested_ship: '2026-03-11' },
  'for today': { delivery_method: 'ship', requested_ship: '2026-03-10' },
  'nothing to ship': { delivery_method: 'ship', fulfillment_status: 'not_required' },
  'carried out': { delivery_method: 'carry_out' },
}

let reports: ReportRows
beforeAll(async () => {
  reports = await loadedReports({
    orders: Object.entries(ORDERS).map(([id, more]) =>
      orderRow({
        source_id: id,
        order_number: id,
        time_basis: 'local',
        ordered: '2026-03-05 12:00:00',
        fulfillment_status: 'unfulfilled',
        ...more,
      }),
    ),
    order_lines: Object.keys(ORDERS).flatMap((id) =>
      [1, 2].map((line_number) => lineRow({ order_source_id: id, line_number })),
    ),
  })
})

describe('orders awaiting fulfillment', () => {
  test.each([
    [
      'list paid pickups, complete or partial, by descending waiting time',
      ordersAwaitingPickup,
      [
        ['half picked up', 5],
        ['to pick up', 2],
      ],
    ],
    [
      'list shipments unless held by compliance or requested for a later day',
      ordersAwaitingShipment,
      [
        ['unchecked', 9],
        ['for today', 5],
        ['to ship', 5],
      ],
    ],
  ])('%s', async (_rule, report, expected) => {
    const index = report.definition.columns.findIndex(({ columnId }) => columnId === 'daysWaiting')
    expect((await reports.runReport(report)).map((row) => [row[0], row[index]])).toEqual(expected)
  })
})

test('order detail filtered by ID shows all lines of an old order', async () => {
  const rows = await reports.runReport(orderDetail, {
    relativeDate: 'OrderDate-None',
    filters: [{ columnId: 'orderId', comparison: 'Equal', value: 'unchecked' }],
  })
  expect(rows.map(([id]) => id)).toEqual(['unchecked', 'unchecked'])
})
