import type { CatalogColumn } from '#contract/report-catalog.ts'
import type { ReportType } from './report-draft.ts'

const column = (columnId: string, rest: Partial<CatalogColumn> = {}): CatalogColumn => ({
  columnId,
  columnName: columnId.charAt(0).toUpperCase() + columnId.slice(1),
  displayName: columnId,
  kind: 'dimension',
  type: 'text',
  format: 'text',
  additive: false,
  description: '',
  goodDirection: 'neutral',
  aggregations: ['None', 'Count', 'Min', 'Max'],
  filterOnly: false,
  ...rest,
})

const measure = (columnId: string, additive: boolean): CatalogColumn =>
  column(columnId, {
    kind: 'measure',
    type: 'currency',
    format: 'currency',
    additive,
    aggregations: additive ? ['None', 'Sum', 'Count', 'Min', 'Max', 'Avg'] : ['None'],
  })

/** A small report type for tests. */
export const ORDERS: ReportType = {
  reportType: 'Orders',
  title: 'Orders',
  dateColumns: ['orderDate'],
  hasClubOrders: true,
  history: { events: { did: 'ordered', didNot: 'didn’t order', event: 'order', kinds: [] } },
  columns: [
    column('orderId'),
    column('channel', { type: 'enum' }),
    column('state'),
    column('orderDate', { type: 'dateTime', format: 'dateTime' }),
    column('orderMonth'),
    column('orderWeekday', { type: 'integer', format: 'integer' }),
    column('orderHour', { type: 'integer', format: 'integer' }),
    measure('netSales', true),
    measure('averageOrder', false),
  ],
}
