import fc from 'fast-check'
import { ReportQuery } from '#contract/reports.ts'
import { RELATIVE_RANGES } from '#domain/ranges/relative-range.ts'
import {
  AGGREGATIONS,
  COMPARISONS,
  COUNT_COMPARISONS,
  type Comparison,
  type FilterLevel,
} from '#domain/report-terms.ts'
import { localDay, STRANGE } from './generated-values.fixture.ts'
import { hasEvents, isOfPeople } from './reference/history.ts'
import { REFERENCE_MODES } from './reference/ranges.ts'
import type { ReferenceColumn, ReferenceReportType } from './reference/report-type.ts'
import { REFERENCE_TYPES } from './reference/report-types.ts'
import type { Value } from './reference/value.ts'

/** A request with a definition, before parsing. */
export type Written = Record<string, unknown>

/** Values of a column's records, as a filter would write them. */
export type ValuesOf = (type: ReferenceReportType, columnId: string) => readonly Value[]

const seldom = <T>(often: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: often }, { weight: 1, arbitrary: rare })

const pascal = (columnId: string): string => columnId.charAt(0).toUpperCase() + columnId.slice(1)

/** A column by its id, or now and then by its columnName or in another case. */
const reference = (columnId: string): fc.Arbitrary<{ columnId?: string; columnName?: string }> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant({ columnId }) },
    { weight: 1, arbitrary: fc.constant({ columnName: pascal(columnId) }) },
    { weight: 1, arbitrary: fc.constant({ columnId: columnId.toUpperCase() }) },
  )

const dimensionsOf = (type: ReferenceReportType): string[] =>
  Object.keys(type.columns).filter((columnId) => {
    const column = type.columns[columnId]
    return column?.kind === 'dimension' && !column.ofFact && !column.ofSpan
  })

const measureColumns = (type: ReferenceReportType): string[] =>
  Object.keys(type.columns).filter((columnId) => type.columns[columnId]?.kind === 'measure')

const someOf = (names: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string[]> =>
  names.length === 0
    ? fc.constant([])
    : fc.array(fc.constantFrom(...names), { minLength: Math.min(minLength, 1), maxLength, size: 'max' })

const asColumn = (columnId: string, aggregation: fc.Arbitrary<string>) =>
  fc
    .tuple(reference(columnId), aggregation, fc.constantFrom(true, true, true, false))
    .map(([ref, one, total]) => ({ ...ref, aggregation: one, ...(total ? {} : { total }) }))

const plainColumns = (type: ReferenceReportType) =>
  someOf([...dimensionsOf(type), ...measureColumns(type)], 1, 8).chain((ids) =>
    fc.tuple(...ids.map((columnId) => asColumn(columnId, fc.constant('None')))),
  )

const anyAggregation = fc.constantFrom<string>(...AGGREGATIONS)

const OF_NUMBERS = ['Avg', 'Median', 'Mode', 'P25', 'P75', 'P90', 'P95']

const ofMeasure = ({ hasRecords, isAdditive }: ReferenceColumn & { kind: 'measure' }) => {
  const allowed = hasRecords
    ? ['None', 'None', 'Count', 'Min', 'Max', ...OF_NUMBERS, ...(isAdditive ? ['Sum'] : [])]
    : ['None']
  return seldom(fc.constantFrom(...allowed), anyAggregation, 150)
}

const aggregated = (type: ReferenceReportType, columnId: string) => {
  const column = type.columns[columnId]
  if (column?.kind === 'measure') return asColumn(columnId, ofMeasure(column))
  const isAddable = column?.type === 'number' || column?.type === 'currency'
  const ordered = ['Count', 'Min', 'Max', ...(isAddable ? ['Sum', ...OF_NUMBERS] : [])]
  const allowed = column?.type === 'boolean' ? ['Count'] : ordered
  return asColumn(columnId, seldom(fc.constantFrom(...allowed), anyAggregation, 150))
}

/** Groups, most of them shown, and aggregated columns between them. */
const grouped = (type: ReferenceReportType) =>
  fc
    .tuple(
      someOf(dimensionsOf(type), 0, 3),
      someOf(measureColumns(type), 1, 5),
      seldom(fc.constant<string[]>([]), someOf(dimensionsOf(type), 1, 2), 2),
      fc.boolean(),
    )
    .chain(([groupColumns, measures, others, isShown]) => {
      const keys = isShown ? groupColumns : groupColumns.slice(1)
      const columns = [
        ...keys.map((columnId) => asColumn(columnId, fc.constant('None'))),
        ...[...measures, ...others].map((columnId) => aggregated(type, columnId)),
      ]
      return fc
        .tuple(...columns)
        .chain((written) => fc.shuffledSubarray(written, { minLength: 1 }))
        .map((written) => ({ groupColumns, columns: written }))
    })

const TEXT_ONLY: readonly Comparison[] = ['Contains', 'NotContains', 'StartsWith', 'EndsWith']
const TRUTH_ONLY: readonly Comparison[] = ['IsTrue', 'IsFalse']

const comparisonsOf = (column: ReferenceColumn): Comparison[] =>
  COMPARISONS.filter((comparison) => {
    if (TEXT_ONLY.includes(comparison)) return column.type === 'text'
    return !TRUTH_ONLY.includes(comparison) || column.type === 'boolean'
  })

/** The start, the end or the middle of a text. */
const partArbitrary = (value: Value): fc.Arbitrary<Value> => {
  if (typeof value !== 'string') return fc.constant(value)
  const letters = [...value]
  return fc
    .tuple(fc.nat(letters.length), fc.nat(letters.length))
    .map(([a, b]) => letters.slice(Math.min(a, b), Math.max(a, b)).join(''))
}

const strange: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(...STRANGE),
  fc.constantFrom<Value>(null, 0, -1, 0.29, 1e15, true, false),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)

