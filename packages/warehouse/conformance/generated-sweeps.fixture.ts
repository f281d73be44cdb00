import { AGGREGATIONS, CALCULATION_KINDS, COMPARISONS, type Comparison } from '#domain/report-terms.ts'
import { sample } from '#testkit/lane.ts'
import type { Written } from './generated-definitions.fixture.ts'
import { NAMES, STRANGE, TODAY } from './generated-values.fixture.ts'
import { hasEvents } from './reference/history.ts'
import type {
  ReferenceColumn,
  ReferenceDimension,
  ReferenceMeasure,
  ReferenceReportType,
} from './reference/report-type.ts'
import { REFERENCE_TYPES } from './reference/report-types.ts'
import type { Value } from './reference/value.ts'

/** As many columns as a definition may have. */
const MOST_COLUMNS = 100

const inParts = <T>(all: readonly T[], most = MOST_COLUMNS): T[][] =>
  all.length <= most ? [[...all]] : [all.slice(0, most), ...inParts(all.slice(most), most)]

type Named<C> = C & { readonly columnId: string }

const columnsOf = ({ columns }: ReferenceReportType): Named<ReferenceColumn>[] =>
  Object.entries(columns).map(([columnId, column]) => ({ columnId, ...column }))

const measuresOf = (type: ReferenceReportType): Named<ReferenceMeasure>[] =>
  columnsOf(type).filter((column) => column.kind === 'measure')

const dimensionsOf = (type: ReferenceReportType): Named<ReferenceDimension>[] =>
  columnsOf(type).filter((column) => column.kind === 'dimension')

const isShown = (column: ReferenceColumn): boolean => column.kind === 'measure' || !(column.ofFact || column.ofSpan)

const isText = (column: ReferenceDimension): boolean => column.type === 'text' && !column.part && isShown(column)

const refs = (columnIds: readonly (string | undefined)[]) => columnIds.map((columnId) => ({ columnId }))

const ask = (definition: Written, call: Written = {}): Written => ({ definition, pageSize: 500, ...call })

/** Every column of the type's records. */
export const everyColumn = (type: ReferenceReportType): Written[] =>
  inParts(columnsOf(type).filter(isShown)).map((part) =>
    ask({ reportType: type.name, columns: refs(part.map(({ columnId }) => columnId)) }),
  )

/** Every measure, by the month of the type's own date where its records have one. */
export const byMonth = (type: ReferenceReportType): Written => {
  const month = type.dateColumn?.replace('Date', 'Month') ?? ''
  const column = type.columns[month]
  const groupColumns = column?.kind === 'dimension' && !column.ofFact ? [month] : []
  const measures = measuresOf(type).map(({ columnId }) => columnId)
  return ask({ reportType: type.name, columns: refs([...groupColumns, ...measures]), groupColumns })
}

const OF_NUMBERS = AGGREGATIONS.filter((one) => one !== 'None' && one !== 'Sum')

/** Keeps the groups of more than one record, or those that a measure with its own dates counts. */
const filterOnGroups = (measures: readonly Named<ReferenceMeasure>[]): Written => {
  const counted = measures.findLast(({ ownCounts, isAdditive }) => ownCounts && isAdditive)
  const { columnId } = counted ?? measures[0] ?? {}
  return { columnId, comparison: 'GreaterThan', value: counted ? 0 : 1, appliesTo: 'groups' }
}

/**
 * Every measure in the two largest groups of a text and in all others; in the groups that a filter keeps; within a range of each date
 * that limits other records than those of the type, or days that a record spans; aggregated in every way; and sorted by each proportion.
 */
