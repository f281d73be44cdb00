import type { Bridge, DrillResult, Lineage, SourceCheck } from '#contract/reports.ts'
import { filterSubject } from '#domain/filter-subject.ts'
import type { Aggregation, FilterLevel } from '#domain/report-terms.ts'
import { describeColumn, findColumn, queriedType } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { listLeaves } from '#semantic/catalog/formula.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { aggregateColumn } from '#semantic/compiler/aggregation.ts'
import { getReportType } from '#semantic/compiler/compilation.ts'
import type { Definitions } from '#semantic/definitions/definitions.ts'
import { describeHistory } from '#semantic/describe-history.ts'
import type { Cell } from '#semantic/lineage/cell-records.ts'
import { type CellFormula, cellFormula, drillQuery } from '#semantic/lineage/drill.ts'
import {
  type ColumnCondition,
  type Filter,
  type HistoryCondition,
  paginate as pageOf,
  type SemanticQuery,
} from '#semantic/query.ts'
import {
  type AnalyticsSettings,
  presentColumns,
  type QuerySession,
  type SourceTotals,
} from '#server/modules/analytics/index.ts'
import { explainRowComparison, numberOfRecords } from './compared-number.ts'
import type { AnsweredNumber } from './find-number.ts'

type LineageFilter = Lineage['filters'][number]
type Condition = Omit<LineageFilter, 'label'>

/** Numbers the lists of alternatives of one number. */
type NextList = () => number