/** Mostly of measures, where it makes a difference. */
const levels = (column: ReferenceColumn | undefined): fc.Arbitrary<{ appliesTo?: FilterLevel }> => {
  const named = fc.constantFrom<FilterLevel>('records', 'records', 'groups').map((appliesTo) => ({ appliesTo }))
  return column?.kind === 'measure' ? fc.oneof(named, fc.constant({})) : seldom(fc.constant({}), named, 60)
}

const filterArbitrary = (type: ReferenceReportType, valuesOf: ValuesOf) =>
  fc.constantFrom(...Object.keys(type.columns)).chain((columnId) => {
    const column = type.columns[columnId]
    const known = valuesOf(type, columnId)
    const text = column?.type === 'text'
    const value = known.length === 0 ? strange : seldom(fc.constantFrom(...known), strange, text ? 8 : 60)
    const comparisons = column ? comparisonsOf(column) : []
    return fc
      .tuple(reference(columnId), seldom(fc.constantFrom(...comparisons), fc.constantFrom(...COMPARISONS), 80), value)
      .chain(([ref, comparison, whole]) =>
        (TEXT_ONLY.includes(comparison) ? partArbitrary(whole) : fc.constant(whole)).map((one) => ({
          ...ref,
          comparison,
          value: one,
        })),
      )
      .chain((written) => levels(column).map((appliesTo) => ({ ...written, ...appliesTo })))
  })

/** A dimension that is any, or none, of some of its values. */
const dimensionFilterOf = (type: ReferenceReportType, valuesOf: ValuesOf) => {
  const listed = dimensionsOf(type).filter((columnId) => type.columns[columnId]?.type !== 'timestamp')
  return fc.constantFrom(...listed).chain((columnId) =>
    fc.record({
      columnId: fc.constant(columnId),
      values: fc.array(fc.constantFrom<Value>(null, ...valuesOf(type, columnId)), { minLength: 1, maxLength: 4 }),
      exclude: fc.boolean(),
    }),
  )
}