export const inGroups = (type: ReferenceReportType): Written[] => {
  const measures = measuresOf(type)
  const texts = dimensionsOf(type).filter(isText)
  const [first] = texts
  const last = texts.at(-1)
  if (first === undefined || last === undefined) return []
  const names = texts.filter(({ isId }) => !isId)
  const ownDate = measures.some(({ ownCounts }) => ownCounts)
    ? dimensionsOf(type).findLast((column) => column.type === 'timestamp' && isShown(column))
    : null
  const dates = dimensionsOf(type).filter((column) => column.type !== 'text' && !column.part && !isShown(column))
  const by = (text: string, more: Written): Written =>
    ask({
      reportType: type.name,
      groupColumns: [text],
      columns: refs([text, ...measures.map(({ columnId }) => columnId)]),
      ...more,
    })
  const aggregated = measures.flatMap(({ columnId, hasRecords, trials }) =>
    trials
      ? [{ columnId, aggregation: 'Count' as const }]
      : hasRecords
        ? OF_NUMBERS.map((aggregation) => ({ columnId, aggregation }))
        : [],
  )
  return [
    by(first.columnId, { orderColumns: [{ columnId: measures[0]?.columnId, direction: 'desc' }], top: 2 }),
    ...sample(names, ownDate ? names.length : 2).map(({ columnId }) =>
      by(columnId, {
        filters: [filterOnGroups(measures)],
        relativeDateFilter: ownDate ? { relativeRange: 'Last365Days', columnName: ownDate.columnId } : null,
      }),
    ),
    ...dates.flatMap(({ columnId }) => [
      by(last.columnId, { relativeDateFilter: { relativeRange: 'Last180Days', columnName: columnId } }),
      by(last.columnId, { filters: [{ columnId, comparison: 'LessThan', value: TODAY }] }),
    ]),
    ...inParts(aggregated, MOST_COLUMNS - 1).map((part) =>
      by(first.columnId, { columns: [{ columnId: first.columnId }, ...part], top: 1 }),
    ),
    ...measures.flatMap(({ columnId, trials }) =>
      trials ? [by(first.columnId, { orderColumns: [{ columnId, direction: 'desc' }] })] : [],
    ),
  ]
}

/** Calculated columns of every kind along rows and groups, and the first values of a text, by the months of each date. */
export const calculated = (type: ReferenceReportType): Written[] => {
  const measures = measuresOf(type)
  const total = measures.findLast(({ isAdditive }) => isAdditive)?.columnId
  const text = dimensionsOf(type).find((column) => isText(column) && !column.isId && !column.codes)?.columnId
  const months = dimensionsOf(type)
    .filter((column) => column.part?.grain === 'month' && isShown(column))
    .slice(0, 2)
  if (total === undefined || text === undefined) return []
  const perRecord = { operator: 'divide', left: { columnId: total }, right: { value: 4 } }
  const along = (columnId: string | null) =>
    CALCULATION_KINDS.map((kind) => ({
      columnId: `${kind}Of`,
      displayName: kind,
      kind,
      of: kind === 'arithmetic' ? perRecord : { columnId: total },
      along: kind === 'arithmetic' || kind === 'shareOfTotal' ? null : columnId,
    }))
  const own = CALCULATION_KINDS.map((kind) => `${kind}Of`)
  const by = (groupColumns: readonly string[], more: Written, call: Written = {}): Written => {
    const definition = { reportType: type.name, groupColumns, calculations: along(null), ...more }
    const shown = measures.slice(0, 20).map(({ columnId }) => columnId)
    return ask({ ...definition, columns: refs([...groupColumns, ...shown, ...own]) }, call)
  }
  const first = { columnId: text, top: 2, by: { columnId: total } }
  const lowest = { ...first, by: { columnId: 'arithmeticOf' }, direction: 'asc' }
  const moreThanNothing = (columnId: string) => ({ columnId, comparison: 'GreaterThan', value: 0 })
  return months.flatMap(({ columnId: month, part }) => [
    by([month, text], { groupLimits: [first], calculations: along(month), top: 3 }),
    by([month, text], { groupLimits: [lowest], calculations: along(text), filters: [filterOnGroups(measures)] }),
    by(
      [text],
      {
        groupLimits: [first],
        filters: [moreThanNothing('arithmeticOf')],
        relativeDateFilter: { relativeRange: 'Last365Days', columnName: part?.of },
        orderColumns: [{ columnId: 'rankOf', direction: 'desc' }],
      },
      { compare: 'previousYear' },
    ),
    by([month], { filters: [moreThanNothing('runningTotalOf')] }),
    by([month], { orderColumns: [{ columnId: 'runningTotalOf' }] }),
  ])
}

