import type { NoteKind } from '#domain/calendar-notes.ts'
import { subjectAddress } from '#domain/subject-pages.ts'
import type { Subject } from '../account/metric.ts'
import type { DayRange } from '../series/series.ts'

/** What a reader can do about an insight. The first one that the reader's role and plan include is shown as a button. */
export type InsightAction =
  /** the list of exactly the people that the insight names, to write to them */
  | { readonly kind: 'people'; readonly label: string }
  /** a page of the product, as path and query */
  | { readonly kind: 'page'; readonly label: string; readonly path: string }
  /** a calendar note of the insight's days */
  | { readonly kind: 'note'; readonly label: string; readonly noteKind: NoteKind }

/**
 * What is measured after somebody acted: orders of the people that the insight names, without club orders or with them, or
 * sales of its product.
 */
export type OutcomeMeasure = 'orders' | 'ordersAndClub' | 'productSales'

interface PageOptions {
  /** the report's date, such as `OrderDate` */
  readonly date: string
  readonly range: DayRange
  /** values by column */
  readonly filters?: Readonly<Record<string, string>>
}

/** A report with these days and filters. */
export const reportPage = (path: `/reports/${string}`, { date, range, filters = {} }: PageOptions): string => {
  const query = new URLSearchParams({ relativeDate: `${date}-None`, from: range.from, until: range.until })
  for (const [columnId, value] of Object.entries(filters)) query.append(`f.${columnId}`, `Equal:${value}`)
  return `${path}?${query}`
}

const ORDER_REPORTS = {
  list: 'See these days’ orders',
  'by-team-member': 'Compare your team',
  'by-sales-channel': 'See sales by channel',
} as const

/** Opens a report of the orders of these days. */
export const openOrders = (report: keyof typeof ORDER_REPORTS, range: DayRange): InsightAction => ({
  kind: 'page',
  label: ORDER_REPORTS[report],
  path: reportPage(`/reports/orders/${report}`, { date: 'OrderDate', range }),
})

/** The reorder list, or the product's page where the plan has none. */
export const reorderActions = (product: Subject): readonly InsightAction[] => [
  { kind: 'page', label: 'Open the reorder list', path: '/reports/products/low-inventory' },
  ...productActions(product),
]

export const productActions = (product: Subject): readonly InsightAction[] =>
  product.kind === 'product'
    ? [{ kind: 'page', label: 'Open its page', path: subjectAddress('product', { id: product.value, by: 'sku' }) }]
    : []
