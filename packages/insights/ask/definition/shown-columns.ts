import { lookupTable } from '#domain/lookup-table.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { AskedCalculation, AskedDefinition } from './answerable.ts'
import type { FoundMeasure } from './find-columns.ts'

const OVER_TIME = /^monthsSince|(Day|Week|Month|Quarter|Year)$/
const IN_MONTHS = /^monthsSince/

/** A line over time, bars otherwise and of the best days, stacked bars if a second group splits them; a grid of cohorts, or a curve of each group. */
export const chartFor = (
  groups: readonly string[],
  measures: readonly string[],
  isRanked: boolean,
): AskedDefinition['chart'] => {
  const [measure] = measures
  const [first, second, third] = groups.filter((id) => !id.endsWith('Id') && id !== 'sku')
  if (measure === undefined || first === undefined || third !== undefined) return null
  if (second === undefined)
    return { kind: OVER_TIME.test(first) && !isRanked ? 'line' : 'bar', x: first, series: [measure] }
  const [x, divided] = OVER_TIME.test(second) ? [second, first] : [first, second]
  // shares of a cohort that are left do not add up
  if (IN_MONTHS.test(x)) return { kind: OVER_TIME.test(divided) ? 'heatmap' : 'line', x, series: [measure, divided] }
  return { kind: 'stackedBar', x, series: [measure, divided] }
}

/** The additive measure that accompanies a non-additive one in a one-row answer, by report type. */
const COMPANION_MEASURES: Readonly<Record<string, string>> = lookupTable({
  Orders: 'netSales',
  OrderLines: 'netSales',
  Customers: 'customerCount',
  Products: 'netSales',
  Inventory: 'available',
  Memberships: 'memberCount',
  MembershipHolds: 'holdCount',
  ClubReleases: 'netSales',
  Reservations: 'reservationCount',
})

const canSum = (type: ReportType, { columnId, aggregation, calculation }: Shown): boolean => {
  const column = findColumn(type, columnId)
  return (
    calculation === null &&
    aggregation === 'None' &&
    column?.kind === 'measure' &&
    column.additive &&
    column.record !== null
  )
}

type Shown = Pick<FoundMeasure, 'columnId' | 'aggregation' | 'calculation'>

/** A report without groups needs a summed column to return a single row. */
export const singleRowColumns = (type: ReportType, measures: readonly Shown[]): AskedDefinition['columns'] => {
  const summed = measures.find((one) => canSum(type, one))
  const isAggregated = measures.some(({ aggregation }) => aggregation !== 'None')
  const companion: Shown = {
    columnId: COMPANION_MEASURES[type.reportType] ?? '',
    aggregation: 'None',
    calculation: null,
  }
  const all = summed === undefined && !isAggregated ? [...measures, companion] : measures
  const sum = summed ?? (isAggregated ? null : companion)
  return all.map((one) => {
    const { columnId, aggregation } = one
    const displayName = findColumn(type, columnId)?.displayName
    return one === sum && displayName !== undefined
      ? { columnId, aggregation: 'Sum', displayName }
      : { columnId, aggregation }
  })
}

const ID_COLUMNS = ['customerId', 'productId', 'orderId', 'membershipId', 'reservationId', 'releaseId']

/** IDs keep rows distinct without being shown. */
export const shownOrder = (ids: readonly string[]): string[] => {
  const shown = ids.filter((id) => !ID_COLUMNS.includes(id))
  return shown.length === ids.length ? [] : shown
}

/** Whether the values of groups add up to the total, so that they have a share of it. */
export const sumsUp = (measure: FoundMeasure | undefined): boolean =>
  measure?.calculation === null &&
  measure.aggregation === 'None' &&
  measure.column.kind === 'measure' &&
  measure.column.additive

/** The change of a measure from one row to the next. */
export const stepColumn = (measure: FoundMeasure | undefined): FoundMeasure | null => {
  if (measure?.calculation !== null) return null
  const calculation: AskedCalculation = {
    columnId: `${measure.columnId}Change`,
    displayName: `Change of ${measure.column.displayName.toLowerCase()}`,
    kind: 'difference',
    of: { columnId: measure.columnId, aggregation: measure.aggregation },
  }
  return { ...measure, columnId: calculation.columnId, aggregation: 'None', calculation, rank: 0 }
}

/** The share of a measure in the total of the answer. */
export const shareColumn = (type: ReportType, measure: FoundMeasure | undefined): FoundMeasure | null => {
  if (measure === undefined) return null
  const own = measure.columnId === 'netSales' ? findColumn(type, 'share') : null
  if (own !== null) return { columnId: own.columnId, aggregation: 'None', column: own, calculation: null, rank: 0 }
  const calculation: AskedCalculation = {
    columnId: `${measure.columnId}Share`,
    displayName: `Share of ${measure.column.displayName.toLowerCase()}`,
    kind: 'shareOfTotal',
    of: { columnId: measure.columnId, aggregation: 'None' },
  }
  return { ...measure, columnId: calculation.columnId, calculation, rank: 0 }
}
