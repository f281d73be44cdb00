import type { z } from 'zod'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportQuery } from '#contract/reports.ts'
import { type AggregatedColumn, assertAggregation } from './aggregate.ts'
import { type CellOf, calculatedColumn, isCalculated } from './calculations.ts'
import { isDay } from './days.ts'
import { assertComparable } from './filter.ts'
import { type AskedEvents, type AskedHistory, hasEvents, isOfPeople } from './history.ts'
import { comparedRange, namedRange, REFERENCE_MODES } from './ranges.ts'
import type { Days, ReferenceColumn, ReferenceReportType, Test } from './report-type.ts'
import { columnNamed, typeNamed } from './report-types.ts'
import { refuse } from './value.ts'
import type { ReferenceSettings } from './winery.ts'

/** A parsed request with the definition itself in it. */
export type ReferenceRequest = Omit<z.output<typeof ReportQuery>, 'definition'> & {
  readonly definition: ReportDefinition
}

export interface AskedColumn extends AggregatedColumn {
  readonly isTotalled: boolean
}

interface AskedSort {
  readonly columnId: string
  readonly direction: 'asc' | 'desc'
}

/** The first values of a group column by a measure. */
export interface AskedLimit {
  readonly columnId: string
  /** grouped by as well, where the column names customers or products */
  readonly identity: string | null
  readonly top: number
  readonly by: AskedColumn
  readonly direction: 'asc' | 'desc'
}

/** A request understood: every name found, every rule held. */
export interface Asked {
  readonly type: ReferenceReportType
  readonly columns: readonly AskedColumn[]
  readonly isGrouped: boolean
  readonly groupBy: readonly string[]
  readonly limits: readonly AskedLimit[]
  /** of `groupBy`: columns down, and across, by level; null: no pivot */
  readonly pivot: {
    readonly down: readonly (readonly string[])[]
    readonly across: readonly (readonly string[])[]
    readonly subtotals: boolean
  } | null
  /** a record has to pass one of each list */
  readonly filters: readonly (readonly Test[])[]
  /** the same of groups: what measures of them are compared with */
  readonly groupFilters: readonly (readonly Test[])[]
  /** the same of the records of facts */
  readonly factFilters: readonly (readonly Test[])[]
  /** of the people that records belong to */
  readonly history: readonly AskedHistory[]
  readonly range: (Days & { readonly columnId: string }) | null
  readonly compareRange: Days | null
  /** the comparison is about a year back, whatever its days */
  readonly isYearBefore: boolean
  readonly sort: readonly AskedSort[]
}

interface Ref {
  readonly columnId?: string | undefined
  readonly columnName?: string | undefined
}

const find = (type: ReferenceReportType, { columnId, columnName }: Ref): [string, ReferenceColumn] => {
  const name = columnId ?? columnName
  if (name === undefined) return refuse('a column without a name')
  return columnNamed(type, name) ?? refuse(`${type.name} have no ${name}`)
}

/** The type with the definition's own columns. */
const withCalculated = (definition: ReportDefinition, cellOf: CellOf): ReferenceReportType => {
  const type = typeNamed(definition.reportType) ?? refuse(`${definition.reportType} is no report type`)
  const showable = (ref: Ref): [string, ReferenceColumn] => {
    const found = find(type, ref)
    assertShowable(found[0], type)
    return found
  }
  const names = definition.calculations.map(({ columnId }) => columnId.toLowerCase())
  if (new Set(names).size < names.length) refuse('two columns of one name')
  if (names.some((name) => columnNamed(type, name))) refuse('a column of the type')
  const own = definition.calculations.map((one) => {
    const along = one.along === null ? null : showable({ columnId: one.along })[0]
    return [one.columnId, calculatedColumn({ ...one, along }, showable, cellOf)]
  })
  return { ...type, columns: { ...type.columns, ...Object.fromEntries(own) } }
}

const askedColumns = (type: ReferenceReportType, { columns, aggregations }: ReportDefinition): AskedColumn[] =>
  columns.map((ref) => {
    const [columnId, column] = find(type, ref)
    const apart = aggregations.find((one) => find(type, one)[0] === columnId)?.aggregation
    const aggregation = ref.aggregation === 'None' ? (apart ?? 'None') : ref.aggregation
    const isMeasure = column.kind === 'measure' || aggregation !== 'None'
    return { columnId, column, aggregation, isTotalled: isMeasure && ref.total }
  })