/** Often none, so that most answers hold rows. */
const someFilters = (type: ReferenceReportType, valuesOf: ValuesOf) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<object[]>([]) },
    { weight: 3, arbitrary: fc.array(filterArbitrary(type, valuesOf), { minLength: 1, maxLength: 3 }) },
  )

const HISTORY_TYPES = REFERENCE_TYPES.filter(hasEvents)

/** Days of a condition, of which one side may be left out. */
const openDates = fc.oneof(
  fc.constantFrom<string>(...RELATIVE_RANGES),
  fc.tuple(localDay, localDay).map((days) => days.toSorted().join('/')),
  localDay.map((day) => `${day}/`),
  localDay.map((day) => `/${day}`),
)

const historyEvents = (valuesOf: ValuesOf) =>
  fc.constantFrom(...HISTORY_TYPES).chain((events) => {
    const filter = filterArbitrary(events, valuesOf).map(({ columnId, columnName, comparison, value }) => ({
      columnId: columnId ?? columnName,
      comparison,
      value,
    }))
    return fc.record({
      of: fc.constant(events.name),
      filters: fc.oneof(
        { weight: 2, arbitrary: fc.constant<object[]>([]) },
        { weight: 3, arbitrary: fc.array(filter, { maxLength: 2 }) },
      ),
      dates: fc.option(openDates),
    })
  })

const historyCondition = (valuesOf: ValuesOf) => {
  const events = historyEvents(valuesOf)
  const count = fc.record({
    comparison: fc.constantFrom(...COUNT_COMPARISONS),
    value: fc.constantFrom(0, 0, 1, 1, 2, 3),
  })
  const counted = fc.record({ events, count }, { requiredKeys: ['events'] })
  return fc.oneof(
    counted.map(({ events: own, ...one }) => ({ ...own, ...one })),
    fc
      .tuple(counted, events, fc.boolean())
      .map(([{ events: own, ...one }, after, sameDay]) => ({ ...own, ...one, after: { ...after, sameDay } })),
    fc.tuple(events, fc.constantFrom('first', 'last')).map(([own, which]) => ({ ...own, which })),
  )
}

/** Conditions on people, for types whose records belong to some. */
const histories = (type: ReferenceReportType, valuesOf: ValuesOf): fc.Arbitrary<object[]> => {
  const some = fc.array(historyCondition(valuesOf), { minLength: 1, maxLength: 2 })
  return isOfPeople(type)
    ? fc.oneof({ weight: 2, arbitrary: fc.constant<object[]>([]) }, { weight: 1, arbitrary: some })
    : seldom(fc.constant<object[]>([]), some, 60)
}

const dateColumns = (type: ReferenceReportType): string[] =>
  Object.keys(type.columns).filter((columnId) => {
    const column = type.columns[columnId]
    return column?.kind === 'dimension' && !column.part && (column.type === 'timestamp' || column.type === 'day')
  })

const range = (type: ReferenceReportType): fc.Arbitrary<Written> => {
  const column = fc.constantFrom<string | undefined>(...dateColumns(type).map(pascal), type.dateColumn ?? undefined)
  const relativeRange = fc.oneof(
    fc.constantFrom<string>('ThisYear', 'LastYear', 'Last180Days', 'Last365Days', 'ytd'),
    fc.constantFrom<string>(...RELATIVE_RANGES),
  )
  const byDefinition = fc.tuple(relativeRange, column).map(([name, columnName]) => ({
    relativeDateFilter: { relativeRange: name, ...(columnName ? { columnName } : {}) },
  }))
  const byCall = fc
    .tuple(relativeRange, column)
    .map(([name, own]) => ({ relativeDate: `${own ?? 'OrderDate'}-${name}` }))
  const byHand = fc.tuple(localDay, localDay, byDefinition).map(([a, b, own]) => {
    const [from, until] = [a, b].toSorted()
    return { ...own, from, until }
  })
  const fixed = fc.tuple(localDay, localDay, column).map(([a, b, columnName]) => ({
    relativeDateFilter: { relativeRange: [a, b].toSorted().join('/'), ...(columnName ? { columnName } : {}) },
  }))
  const hasDates = dateColumns(type).length > 0
  return fc.oneof(
    { weight: hasDates ? 2 : 200, arbitrary: fc.constant({}) },
    { weight: 4, arbitrary: byDefinition },
    { weight: 1, arbitrary: byCall },
    { weight: 2, arbitrary: byHand },
    { weight: 1, arbitrary: fixed },
  )
}