/** A step and a running total along the periods of every length, whose rows have gaps; some periods only the year before has. */
export const alongPeriods = (
  type: ReferenceReportType,
  valuesOf: (type: ReferenceReportType, columnId: string) => readonly Value[],
): Written[] => {
  const along = (columnId: string, kind: string, of: object) => ({ columnId, displayName: columnId, kind, of })
  const sales = { columnId: 'netSales' }
  const calculations = [
    along('step', 'difference', sales),
    along('stepOfMean', 'difference', { columnId: 'averageOrder' }),
    along('stepOfSum', 'difference', { operator: 'add', left: sales, right: { value: 5 } }),
    along('soFar', 'runningTotal', sales),
  ]
  const own = ['netSales', 'averageOrder', ...calculations.map(({ columnId }) => columnId)]
  const by = (groupColumns: readonly string[], more: Written = {}, call: Written = {}): Written => {
    const definition = { reportType: type.name, groupColumns, calculations, ...more }
    return ask({ ...definition, columns: refs([...groupColumns, ...own]) }, call)
  }
  const lastYear = { relativeDateFilter: { relativeRange: 'Last365Days' } }
  const ofWeb = { filters: [{ columnId: 'channel', value: 'web' }] }
  const descending = (columnIds: readonly string[]) => columnIds.map((columnId) => ({ columnId, direction: 'desc' }))
  const periods = dimensionsOf(type).filter(({ part }) => part?.of === type.dateColumn)
  return periods.flatMap(({ columnId }) => [
    by([columnId], { ...lastYear, ...ofWeb }, { compare: 'previousYear' }),
    by(['channel', columnId], { relativeDateFilter: { relativeRange: 'LastMonth' } }, { compare: 'previousPeriod' }),
    by(
      [columnId],
      { ...lastYear, filters: [{ ...sales, comparison: 'GreaterThan', value: 0 }] },
      { compare: 'previousYear' },
    ),
    by([columnId], { filters: [{ columnId, comparison: 'NotEqual', value: valuesOf(type, columnId)[0] }] }),
    by([columnId], { ...lastYear, orderColumns: descending(['netSales']), top: 3 }, { compare: 'previousYear' }),
    by(
      ['channel', columnId],
      { ...lastYear, orderColumns: descending(['channel', columnId]) },
      { compare: 'previousYear' },
    ),
    by(['orderQuarter', columnId]),
  ])
}

/** Conditions of every kind on the records of people, with and without dates and the value of a column. */
const onEvents = (events: ReferenceReportType, values: (columnId: string) => readonly Value[]): Written[] => {
  const [, text] = dimensionsOf(events).filter((column) => isText(column) && !column.isId)
  const { columnId = '' } = text ?? {}
  const known = values(columnId)
  const filters = [{ columnId, value: known[Math.floor(known.length / 2)] ?? null }]
  const of = events.name
  return [
    { of },
    { of, filters },
    { of, dates: '2025-10-01/', count: { comparison: 'Equal', value: 0 } },
    { of, filters, count: { comparison: 'Equal', value: 0 } },
    { of, count: { value: 2 } },
    { of, count: { comparison: 'Equal', value: 1 } },
    { of, dates: 'Last365Days', count: { comparison: 'LessThan', value: 2 } },
    { of: 'Orders', after: { of, filters, sameDay: true } },
    { of, count: { comparison: 'Equal', value: 0 }, after: { of: 'OrderLines' } },
    { of, which: 'first', filters },
    { of, which: 'last', filters: [{ ...filters[0], comparison: 'NotEqual' }] },
    { of, which: 'first', dates: 'LastYear' },
    { of, which: 'last', dates: '/2025-10-01' },
  ]
}

