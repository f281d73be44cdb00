import type { z } from 'zod'
import type { FigureProvenance, ReportProvenance } from '#contract/insights.ts'
import type { ReportDefinition, ReportFilter } from '#contract/report-definition.ts'
import type { AccountType } from '#domain/plan.ts'
import { METRICS, type Metric, type SubjectKind } from '#insights/account/metric.ts'
import type { Figure, Recipe, Reported, ReportedFilter } from '#insights/insight/figure.ts'
import { methodText } from '#insights/language/figures.ts'

type Measured = Extract<Recipe, { kind: 'measured' }>
type Filter = z.output<typeof ReportFilter>

/** Pages whose report has the measure, by report type; availability depends on the plan. */
const PAGES: Readonly<Record<string, { readonly path: string; readonly date: string; readonly needsEstate: boolean }>> =
  {
    'Orders netSales': { path: '/reports/orders/by-sales-channel', date: 'OrderDate', needsEstate: false },
    'Orders orderCount': { path: '/reports/orders/by-sales-channel', date: 'OrderDate', needsEstate: false },
    'OrderLines netSales': { path: '/reports/orders/order-detail', date: 'OrderDate', needsEstate: false },
    'OrderLines unitsSold': { path: '/reports/orders/by-category', date: 'OrderDate', needsEstate: true },
    'ClubReleases membersEligible': { path: '/reports/clubs/releases', date: 'ReleaseDate', needsEstate: false },
    'Memberships cancellations': { path: '/reports/clubs/cancellations', date: 'CancelledDate', needsEstate: false },
  }

const ESTATE_AND_UP: ReadonlySet<AccountType> = new Set(['Estate', 'Reserve', 'Custom'])

const CHANNEL_FILTERS: Readonly<Record<Metric['clubOrders'], readonly ReportedFilter[]>> = {
  all: [],
  without: [{ columnId: 'channel', comparison: 'NotEqual', value: 'club' }],
  only: [{ columnId: 'channel', comparison: 'Equal', value: 'club' }],
}

/** The report query that shows a figure. */
interface ReportQuestion extends Reported {
  readonly serviceId: string | null
}

/** By day, so that the report shows how the figure is composed. */
const questionOfMetric = ({ metric, subject, range }: Measured): ReportQuestion => {
  const { columnOf, clubOrders, measure, dateColumn } = METRICS[metric]
  const columns: Partial<Record<SubjectKind, string>> = columnOf
  const column = columns[subject.kind]
  return {
    measure,
    groupBy: dateColumn.replace(/Date$/, 'Day'),
    filters: [
      ...CHANNEL_FILTERS[clubOrders],
      ...(column === undefined || subject.kind === 'account'
        ? []
        : [{ columnId: column, comparison: 'Equal' as const, value: subject.value }]),
    ],
    dateColumn,
    range,
    serviceId: subject.kind === 'service' ? subject.value : null,
  }
}

const filterOf = ({ columnId, comparison, value }: ReportedFilter): Filter =>
  value === '' ? { columnId, comparison: 'IsNull', value: null } : { columnId, comparison, value }

const definitionOf = ({ measure, dateColumn, groupBy, serviceId }: ReportQuestion): ReportDefinition => ({
  reportType: measure.reportType,
  name: '',
  description: null,
  serviceType: null,
  serviceId,
  columns: [groupBy, measure.columnId].map((columnId) => ({
    columnId,
    aggregation: 'None',
    total: true,
    totalAggregation: 'sum',
  })),
  filters: [],
  filterOperator: 'And',
  groupColumns: [groupBy],
  calculations: [],
  groupLimits: [],
  pivot: null,
  orderColumns: [],
  relativeDateFilter: dateColumn === null ? null : { relativeRange: 'None', columnName: dateColumn },
  top: null,
  requiresFilter: false,
  columnOrder: [],
  compare: null,
  aggregations: [],
  chart: null,
})

const buildFigureAddress = (
  { measure, serviceId, range }: ReportQuestion,
  filters: readonly Filter[],
  accountType: AccountType,
): string | null => {
  const page = PAGES[`${measure.reportType} ${measure.columnId}`]
  if (page === undefined || serviceId !== null || range === null) return null
  if (page.needsEstate && !ESTATE_AND_UP.has(accountType)) return null
  const query = new URLSearchParams({ relativeDate: `${page.date}-None`, from: range.from, until: range.until })
  for (const { columnId = '', comparison, value } of filters)
    query.append(`f.${columnId}`, value === null ? comparison : `${comparison}:${value}`)
  return `${page.path}?${query}`
}

const reportProvenance = (asked: ReportQuestion, accountType: AccountType): ReportProvenance => {
  const { measure, dateColumn, range } = asked
  const filters = asked.filters.map(filterOf)
  return {
    kind: 'report',
    definition: definitionOf(asked),
    filters,
    ...(dateColumn === null ? {} : { relativeDate: `${dateColumn}-None` }),
    ...(range === null ? {} : { from: range.from, until: range.until }),
    measure: measure.columnId,
    address: buildFigureAddress(asked, filters, accountType),
  }
}

/** The origin of a figure, so that readers can look it up or recalculate it. */
export const buildProvenance = ({ recipe, unit }: Figure, accountType: AccountType): FigureProvenance => {
  switch (recipe.kind) {
    case 'measured':
      return reportProvenance(questionOfMetric(recipe), accountType)
    case 'reported':
      return reportProvenance({ ...recipe, serviceId: null }, accountType)
    case 'computed':
      return { kind: 'rule', rule: recipe.rule, of: [...recipe.of] }
    case 'forecast':
      return { kind: 'forecast', part: recipe.part, from: recipe.range.from, until: recipe.range.until }
    case 'counted':
      return { kind: 'records', words: `${unit === 'money' ? 'Added up' : 'Counted'}: ${recipe.what}`, address: null }
    case 'estimated':
      return { kind: 'method', words: methodText(recipe.method) }
  }
}
