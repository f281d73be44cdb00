import type { z } from 'zod'
import type { ReportFilter } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import { findBuiltInReport } from '#reports/built-in-reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import type { AnalyticsSettings, QuerySession } from '#server/modules/analytics/index.ts'
import type { Counted, HealthCheck } from './health-check.ts'

type FilterInput = Required<Pick<z.input<typeof ReportFilter>, 'columnId'>> &
  Pick<z.input<typeof ReportFilter>, 'comparison' | 'value'>

/** A gap that a built-in report lists: its rows with these filters, over all dates. */
export interface ReportCheck extends HealthCheck {
  /** group and slug */
  readonly report: string
  /** such as `OrderDate-None` */
  readonly relativeDate: string
  readonly gap: readonly FilterInput[]
  /** filters both the gap and the total */
  readonly among: readonly FilterInput[]
}

const missing = (columnId: string): FilterInput => ({ columnId, comparison: 'IsNull' })
const ofWine: FilterInput = { columnId: 'itemKind', comparison: 'Equal', value: 'wine' }

const other = (columnId: string): FilterInput => ({ columnId, comparison: 'Equal', value: 'other' })
const written = (columnId: string): FilterInput => ({ columnId, comparison: 'IsNotNull' })

const orders = { report: 'orders/list', relativeDate: 'OrderDate-None', among: [] }
const lines = { report: 'orders/order-detail', relativeDate: 'OrderDate-None', among: [] }
const wineLines = { ...lines, among: [ofWine] }
const products = { report: 'products/list', relativeDate: 'OrderDate-None', among: [] }
const customers = { report: 'customers/list', relativeDate: 'OrderDate-None', among: [] }
const cancellations = { report: 'clubs/cancellation-list', relativeDate: 'CancelledDate-None' }

export const REPORT_CHECKS: readonly ReportCheck[] = [
  {
    ...orders,
    id: 'orders-without-customer',
    title: 'Orders without a customer',
    effect: 'These sales are missing from customer reports and lifetime value, and can’t be matched with tastings',
    gap: [missing('customerId')],
    // Some tasting-room sales have no customer.
    noticeFrom: 0.1,
    badFrom: 0.6,
  },
  {
    ...orders,
    id: 'orders-of-unknown-channel',
    title: 'Orders with an unknown channel',
    effect: 'They count as Other. Choose what the channel counts as in Settings',
    gap: [other('channel'), written('channelRaw')],
    noticeFrom: 0.01,
    badFrom: 0.25,
  },
  {
    ...orders,
    id: 'orders-of-unknown-payment',
    title: 'Orders with an unknown payment status',
    effect: 'They don’t count as sales',
    gap: [other('paymentStatus'), written('paymentStatusRaw')],
    noticeFrom: 0,
    badFrom: 0.05,
  },
  {
    ...lines,
    id: 'lines-of-unknown-type',
    title: 'Order lines with an unknown item type',
    effect: 'They count neither as wine nor as tastings. Choose the item types of their categories in Settings',
    gap: [other('itemKind')],
    // Fees, deposits, and spirits are of no other type.
    noticeFrom: 0.1,
    badFrom: 0.5,
  },
  {
    ...wineLines,
    id: 'lines-without-brand',
    title: 'Wine lines without a brand',
    effect: 'They’re grouped under a blank name in sales by brand',
    gap: [missing('brand')],
    noticeFrom: 0,
    badFrom: 0.1,
  },
  {
    ...wineLines,
    id: 'lines-without-vintage',
    title: 'Wine lines without a vintage',
    effect: 'They’re grouped under a blank vintage in sales by vintage',
    gap: [missing('vintage')],
    // Some wines have no vintage.
    noticeFrom: 0.1,
    badFrom: 0.4,
  },
  {
    ...wineLines,
    id: 'lines-without-category',
    title: 'Wine lines without a category',
    effect: 'They’re grouped under a blank name in sales by category',
    gap: [missing('category')],
    noticeFrom: 0,
    badFrom: 0.1,
  },
  {
    ...products,
    id: 'products-without-price',
    title: 'Products without a price in your currency',
    effect: 'The product list can’t show their price',
    gap: [missing('price')],
    noticeFrom: 0,
    badFrom: 0.2,
  },
  {
    ...customers,
    id: 'customers-without-email',
    title: 'Customers without an email address',
    effect: 'They can’t receive email, and can’t be distinguished from others with the same name',
    gap: [missing('email')],
    noticeFrom: 0.1,
    badFrom: 0.5,
  },
  {
    ...customers,
    id: 'customers-without-birth-date',
    title: 'Customers without a birth date',
    effect: 'They count as “Unknown” in customers by age',
    gap: [missing('birthDate')],
    // Most platforms record it only on arrival.
    noticeFrom: 0.1,
    badFrom: 0.9,
  },
  {
    ...cancellations,
    id: 'cancellations-without-date',
    title: 'Canceled memberships without a date',
    effect: 'They’re missing from cancellations and attrition, and were never counted as active members',
    gap: [missing('cancelledDate')],
    among: [{ columnId: 'status', comparison: 'Equal', value: 'cancelled' }],
    noticeFrom: 0,
    badFrom: 0.05,
  },
]

const requestOf = ({ report, relativeDate }: ReportCheck, filters: readonly FilterInput[]) => {
  const definition = findBuiltInReport(report)?.definition
  if (definition === undefined) throw new Error(`Unknown report ${report}`)
  const request = ReportQuery.parse({ definition, relativeDate, filters: [...filters] })
  return { ...request, definition }
}

/** Counts the gap's records and the total as the report does. */
export const countByReport = async (
  session: QuerySession,
  { calendar }: Pick<AnalyticsSettings, 'calendar'>,
  check: ReportCheck,
): Promise<Counted> => {
  const rows = (filters: readonly FilterInput[]): Promise<number> =>
    session.rowCount(resolveReport(requestOf(check, filters), calendar).query)
  return { count: await rows([...check.among, ...check.gap]), of: await rows(check.among) }
}

/** URL of the report with the gap's records; these reports are in every plan. */
export const buildReportPath = ({ report, relativeDate, among, gap }: ReportCheck): string => {
  const filters = [...among, ...gap].map(({ columnId, comparison, value }) => {
    const wanted = value === undefined ? '' : `:${encodeURIComponent(String(value))}`
    return `f.${columnId}=${comparison}${wanted}`
  })
  return `/reports/${report}?${[...filters, `relativeDate=${relativeDate}`].join('&')}`
}