/** Records, groups compared with a year ago, and members at each month's end, by conditions on the people that they belong to. */
export const onHistory = (
  type: ReferenceReportType,
  valuesOf: (type: ReferenceReportType, columnId: string) => readonly Value[],
): Written[] => {
  const texts = dimensionsOf(type).filter((column) => isText(column) && !column.isId)
  const measures = measuresOf(type).map(({ columnId }) => columnId)
  const shown = refs(
    dimensionsOf(type)
      .flatMap((column) => (isShown(column) ? [column.columnId] : []))
      .slice(0, 5),
  )
  const groupColumns = texts.slice(0, 1).map(({ columnId }) => columnId)
  return REFERENCE_TYPES.filter(hasEvents).flatMap((events) => {
    const conditions = onEvents(events, (columnId) => valuesOf(events, columnId))
    const pairs = conditions.map((one, index) => [one, conditions[(index * 3 + 1) % conditions.length]])
    return [
      ...sample(conditions, 6).map((condition) =>
        ask({ reportType: type.name, columns: shown, history: [condition], top: 2 }),
      ),
      ...sample(pairs, 2).map((history) =>
        ask(
          {
            reportType: type.name,
            groupColumns,
            columns: refs([...groupColumns, ...measures]),
            relativeDateFilter: { relativeRange: 'Last365Days' },
            history,
          },
          { compare: 'previousYear' },
        ),
      ),
    ]
  })
}

/** Days at and beyond the ends of an engine's calendar, and one that no calendar has. */
const FAR_DAYS = ['0001-01-01', '1899-12-31', '2300-01-01', '9999-12-31', '2026-02-30']

const TEXT_COMPARISONS: readonly Comparison[] = [
  'Equal',
  'NotEqual',
  'Contains',
  'NotContains',
  'StartsWith',
  'EndsWith',
]

export interface ComparedColumn {
  readonly type: ReferenceReportType
  readonly columnId: string
}

/** One column of each kind that is compared or sorted in a way of its own. */
export const COLUMN_KINDS: readonly ComparedColumn[] = [
  ...new Map(
    REFERENCE_TYPES.flatMap((type) =>
      columnsOf(type).map((column) => {
        const kind =
          column.kind === 'dimension'
            ? [column.type, column.part?.grain, column.ofFact, column.ofSpan, column.codes !== undefined]
            : ['measure', column.type, column.hasRecords, column.ofSales, column.ownCounts !== undefined]
        return [JSON.stringify(kind), { type, columnId: column.columnId }] as const
      }),
    ),
  ).values(),
]

const records = ({ type, columnId }: ComparedColumn, definition: Written, call: Written = {}): Written => {
  const column = type.columns[columnId]
  const shown = column && isShown(column) ? columnId : Object.keys(type.columns)[0]
  return ask({ reportType: type.name, columns: refs([shown]), ...definition }, call)
}

/** A column compared in every way with a value that one of its records has, sorted by both ways, and read by pages. */
export const compared = (one: ComparedColumn, values: readonly Value[]): Written[] => {
  const value = values[Math.floor(values.length / 2)] ?? null
  return [
    ...COMPARISONS.map((comparison) => records(one, { filters: [{ columnId: one.columnId, comparison, value }] })),
    ...['asc', 'desc'].map((direction) => records(one, { orderColumns: [{ columnId: one.columnId, direction }] })),
    records(one, {}, { pageSize: 3, page: 2 }),
  ]
}

/** Texts that mean something to a database, and days beyond its calendar, in filters. */
export const comparedOddly = (type: ReferenceReportType): Written[] => {
  const filtered = (columnId: string, values: readonly Value[], comparisons: readonly Comparison[]) =>
    values.flatMap((value) =>
      comparisons.map((comparison) => records({ type, columnId }, { filters: [{ columnId, comparison, value }] })),
    )
  const texts = [...STRANGE, ...NAMES]
  return [
    ...filtered('customerName', sample(texts, 15), TEXT_COMPARISONS),
    ...filtered('orderDate', FAR_DAYS, ['Equal', 'LessThan', 'GreaterThanOrEqual']),
  ]
}
