import type { z } from 'zod'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportQuery } from '#contract/reports.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { type CompareMode, NO_COMPARISON } from '#domain/ranges/comparison-mode.ts'
import { type ResolvedComparison, resolveComparison } from '#domain/ranges/comparison-range.ts'
import { addDays, addMonths, earlierDay, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { bucketsIn } from '#domain/ranges/period.ts'
import { type RangeCalendar, type ResolvedRange, resolveRange } from '#domain/ranges/resolve-range.ts'
import { withCalculations } from '#semantic/catalog/calculations.ts'
import { findColumn, findReportType, queriedType, withKeys } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { findTrials } from '#semantic/catalog/formula.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { type Pivot, pivotMeasures } from '#semantic/compiler/pivot.ts'
import { codeProblem, findDimension, matchingAll, valueProblem } from '#semantic/dimension-filter.ts'
import { calendarWithin } from '#semantic/limited-values.ts'
import {
  type Calculation,
  type Filter,
  InvalidQuery,
  type QueryColumn,
  type QuerySort,
  type SemanticQuery,
} from '#semantic/query.ts'
import { withEarlierGroups } from './earlier-groups.ts'
import { Problems, resolveColumn, resolveShownColumn } from './problems.ts'
import { type RangeRequest, rangeColumn, requestedRange } from './requested-range.ts'
import { resolveCalculations } from './resolve-calculations.ts'
import { resolveHistory } from './resolve-history.ts'
import { resolveLimits } from './resolve-limits.ts'

/**
 * The axes of a definition's pivot: its columns across, all other group columns down, each name together with its key. `named`: the
 * group columns without keys. Null without one.
 */
const resolvePivot = (
  type: ReportType,
  { pivot, top }: ReportDefinition,
  { query, named }: { readonly query: SemanticQuery; readonly named: readonly string[] },
  problems: Problems,
): Pivot | null => {
  if (pivot === null) return null
  const keys = query.groupBy.filter((columnId) => !named.includes(columnId))
  const across = pivot.columns.flatMap((name, index) => {
    const field = `pivot.columns[${index}]`
    const column = resolveShownColumn(type, { columnId: name }, field, problems)
    if (column === null) return []
    if (!query.groupBy.includes(column.columnId)) problems.add(field, `${column.displayName} must be grouped by`)
    return [column.columnId]
  })
  const columns = withKeys(type, across).filter((columnId) => across.includes(columnId) || keys.includes(columnId))
  if (new Set(across).size < across.length) problems.add('pivot.columns', 'A column can be used once')
  const measures = pivotMeasures(query)
  if (measures.length === 0) problems.add('pivot', 'A pivot needs at least one measure')
  for (const { columnId } of measures) {
    const column = findColumn(type, columnId)
    if (column?.kind === 'measure' && column.comparedRows)
      problems.add('pivot', `${column.displayName} compares rows, so a pivot can’t show it`)
  }
  if (top !== null) problems.add('top', 'A pivot has no limit of rows. Limit its group columns to a top N instead.')
  const rows = query.groupBy.filter((columnId) => !columns.includes(columnId))
  return { rows, columns, subtotals: pivot.subtotals, rowTotals: pivot.rowTotals ?? true, keys }
}

type WireFilter = ReportDefinition['filters'][number]

interface FilterRequest {
  readonly definition: ReportDefinition
  readonly filters: readonly WireFilter[]
}

interface ResolvedFilter {
  readonly filter: Filter
  /** of the column */
  readonly name: string
  /** on the value of a group instead of single records */
  readonly isOfGroups: boolean
}

interface ReportFilters {
  readonly filter: Filter | null
  readonly having: Filter | null
}

/** Whether a filter compares groups. A filter on a measure does so by default. */
const isOfGroups = (
  column: Column,
  { appliesTo }: WireFilter,
  isGrouped: boolean,
  refuse: (message: string) => void,
): boolean => {
  if (appliesTo === 'groups' && !isGrouped) refuse('This report has no groups, so its filters apply to records')
  if (appliesTo === 'groups' && column.kind !== 'measure')
    refuse(`${column.displayName} is not a measure, so a filter on it applies to records`)
  return isGrouped && column.kind === 'measure' && appliesTo !== 'records'
}

const resolveFilters = (
  type: ReportType,
  filters: readonly WireFilter[],
  isGrouped: boolean,
  problems: Problems,
): ResolvedFilter[] =>
  filters.flatMap((one, index) => {
    const field = `filters[${index}]`
    const column = resolveColumn(type, one, field, problems)
    if (column === null) return []
    const isOfValue = one.comparison === 'Equal' || one.comparison === 'NotEqual'
    const unknown = isOfValue ? codeProblem(type, column, one.value) : null
    if (unknown !== null) problems.add(`${field}.value`, unknown)
    const filter: Filter = { columnId: column.columnId, comparison: one.comparison, value: one.value }
    const ofGroups = isOfGroups(column, one, isGrouped, (message) => problems.add(field, message))
    return [{ filter, name: column.displayName, isOfGroups: ofGroups }]
  })

/** Why alternatives cannot be both of groups and of records. */
const mixedAlternatives = (filters: readonly ResolvedFilter[]): string => {
  const filteredNames = (ofGroups: boolean): string =>
    [...new Set(filters.filter((one) => one.isOfGroups === ofGroups).map(({ name }) => name))].join(', ')
  return `“Match any filter” doesn’t work here: ${filteredNames(true)} filters groups and ${filteredNames(false)} filters records. Choose “Match all filters”, or apply the filter on ${filteredNames(true)} to records.`
}

const joined = (filters: readonly Filter[], operator: 'and' | 'or'): Filter[] => {
  if (filters.length === 0) return []
  return [operator === 'or' ? { or: filters } : { and: filters }]
}

const all = (filters: readonly Filter[]): Filter | null => (filters.length === 0 ? null : { and: filters })

/**
 * Filters of the definition, combined by its operator, and of the request, which must all match. In a grouped report filters on
 * measures apply to the groups' values, unless they say that they apply to records.
 */
const reportFilters = (
  type: ReportType,
  { definition, filters }: FilterRequest,
  isGrouped: boolean,
  problems: Problems,
): ReportFilters => {
  const own = resolveFilters(type, definition.filters, isGrouped, problems)
  const added = resolveFilters(type, filters, isGrouped, problems)
  const operator = definition.filterOperator === 'Or' ? 'or' : 'and'
  const parts = (isOfGroups: boolean): Filter[] => {
    const of = (list: readonly ResolvedFilter[]) =>
      list.filter((one) => one.isOfGroups === isOfGroups).map(({ filter }) => filter)
    return [...joined(of(own), operator), ...of(added)]
  }
  const isMixed = new Set(own.map(({ isOfGroups }) => isOfGroups)).size > 1
  if (isMixed && operator === 'or') problems.add('filterOperator', mixedAlternatives(own))
  return { filter: all(parts(false)), having: all(parts(true)) }
}

type DimensionFilters = ReportRequest['dimensionFilters']

/** Dimensions that are any of several values. */
const dimensionFilters = (type: ReportType, filters: DimensionFilters, problems: Problems): Filter[] => {
  const resolved = filters.flatMap((filter, at) => {
    const field = `dimensionFilters[${at}]`
    const dimension = findDimension(type, filter.columnId)
    if (dimension === null) {
      problems.add(`${field}.columnId`, `${filter.columnId} is not a column of ${type.title} to filter by`)
      return []
    }
    filter.values.forEach((value, index) => {
      const message = valueProblem(type, dimension, value)
      if (message !== null) problems.add(`${field}.values[${index}]`, message)
    })
    return [{ ...filter, columnId: dimension.columnId }]
  })
  const matching = matchingAll(resolved)
  return matching === null ? [] : [matching]
}

/** A resolved definition. */
export type FoundDefinition = ReportDefinition & {
  /** services of its `serviceType`; omitted: no such services */
  readonly serviceIds?: readonly string[]
}

/** A parsed request with its resolved definition. */
export type ReportRequest = Omit<z.output<typeof ReportQuery>, 'definition'> & { readonly definition: FoundDefinition }

export interface ResolvedReport {
  /** without page */
  readonly query: SemanticQuery
  readonly range: ResolvedRange | null
  /** null without a comparison */
  readonly comparison: ResolvedComparison | null
  /** index of the column by whose change between the ranges the rows are sorted; null: as the query is */
  readonly changed: number | null
  /** null: rows are not laid out on two axes */
  readonly pivot: Pivot | null
  /** columnIds that identify what the names in the rows name, and that the definition does not show */
  readonly keys: readonly string[]
}

/** The keys of the names shown: in groups those that the rows are grouped by. */
const hiddenKeys = (type: ReportType, { columns, grain, groupBy }: SemanticQuery): string[] => {
  const shown = columns.flatMap(({ columnId, aggregation }) => (aggregation === 'None' ? [columnId] : []))
  const keys = withKeys(type, [...new Set(shown)]).filter((columnId) => !shown.includes(columnId))
  return grain === 'records' ? keys : keys.filter((columnId) => groupBy.includes(columnId))
}

/** What the proportions of groups count. */
const countColumns = ({ query, pivot }: ResolvedReport): QueryColumn[] => {
  const type = queriedType(query)
  if (type === null || pivot !== null || query.grain === 'records') return []
  return query.columns.flatMap(({ columnId, aggregation }) => {
    const column = aggregation === 'None' ? findColumn(type, columnId) : null
    return column?.kind === 'measure' && findTrials(column.formula) ? [{ columnId, aggregation: 'Count' }] : []
  })
}

/** The report with last columns for links, the marks of charts and intervals: the keys of its names, and what its proportions count. */
export const withAddedColumns = <R extends ResolvedReport>(report: R): R => ({
  ...report,
  query: {
    ...report.query,
    columns: [
      ...report.query.columns,
      ...report.keys.map((columnId) => ({ columnId, aggregation: 'None' as const })),
      ...countColumns(report),
    ],
  },
})

const resolveColumns = (type: ReportType, definition: ReportDefinition, problems: Problems): QueryColumn[] => {
  const given = new Map(
    definition.aggregations.flatMap(({ aggregation, ...ref }, index) => {
      const column = resolveColumn(type, ref, `aggregations[${index}]`, problems)
      return column === null ? [] : [[column.columnId, aggregation] as const]
    }),
  )
  return definition.columns.flatMap(({ aggregation, ...ref }, index) => {
    const column = resolveShownColumn(type, ref, `columns[${index}]`, problems)
    if (column === null) return []
    const { columnId } = column
    return [{ columnId, aggregation: aggregation === 'None' ? (given.get(columnId) ?? 'None') : aggregation }]
  })
}

interface Sortable {
  readonly columns: readonly QueryColumn[]
  /** columnIds that rows can be sorted by without being shown; null: every column */
  readonly hidden: readonly string[] | null
}

/** A sort names a column and uses the first one shown with that name. */
const resolveSort = (
  type: ReportType,
  { definition, sort }: ReportRequest,
  { columns, hidden }: Sortable,
  problems: Problems,
): QuerySort[] =>
  (sort ?? definition.orderColumns).flatMap((one, index): QuerySort[] => {
    const field = `${sort ? 'sort' : 'orderColumns'}[${index}]`
    const column = resolveShownColumn(type, one, field, problems)
    if (column === null) return []
    const { columnId } = column
    const { direction } = one
    const shown = columns.findIndex((other) => other.columnId === columnId)
    if (shown >= 0) return [{ column: shown, direction }]
    if (hidden === null || hidden.includes(columnId)) return [{ columnId, direction }]
    problems.add(field, `${column.displayName} must be either shown or grouped by`)
    return []
  })

/** Services whose rows are included; null: all. */
const servicesOf = ({ serviceId, serviceType, serviceIds = [] }: FoundDefinition): string[] | null => {
  if (serviceType === null) return serviceId === null ? null : [serviceId]
  return serviceIds.filter((id) => serviceId === null || id === serviceId)
}

const resolveGroups = (type: ReportType, definition: ReportDefinition, problems: Problems): string[] =>
  definition.groupColumns.flatMap((name, index) => {
    const column = resolveShownColumn(type, { columnId: name }, `groupColumns[${index}]`, problems)
    return column === null ? [] : [column.columnId]
  })

/** A chart draws columns of its report. */
const checkChart = ({ chart }: ReportDefinition, columns: readonly QueryColumn[], problems: Problems): void => {
  if (chart === null) return
  const shown = new Set(columns.map(({ columnId }) => columnId.toLowerCase()))
  const check = (field: string, name: string): void => {
    if (!shown.has(name.toLowerCase())) problems.add(field, `${name} is not one of the report’s columns`)
  }
  if (chart.x !== null) check('chart.x', chart.x)
  for (const [index, name] of chart.series.entries()) check(`chart.series[${index}]`, name)
}

/** Whether a column is computed from many records. */
const isOfMany = ({ columnId, aggregation }: QueryColumn, calculations: readonly Calculation[]): boolean =>
  aggregation !== 'None' || calculations.some((one) => one.columnId === columnId)

/**
 * Converts a report request to a query with resolved dates. Rows are records without groups and aggregations, else groups.
 * `customFields`: the account's. Throws `InvalidQuery` naming each invalid field.
 */
export const resolveReport = (
  request: ReportRequest,
  calendar: RangeCalendar,
  customFields: readonly CustomField[] = [],
): ResolvedReport => {
  const { definition } = request
  const own = findReportType(definition.reportType, customFields)
  if (own === null)
    throw new InvalidQuery([{ field: 'reportType', message: `${definition.reportType} is not a report type` }])
  const problems = new Problems()
  const calculations = resolveCalculations(own, definition, problems)
  problems.throwIfAny()
  const type = withCalculations(own, calculations)
  const columns = resolveColumns(type, definition, problems)
  const named = resolveGroups(type, definition, problems)
  const groupBy = withKeys(type, named)
  const isGrouped = groupBy.length > 0 || columns.some((column) => isOfMany(column, calculations))
  const { filter: ownFilter, having } = reportFilters(type, request, isGrouped, problems)
  const ofDimensions = [definition.dimensionFilters ?? [], request.dimensionFilters].flatMap((filters) =>
    dimensionFilters(type, filters, problems),
  )
  const history = resolveHistory(definition.history ?? [], { type, calendar, customFields, problems })
  const added = [...ofDimensions, ...history]
  const filter = added.length === 0 ? ownFilter : all([...(ownFilter ? [ownFilter] : []), ...added])
  const wanted = requestedRange(request, calendar, problems)
  const isLimited = wanted !== null && wanted.choice !== 'None'
  const limited = isLimited ? rangeColumn(type, wanted.column, problems) : null
  if (definition.requiresFilter && filter === null && having === null && !isLimited)
    problems.add('filters', 'This report needs a filter or a date range')
  const sort = resolveSort(type, request, { columns, hidden: isGrouped ? groupBy : null }, problems)
  checkChart(definition, columns, problems)
  const range = isLimited ? resolveRange(wanted.choice, calendar) : null
  const queryRange = range && limited !== null ? { columnId: limited, from: range.from, until: range.until } : null
  const groupLimits = resolveLimits(type, definition, { groupBy, filter, range: queryRange }, problems)
  const serviceIds = servicesOf(definition)
  const query: SemanticQuery = {
    reportType: type.reportType,
    columns,
    grain: isGrouped ? 'groups' : 'records',
    groupBy,
    ...(groupLimits.length === 0 ? {} : { groupLimits }),
    ...(calculations.length === 0 ? {} : { calculations }),
    filter,
    ...(having === null ? {} : { having }),
    range: queryRange,
    sort,
    top: definition.top,
    page: null,
    ...(request.includeClubOrders && definition.includeClubOrders !== false ? {} : { withoutClubOrders: true }),
    ...(serviceIds === null ? {} : { serviceIds }),
    ...(customFields.length === 0 ? {} : { customFields }),
  }
  const pivot = resolvePivot(type, definition, { query, named }, problems)
  problems.throwIfAny()
  const isByMonthEnd = groupBy.includes(MONTH_END)
  const comparison = isByMonthEnd
    ? null
    : compareTo(range, wanted, calendarWithin(calendar, filter), requestedComparison(request))
  return {
    query: withEarlierGroups(
      { query: isByMonthEnd ? { ...query, asOfDays: monthEnds(range, calendar) } : query, range, comparison },
      calendar,
    ),
    range,
    comparison,
    changed: isGrouped && comparison !== null ? changedColumn(request, sort) : null,
    pivot,
    keys: hiddenKeys(type, query),
  }
}

/** Column of the month at whose end members are counted: each row is a window of its own, which is compared with no other. */
const MONTH_END = 'asOfMonth'
const MOST_MONTHS = 240

/** The days after the months of a range, or of twenty years up to today, of which those without members are no rows. A running month ends today. */
const monthEnds = (range: ResolvedRange | null, { today, ...calendar }: RangeCalendar): LocalDay[] => {
  const tomorrow = addDays(today, 1)
  const until = range === null ? tomorrow : earlierDay(range.until, tomorrow)
  const from = range?.from ?? addMonths(startOfMonth(today), 1 - MOST_MONTHS)
  const starts = bucketsIn({ from, until }, 'month', calendar)
  return starts.length === 0 ? [until] : starts.map((_, at) => starts[at + 1] ?? until)
}

const changedColumn = ({ definition, sort }: ReportRequest, [first]: readonly QuerySort[]): number | null => {
  const [asked] = sort ?? definition.orderColumns
  return asked?.by === 'change' && first !== undefined && 'column' in first ? first.column : null
}

/** The comparison that a request asks for, of its own or of its definition. */
export const requestedComparison = ({
  compare,
  definition,
}: Pick<ReportRequest, 'compare' | 'definition'>): CompareMode | null =>
  compare === NO_COMPARISON ? null : (compare ?? definition.compare)

const compareTo = (
  range: ResolvedRange | null,
  wanted: RangeRequest | null,
  calendar: RangeCalendar,
  mode: CompareMode | null,
): ResolvedComparison | null =>
  range === null || wanted === null || mode === null ? null : resolveComparison(wanted.choice, range, calendar, mode)
