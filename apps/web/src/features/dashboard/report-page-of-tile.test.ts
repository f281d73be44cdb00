import { expect, test } from 'vitest'
import { reportPage, type TileReport } from './report-page-of-tile.ts'

const report = (request: Partial<TileReport['request']> = {}): TileReport => ({
  show: 'chart',
  name: '',
  reportType: 'Orders',
  dateColumn: 'orderDate',
  groupColumns: [],
  chart: null,
  rowCount: 1,
  timeZone: 'America/Los_Angeles',
  request: { filters: [], dimensionFilters: [], includeClubOrders: true, ...request },
})

test('opens the page of a linked report, and a copy by its definition', () => {
  const definition = { reportType: 'Orders', columns: [{ columnId: 'netSales' }] }
  expect(reportPage({ builtin: 'orders/by-brand' }, report())).toEqual({ to: '/reports/orders/by-brand', search: {} })
  expect(reportPage({ id: 'r1' }, report())).toEqual({ to: '/reports/my/r1', search: {} })
  expect(reportPage(definition, report())?.search).toEqual({ definition: JSON.stringify(definition) })
  expect(reportPage(null, report())).toBeNull()
})

test('takes the dates and filters of the tile along', () => {
  const dimensionFilters = [{ columnId: 'channel', values: ['web', null], exclude: true }]
  const request = { relativeDate: 'orderDate-None', from: '2026-05-01', until: '2026-06-01', compare: 'none' as const }
  const page = reportPage({ id: 'r1' }, report({ ...request, dimensionFilters, includeClubOrders: false }))
  expect(page?.search).toEqual({ ...request, 'not.channel': ['web', ''], clubs: 'no' })
})