const countLists = (): NextList => {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

type Compared = Pick<LineageFilter, 'columnId' | 'comparison' | 'value' | 'sentence'>

const conditionOf = (filter: ColumnCondition | { readonly history: HistoryCondition }): Compared =>
  'history' in filter
    ? { columnId: 'history', comparison: 'IsTrue', value: null, sentence: describeHistory(filter.history) }
    : filter

/** Flattens a filter tree; conditions below an `or` with several parts are alternatives. */
const flattenFilter = (filter: Filter, next: NextList, alternativesOf: number | null = null): Condition[] => {
  if ('and' in filter) return filter.and.flatMap((part) => flattenFilter(part, next, alternativesOf))
  if ('or' in filter) {
    const list = filter.or.length > 1 ? (alternativesOf ?? next()) : alternativesOf
    return filter.or.flatMap((part) => flattenFilter(part, next, list))
  }
  return [{ ...conditionOf(filter), isAlternative: alternativesOf !== null, alternativesOf }]
}

const rowConditions = ({ row }: Pick<Cell, 'row'>): Condition[] =>
  Object.entries(row).map(([columnId, value]) => ({
    columnId,
    comparison: value === null ? 'IsNull' : 'Equal',
    value,
    isAlternative: false,
    alternativesOf: null,
  }))

const serviceConditions = ({ serviceIds = [] }: SemanticQuery): LineageFilter[] =>
  serviceIds.map((value) => ({
    columnId: 'serviceId',
    label: 'Service',
    comparison: 'Equal',
    value,
    isAlternative: serviceIds.length > 1,
    alternativesOf: serviceIds.length > 1 ? 0 : null,
  }))

/** The name of a filter's column; for a measure of a grouped report, also what it compares. */
const filterLabel = (
  { grain, reportType }: SemanticQuery,
  type: ReportType | null,
  { columnId }: Condition,
  level: FilterLevel,
): string => {
  const column = type && findColumn(type, columnId)
  if (!column) return columnId
  return grain === 'groups' && column.kind === 'measure' ? filterSubject(reportType, column, level) : column.displayName
}

/** Every filter on a number's contributing records, including the groups of its row. */
export const lineageFilters = (query: SemanticQuery, cell: Pick<Cell, 'row'>): LineageFilter[] => {
  const type = queriedType(query)
  const named = (conditions: readonly Condition[], level: FilterLevel) =>
    conditions.map((condition) => ({ ...condition, label: filterLabel(query, type, condition, level) }))
  const next = countLists()
  const flattened = (filter: Filter | null) => (filter === null ? [] : flattenFilter(filter, next))
  return [
    ...serviceConditions(query),
    ...named(flattened(query.filter), 'records'),
    ...named(flattened(query.having ?? null), 'groups'),
    ...named(rowConditions(cell), 'records'),
  ]
}

const AGGREGATION_LABELS: Readonly<Record<Exclude<Aggregation, 'None'>, string>> = {
  Sum: 'Sum of',
  Avg: 'Average of',
  Min: 'Lowest value of',
  Max: 'Highest value of',
  Count: 'Number of records with a value for',
  Median: 'Median of',
  Mode: 'Most common value of',
  P25: '25th percentile of',
  P75: '75th percentile of',
  P90: '90th percentile of',
  P95: '95th percentile of',
}

interface DefinitionInput {
  readonly type: ReportType
  readonly column: Column
  readonly definitions: Definitions
}

/** Describes a number's definition under the account's settings. */
const describeDefinition = ({ type, column, definitions }: DefinitionInput, aggregation: Aggregation): string => {
  const description = describeColumn(type, column, definitions)
  if (aggregation === 'None') return description
  if (aggregation === 'Count' && column.kind === 'dimension' && column.isId)
    return `Distinct count of ${column.displayName}`
  return `${AGGREGATION_LABELS[aggregation]}: ${description}`
}

/** The part of a lineage response that depends on the data only, so that it can be cached. */
export type CachedLineage = Omit<Lineage, 'asOf'>

/** Whether a measure is calculated from orders: directly, as a fact of other records, or as customer value, which sums orders. */
const isMadeOfOrders = ({ channelColumn, facts }: ReportType, { column, formula }: CellFormula): boolean =>
  channelColumn !== null ||
  (facts !== undefined && column.type === 'currency') ||
  listLeaves(formula).some((leaf) => (leaf.kind === 'coarser' ? leaf.of : leaf).fact !== undefined)

const describeMeasure = (
  { query, cell }: AnsweredNumber,
  own: Pick<AnsweredNumber, 'query' | 'cell'>,
  definitions: Definitions,
) => {
  const type = getReportType(query)
  const measure = cellFormula(own.query, own.cell)
  const column = findColumn(type, cell.measure) ?? measure.column
  return {
    definition: describeDefinition({ type, column, definitions }, cell.aggregation),
    rangeOf: query.range && (findColumn(type, query.range.columnId)?.displayName ?? null),
    isSale: isMadeOfOrders(type, measure),
    recordsFormat: aggregateColumn(measure.column, own.cell.aggregation).format,
  }
}

/** Names of services by id. */
export type ServiceNames = ReadonlyMap<string, string>

const isSame = (one: SourceTotals['stored'], other: SourceTotals['stored']): boolean =>
  one.orders === other.orders && one.refunds === other.refunds && one.netSales === other.netSales

const checkSources = (totals: readonly SourceTotals[], names: ServiceNames): SourceCheck[] =>
  totals.map(({ serviceId, stored, source }) => ({
    serviceId,
    name: names.get(serviceId) ?? serviceId,
    stored,
    source,
    matches: source && isSame(stored, source),
  }))

/** Whether the figure counts orders or their lines, by the date of the order or of all time. */
const isOfOrders = ({ range }: SemanticQuery, bridge: Pick<Bridge, 'reportType'> | null): boolean =>
  (bridge?.reportType === 'Orders' || bridge?.reportType === 'OrderLines') &&
  (range === null || range.columnId === 'orderDate')

/** The proof of a cell that a tile shows for a group without records: nothing adds up to it. */
const asShown = (
  proof: DrillResult['proof'],
  { ofAbsentGroup = null }: Pick<AnsweredNumber, 'ofAbsentGroup'>,
): DrillResult['proof'] =>
  proof.cell !== null || ofAbsentGroup === null
    ? proof
    : { ...proof, cell: ofAbsentGroup, matches: proof.computed === ofAbsentGroup }

/** How a number is calculated, with its proof from the session's data. */
export const explainNumber = async (
  session: QuerySession,
  settings: AnalyticsSettings,
  number: AnsweredNumber,
  names: ServiceNames,
): Promise<CachedLineage> => {
  const { query, cell, label, format, range } = number
  const own = numberOfRecords(number)
  const { definition, rangeOf, isSale, recordsFormat } = describeMeasure(number, own, settings.definitions)
  const { formula, proof: ofCell } = await session.proof(own.query, own.cell)
  const ownProof = asShown({ ...ofCell, parts: [...ofCell.parts] }, number)
  const compared = await explainRowComparison(session, settings, number, ownProof)
  const proof = compared?.proof ?? ownProof
  const expected = formula.operator === 'none' ? ownProof.cell : (ownProof.parts[0]?.sum ?? null)
  // of a row's calculated number, the steps would lead to its first part, which the comparison does not name
  const hasBridge = compared === null || formula.operator === 'none'
  const bridge = hasBridge ? await session.bridge(own.query, own.cell, expected) : null
  const sources = isOfOrders(query, bridge) ? checkSources(await session.sourceTotals(query.range), names) : null
  return {
    label,
    definition,
    format,
    value: proof.cell,
    recordsFormat: compared === null ? format : recordsFormat,
    formula: compared?.formula ?? {
      operator: formula.operator,
      expression: formula.expression,
      parts: formula.parts.map(({ name, format }, index) => ({ name, format, value: proof.parts[index]?.sum ?? null })),
    },
    filters: lineageFilters(query, cell),
    range,
    rangeOf,
    clubOrders: isSale ? (query.withoutClubOrders ? 'left out' : 'included') : null,
    timeZone: settings.timeZone,
    currency: settings.currency,
    definitionVersion: settings.definitionsVersion,
    proof,
    bridge: bridge && { ...bridge, steps: [...bridge.steps] },
    sources,
  }
}

/** The part of a drill-down response that depends on the data only, so that it can be cached. */
type CachedDrill = Omit<DrillResult, 'asOf'>

interface Page {
  /** from 1 */
  readonly page: number
  readonly pageSize: number
}

/** A page of a number's contributing records, and its proof from all of them; of a number that compares rows, the row's own. */
export const drillNumber = async (
  session: QuerySession,
  { timeZone }: AnalyticsSettings,
  number: AnsweredNumber,
  { page, pageSize }: Page,
): Promise<CachedDrill> => {
  const { query, cell } = numberOfRecords(number)
  const records = drillQuery(query, cell)
  const [rows, rowCount, { proof }] = await Promise.all([
    session.rows(pageOf(records, page, pageSize)),
    session.rowCount(records),
    session.proof(query, cell),
  ])
  return {
    columns: presentColumns(records),
    rows,
    rowCount,
    proof: asShown({ ...proof, parts: [...proof.parts] }, number),
    range: number.range,
    timeZone,
  }
}
