import { expect, test } from 'vitest'
import { DEFAULT_HOME_KPIS, type HomeKpi } from '#domain/home.ts'
import { ORDER_CHOICES, ordersChoice, withMeasure, withOrders } from './kpi-choice.ts'

const NET_SALES: HomeKpi = { reportType: 'Orders', measure: 'netSales', channel: null, includeClubOrders: true }

const measure = (reportType: string, name: string) => ({
  reportType,
  measure: name,
  displayName: name,
  description: '',
  group: reportType,
  isOfOrders: reportType === 'Orders',
})

test.each(ORDER_CHOICES.map(({ value }) => value))('reads back which orders count: %s', (orders) =>
  expect(ordersChoice(withOrders(NET_SALES, orders))).toBe(orders),
)

test('keeps the channel for another measure of orders, and drops it for one of visits', () => {
  const web = withOrders(NET_SALES, 'web')
  expect(withMeasure(web, measure('Orders', 'orderCount'))).toEqual({ ...web, measure: 'orderCount' })
  expect(withMeasure(web, measure('Reservations', 'guests'))).toEqual(DEFAULT_HOME_KPIS[1])
})