const sorts = (type: ReferenceReportType, columns: readonly { columnId?: string; columnName?: string }[]) => {
  const shown = fc
    .constantFrom(...columns)
    .map(({ columnId, columnName }) => (columnId ? { columnId } : { columnName }))
  const any = fc.constantFrom(...dimensionsOf(type)).map((columnId) => ({ columnId }))
  return fc.array(
    fc.tuple(seldom(shown, any, 80), fc.constantFrom('asc', 'desc')).map(([ref, direction]) => ({ ...ref, direction })),
    { maxLength: 3 },
  )
}

/** Arithmetic on some measures and constants, most of it with units that fit. */
const expressionOf = (type: ReferenceReportType, depth: number): fc.Arbitrary<object> => {
  const measure = fc.constantFrom(...measureColumns(type)).chain((columnId) => aggregated(type, columnId))
  const operand: fc.Arbitrary<object> = fc.oneof(
    { weight: 5, arbitrary: measure.map(({ total: _total, ...one }) => one) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, -2, 0.5, 12.25).map((value) => ({ value })) },
  )
  if (depth === 0) return operand
  const part = expressionOf(type, depth - 1)
  const operator = fc.constantFrom('add', 'subtract', 'multiply', 'divide', 'divide')
  return fc.oneof(
    { weight: 2, arbitrary: operand },
    { weight: 3, arbitrary: fc.record({ operator, left: part, right: part }) },
  )
}

const KINDS = ['arithmetic', 'arithmetic', 'shareOfTotal', 'runningTotal', 'difference', 'rank'] as const

interface CalculationInput {
  readonly columnId: string
}

/** Up to two columns of the definition's own, shown between the others. */
const calculations = (type: ReferenceReportType, groupColumns: readonly string[]): fc.Arbitrary<CalculationInput[]> => {
  const along = groupColumns.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...groupColumns))
  const one = (columnId: string) =>
    fc.constantFrom(...KINDS).chain((kind) =>
      fc.record({
        columnId: fc.constant(columnId),
        displayName: fc.constant(columnId),
        kind: fc.constant(kind),
        of: expressionOf(type, kind === 'arithmetic' ? 2 : 1),
        direction: fc.constantFrom('asc', 'desc'),
        along: kind === 'arithmetic' || kind === 'shareOfTotal' ? fc.constant(null) : along,
      }),
    )
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<CalculationInput[]>([]) },
    { weight: 1, arbitrary: one('calculated').map((alone) => [alone]) },
    { weight: 1, arbitrary: fc.tuple(one('calculated'), one('compared')) },
  )
}

/** Text columns of the groups, each with a top N by a measure, shown or not. */
const groupLimits = (type: ReferenceReportType, groupColumns: readonly string[]) => {
  const texts = [...new Set(groupColumns)].filter((columnId) => isLimitable(type.columns[columnId]))
  if (texts.length === 0)
    return seldom(fc.constant<object[]>([]), fc.constant<object[]>([{ columnId: 'isRefund', top: 1, by: {} }]), 200)
  const limit = (columnId: string) =>
    fc
      .tuple(
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(...measureColumns(type)).chain((by) => aggregated(type, by)),
        fc.constantFrom('asc', 'desc', undefined),
      )
      .map(([top, { total: _total, ...by }, direction]) => ({ columnId, top, by, ...(direction ? { direction } : {}) }))
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<object[]>([]) },
    { weight: 2, arbitrary: fc.shuffledSubarray(texts).chain((some) => fc.tuple(...some.map(limit))) },
  )
}