/** What tells two customers, or two products on record, of one name apart. */
export const identityColumn = ({ name }: ReferenceReportType, columnId: string): string => {
  if (columnId === 'customerName') return 'customerId'
  return name === 'Products' && columnId === 'productTitle' ? 'productId' : ''
}

/** Customers and products are grouped by what they are, not by how they are called. */
const askedGroups = (type: ReferenceReportType, { groupColumns }: ReportDefinition): string[] => {
  const names = groupColumns.map((name) => {
    const [columnId, column] = find(type, { columnId: name })
    return column.kind === 'dimension' ? columnId : refuse('measures are not grouped by')
  })
  return names.flatMap((name) => {
    const identity = identityColumn(type, name)
    return identity === '' || names.includes(identity) ? [name] : [name, identity]
  })
}

const askedLimits = (
  type: ReferenceReportType,
  { groupLimits }: ReportDefinition,
  groupBy: readonly string[],
): AskedLimit[] => {
  const limits = groupLimits.map(({ top, by: { aggregation, ...measure }, direction, ...ref }) => {
    const [columnId, column] = find(type, ref)
    if (!groupBy.includes(columnId)) refuse(`${columnId} is not grouped by`)
    if (column.type !== 'text' || column.kind !== 'dimension' || column.part) refuse(`${columnId} is no text`)
    const [byId, byColumn] = find(type, measure)
    assertShowable(byId, type)
    if (isCalculated(byColumn) && byColumn.rule !== null) refuse('a comparison of rows')
    const by = { columnId: byId, column: byColumn, aggregation, isTotalled: true }
    assertAggregation(by, [])
    const identity = identityColumn(type, columnId)
    return { columnId, identity: groupBy.includes(identity) ? identity : null, top, by, direction }
  })
  if (new Set(limits.map(({ columnId }) => columnId)).size < limits.length) refuse('two limits of one column')
  return limits
}

const askedPivot = (
  type: ReferenceReportType,
  { pivot, top, groupColumns }: ReportDefinition,
  columns: readonly AskedColumn[],
  groupBy: readonly string[],
): Asked['pivot'] => {
  if (pivot === null) return null
  const across = pivot.columns.map((name) => find(type, { columnId: name })[0])
  if (!across.every((columnId) => groupBy.includes(columnId))) refuse('a pivot by what is not grouped by')
  if (new Set(across).size < across.length) refuse('a column across twice')
  if (top !== null) refuse('a pivot has no first rows')
  const measures = columns.filter(
    ({ columnId, column, aggregation }) =>
      column.kind === 'measure' || aggregation !== 'None' || !groupBy.includes(columnId),
  )
  if (measures.length === 0) refuse('a pivot of nothing')
  if (measures.some(({ column }) => isCalculated(column) && column.rule !== null)) refuse('rows compared in a pivot')
  const written = groupColumns.map((name) => find(type, { columnId: name })[0])
  const added = [...new Set(groupBy)].filter((columnId) => !written.includes(columnId))
  /** What a column stands for on its axis: itself, and what distinguishes its values unless that was asked for itself. */
  const levelOf = (columnId: string): string[] => [
    columnId,
    ...added.filter((identity) => identity === identityColumn(type, columnId)),
  ]
  const down = written.filter((columnId) => !across.includes(columnId))
  return { down: down.map(levelOf), across: across.map(levelOf), subtotals: pivot.subtotals }
}

const askedTest = (
  type: ReferenceReportType,
  filter: ReportDefinition['filters'][number],
  isGrouped: boolean,
): Test => {
  const [columnId, column] = find(type, filter)
  const isOfGroups = isGrouped && column.kind === 'measure' && filter.appliesTo !== 'records'
  if (filter.appliesTo === 'groups' && !isOfGroups) refuse('only measures of groups are compared of groups')
  const test = { columnId, column, comparison: filter.comparison, value: filter.value, isOfGroups }
  assertComparable(test)
  return test
}

/** One of the values, or none of them. */
const askedValues = (
  type: ReferenceReportType,
  { columnId, values, exclude }: ReferenceRequest['dimensionFilters'][number],
): Test[][] => {
  if (find(type, { columnId })[1].kind !== 'dimension') refuse('only dimensions have lists of values')
  const tests = values.map((value) =>
    askedTest(type, { columnId, comparison: exclude ? 'NotEqual' : 'Equal', value }, false),
  )
  return exclude ? tests.map((test) => [test]) : [tests]
}