const isLimitable = (column: ReferenceColumn | undefined): boolean =>
  column?.kind === 'dimension' && column.type === 'text' && !column.part

/** Some of the group columns across. A pivot has no limit of rows. */
const pivots = (groupColumns: readonly string[]): fc.Arbitrary<object | null> => {
  const groups = [...new Set(groupColumns)]
  if (groups.length === 0) return fc.constant(null)
  const across = fc.shuffledSubarray(groups, { minLength: 1, maxLength: Math.min(2, groups.length) })
  const pivot = fc.record({ columns: across, subtotals: fc.boolean() })
  return fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: pivot })
}

const CALL_OPTIONS = ['relativeDate', 'from', 'until']

/** The range is the definition's or the call's. */
const request = (definition: Written, days: Written, call: Written): Written => {
  const ofCall = Object.entries(days).filter(([key]) => CALL_OPTIONS.includes(key))
  const ofDefinition = Object.entries(days).filter(([key]) => !CALL_OPTIONS.includes(key))
  return { definition: { ...definition, ...Object.fromEntries(ofDefinition) }, ...Object.fromEntries(ofCall), ...call }
}

const ofType = (type: ReferenceReportType, valuesOf: ValuesOf): fc.Arbitrary<Written> => {
  const withOwn = grouped(type).chain(({ columns, groupColumns }) =>
    calculations(type, groupColumns).map((own) => ({
      groupColumns,
      columns: [...columns, ...own.map(({ columnId }) => ({ columnId }))],
      calculations: own,
    })),
  )
  const shape: fc.Arbitrary<{ columns: object[]; groupColumns?: string[]; calculations?: object[] }> = fc.oneof(
    { weight: 2, arbitrary: plainColumns(type).map((columns) => ({ columns })) },
    { weight: 5, arbitrary: withOwn },
  )
  return shape.chain((own) =>
    fc
      .tuple(
        someFilters(type, valuesOf),
        fc.constantFrom('And', 'And', 'Or'),
        sorts(type, own.columns),
        fc.option(fc.integer({ min: 1, max: 5 })),
        seldom(fc.constant(false), fc.constant(true), 8),
        range(type),
        fc.record(
          { page: seldom(fc.constant(1), fc.constant(2), 8), compare: fc.constantFrom(...REFERENCE_MODES) },
          { requiredKeys: ['page'] },
        ),
        fc.constantFrom(3, 500, 500),
        seldom(fc.constant<object[]>([]), fc.array(filterArbitrary(type, valuesOf), { maxLength: 1 }), 4),
        fc.tuple(
          groupLimits(type, own.groupColumns ?? []),
          pivots(own.groupColumns ?? []),
          seldom(fc.constant<object[]>([]), fc.array(dimensionFilterOf(type, valuesOf), { maxLength: 2 }), 4),
          histories(type, valuesOf),
        ),
      )
      .map(
        ([
          filters,
          filterOperator,
          orderColumns,
          top,
          requiresFilter,
          days,
          call,
          pageSize,
          added,
          [limits, pivot, values, history],
        ]) => {
          const definition = {
            reportType: type.name,
            ...own,
            filters,
            filterOperator,
            orderColumns,
            top: pivot === null ? top : null,
            requiresFilter,
            groupLimits: limits,
            history,
            pivot,
          }
          return request(definition, days, { ...call, pageSize, filters: added, dimensionFilters: values })
        },
      ),
  )
}

/** Requests of every report type, most of them such as can be answered. */
export const requests = (valuesOf: ValuesOf): fc.Arbitrary<Written> =>
  fc.oneof(...REFERENCE_TYPES.map((type) => ofType(type, valuesOf)))

/** As the server reads it. */
export const parsed = (written: Written) => ReportQuery.parse(written)