const askedFilters = (
  type: ReferenceReportType,
  { definition, filters, dimensionFilters }: ReferenceRequest,
  isGrouped: boolean,
): Test[][] => {
  const own = definition.filters.map((filter) => askedTest(type, filter, isGrouped))
  const added = [
    ...filters.map((filter) => [askedTest(type, filter, isGrouped)]),
    ...[...(definition.dimensionFilters ?? []), ...dimensionFilters].flatMap((filter) => askedValues(type, filter)),
  ]
  if (own.length === 0) return added
  return definition.filterOperator === 'Or' ? [own, ...added] : [...own.map((test) => [test]), ...added]
}

/** The days of a condition: a range by its name, or days of which one side may be left out. */
const openDays = (text: string, settings: ReferenceSettings): AskedHistory['days'] => {
  const named = namedRange(text, settings)
  if (named !== undefined) return named
  const [from = '', until = '', ...more] = text.split('/')
  const isOpen = text.includes('/') && more.length === 0 && (from !== '' || until !== '')
  if (!isOpen || ![from, until].every((day) => day === '' || isDay(day))) return refuse(`${text} is no range`)
  if (from !== '' && until !== '' && from >= until) return refuse('an empty range')
  return { from: from || null, until: until || null }
}

const askedEvents = (
  type: ReferenceReportType,
  { of, filters, dates }: Pick<NonNullable<ReportDefinition['history']>[number], 'of' | 'filters' | 'dates'>,
  settings: ReferenceSettings,
): AskedEvents => {
  const events = typeNamed(of) ?? refuse(`${of} is no report type`)
  if (!isOfPeople(type) || !hasEvents(events)) refuse('a history is of people')
  return {
    type: events,
    tests: filters.map((filter) => askedTest(events, filter, false)),
    days: dates === null ? null : openDays(dates, settings),
  }
}

const askedHistory = (
  type: ReferenceReportType,
  { history = [] }: ReportDefinition,
  settings: ReferenceSettings,
): AskedHistory[] =>
  history.map(({ which, count, after, ...events }) => {
    const isOne = which !== 'any'
    if (isOne && (count !== undefined || after !== undefined)) refuse('one record is not counted, and after nothing')
    return {
      ...askedEvents(type, events, settings),
      which,
      count: count ?? { comparison: 'GreaterThanOrEqual', value: 1 },
      after: after === undefined ? null : { ...askedEvents(type, after, settings), sameDay: after.sameDay },
    }
  })

const isOfFact = ({ column }: { readonly column: ReferenceColumn | undefined }): boolean =>
  column?.kind === 'dimension' && column.ofFact === true

type Kind = 'filters' | 'factFilters' | 'groupFilters'

/** Filters on records, on the records of facts and on groups apart; one that is on two of them at once is refused. */
const split = (filters: readonly Test[][]): Pick<Asked, Kind> => {
  const testKind = (test: Test): Kind => {
    if (test.isOfGroups) return 'groupFilters'
    return isOfFact(test) ? 'factFilters' : 'filters'
  }
  const apart: Record<Kind, (readonly Test[])[]> = { filters: [], factFilters: [], groupFilters: [] }
  for (const some of filters) {
    const [kind = 'filters', ...others] = new Set(some.map(testKind))
    if (others.length > 0) refuse('Or cannot join what limits records, their sales and groups')
    if (kind === 'groupFilters' && some.some(({ column }) => column.kind === 'measure' && column.ofShown))
      refuse('Rows cannot be chosen by what hangs on them')
    apart[kind].push(some)
  }
  return apart
}

const assertShowable = (columnId: string, type: ReferenceReportType): void => {
  const column = type.columns[columnId]
  const isOfSpan = column?.kind === 'dimension' && column.ofSpan === true
  if (isOfFact({ column }) || isOfSpan) refuse(`${columnId} can only be filtered by`)
}

/** A range by name (null for days chosen by hand) with the column it names. */
interface AskedRange {
  readonly name: string | null
  readonly days: Days | null
  readonly column: string | undefined
}

/** `2026-03-01/2026-04-01` in a definition; null for any other text. */
const byDates = (text: string, column: string | undefined): AskedRange | null => {
  const [from = '', until = '', ...more] = text.split('/')
  if (more.length > 0 || !isDay(from) || !isDay(until) || from >= until) return null
  return { name: null, days: { from, until }, column }
}

const byName = (name: string, column: string | undefined, settings: ReferenceSettings): AskedRange => {
  const days = namedRange(name, settings)
  return days === undefined ? refuse(`${name} is no range`) : { name, days, column }
}

const wantedRange = (request: ReferenceRequest, settings: ReferenceSettings): AskedRange | null => {
  const { from, until, relativeDate, definition } = request
  const own = definition.relativeDateFilter
  if (from !== undefined || until !== undefined) {
    if (from === undefined || until === undefined || from >= until) return refuse('half a range or an empty one')
    return { name: null, days: { from, until }, column: own?.columnName }
  }
  if (relativeDate !== undefined) {
    const [, column, name] = /^(\w+)-(\w+)$/.exec(relativeDate) ?? refuse('no column and range')
    return byName(name ?? '', column, settings)
  }
  if (own === null) return null
  return byDates(own.relativeRange, own.columnName) ?? byName(own.relativeRange, own.columnName, settings)
}

const dateColumn = (type: ReferenceReportType, name: string | undefined): string => {
  const [columnId, column] = find(type, { columnId: name ?? type.dateColumn ?? refuse('the type has no date') })
  const isDate = column.kind === 'dimension' && !column.part && (column.type === 'day' || column.type === 'timestamp')
  return isDate ? columnId : refuse(`${columnId} is no date`)
}

const askedSort = (type: ReferenceReportType, { definition, sort }: ReferenceRequest): AskedSort[] =>
  (sort ?? definition.orderColumns).map((ref) => ({ columnId: find(type, ref)[0], direction: ref.direction }))

/**
 * Reads a request by the rules of reports; throws `Refused` where one is broken.
 */
export const understand = (request: ReferenceRequest, settings: ReferenceSettings, cellOf: CellOf): Asked => {
  const { definition } = request
  const type = withCalculated(definition, cellOf)
  const columns = askedColumns(type, definition)
  const groupBy = askedGroups(type, definition)
  for (const columnId of [...columns.map((column) => column.columnId), ...groupBy]) assertShowable(columnId, type)
  const isGrouped =
    groupBy.length > 0 || columns.some(({ column, aggregation }) => aggregation !== 'None' || isCalculated(column))
  for (const { along } of definition.calculations)
    if (along !== null && !groupBy.includes(find(type, { columnId: along })[0])) refuse(`${along} is not grouped by`)
  if (isGrouped) for (const asked of columns) assertAggregation(asked, groupBy)
  const filters = askedFilters(type, request, isGrouped)
  const wanted = wantedRange(request, settings)
  const days = wanted?.days ?? null
  const range = days === null ? null : { ...days, columnId: dateColumn(type, wanted?.column) }
  const history = askedHistory(type, definition, settings)
  if (definition.requiresFilter && filters.length + history.length === 0 && range === null)
    refuse('a filter or a range is required')
  const sort = askedSort(type, request)
  assertSortable(sort, { type, columns, groupBy, isGrouped })
  const compare = request.compare ?? definition.compare ?? 'none'
  const mode = REFERENCE_MODES.find((one) => one === compare)
  if (compare !== 'none' && mode === undefined) throw new Error(`The reference does not know ${compare}`)
  const compareRange =
    days === null || mode === undefined || groupBy.includes('asOfMonth')
      ? null
      : comparedRange(mode, wanted?.name ?? null, days, settings)
  return {
    type,
    columns,
    isGrouped,
    groupBy,
    limits: askedLimits(type, definition, groupBy),
    pivot: askedPivot(type, definition, columns, groupBy),
    ...split(filters),
    history,
    range,
    compareRange,
    isYearBefore: mode !== 'previousPeriod',
    sort,
  }
}

/** Rows can be sorted by what they show; records by any column of theirs, groups by what they are grouped by. */
const assertSortable = (
  sort: readonly AskedSort[],
  { type, columns, groupBy, isGrouped }: Pick<Asked, 'type' | 'columns' | 'groupBy' | 'isGrouped'>,
): void => {
  for (const { columnId } of sort) {
    assertShowable(columnId, type)
    const isShown = columns.some((column) => column.columnId === columnId)
    if (!isShown && isGrouped && !groupBy.includes(columnId)) refuse(`${columnId} is neither shown nor grouped by`)
    const own = type.columns[columnId]
    if (own && isCalculated(own) && own.rule?.along === null && own.rule.kind !== 'rank')
      refuse('the order of the rows decides the number')
  }
}
