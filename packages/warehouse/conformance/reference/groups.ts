import { ALL_OTHERS } from '#domain/report-terms.ts'
import { aggregate } from './aggregate.ts'
import { isCalculated } from './calculations.ts'
import { groupValue } from './columns.ts'
import { passes } from './filter.ts'
import { inRange } from './ranges.ts'
import type { Answer, Context, ReferenceColumn, ReferenceRecord, ReferenceReportType } from './report-type.ts'
import type { Asked, AskedColumn } from './request.ts'
import { applyRules } from './row-rules.ts'
import { compareInOrder, compareKeys, type Name, type Value } from './value.ts'
import { minorUnitsPerMajor, type ReferenceSettings } from './winery.ts'

export interface Group {
  readonly key: readonly Value[]
  /** every record of the group, including those outside the range where a measure needs them */
  readonly records: readonly ReferenceRecord[]
  /** by place in the columns; money in minor units */
  readonly cells: readonly Value[]
}

const ownCountsOf = ({ column, aggregation }: Pick<AskedColumn, 'column' | 'aggregation'>) =>
  column.kind === 'measure' && (aggregation === 'None' || aggregation === 'Sum') ? column.ownCounts : undefined

const trialsOf = ({ column, aggregation }: Pick<AskedColumn, 'column' | 'aggregation'>) =>
  column.kind === 'measure' && aggregation === 'None' ? column.trials : undefined

/** The columns of the type that a column is computed from. */
const needed = (asked: AskedColumn): AskedColumn[] =>
  isCalculated(asked.column) ? asked.column.needs.map((one) => ({ ...one, isTotalled: false })) : [asked]

/** Columns shown and those that only filters ask for. */
const everyColumn = ({ columns, groupFilters }: Asked): AskedColumn[] =>
  [
    ...columns,
    ...groupFilters
      .flat()
      .map(({ columnId, column }) => ({ columnId, column, aggregation: 'None' as const, isTotalled: false })),
  ].flatMap(needed)

const hasOwnCounts = (asked: Asked): boolean => everyColumn(asked).some((column) => ownCountsOf(column) !== undefined)

/** Filters on measures compare the group's own value, however the measure is shown. */
const isShown = (asked: Asked, records: readonly ReferenceRecord[], context: Context, answer: Answer): boolean =>
  asked.groupFilters.every((some) =>
    some.some((test) => {
      const cell = computeCell({ ...test, aggregation: 'None' }, records, context, answer)
      const isMoney = test.column.type === 'currency'
      return passes(
        test,
        typeof cell === 'number' && isMoney ? cell / minorUnitsPerMajor(context.settings.currency) : cell,
      )
    }),
  )

/** A column over a group: what has dates of its own sees all records, everything else those of the range. */
export const computeCell = (
  column: Pick<AskedColumn, 'columnId' | 'column' | 'aggregation'>,
  records: readonly ReferenceRecord[],
  context: Context,
  answer: Answer,
): Value => {
  if (isCalculated(column.column)) return column.column.fold(records, context, answer)
  return aggregate(column, ownCountsOf(column) ? records : inRange(records, context), context, answer)
}

/** Whether a measure with dates of its own counts something, or any other measure has records in the range. */
const holdsSomething = (
  columns: readonly AskedColumn[],
  records: readonly ReferenceRecord[],
  context: Context,
  answer: Answer,
): boolean =>
  columns.some((column) => {
    const counts = ownCountsOf(column)
    return counts ? counts(records, context, answer).some((count) => count > 0) : inRange(records, context).length > 0
  })

/** A group's value of a dimension, without the column's fixed decimals. */
const keyCell = ({ scale }: Pick<ReferenceColumn, 'scale'>, value: Value): Value =>
  typeof value === 'number' ? value / scale : value

const groupCells = (asked: Asked, records: readonly ReferenceRecord[], context: Context, answer: Answer): Value[] =>
  asked.columns.map((column) => {
    const index = isKey(asked, column) ? asked.groupBy.indexOf(column.columnId) : -1
    return index < 0
      ? computeCell(column, records, context, answer)
      : keyCell(column.column, answer.key?.[index] ?? null)
  })

const isKey = ({ groupBy }: Asked, { columnId, column, aggregation }: AskedColumn): boolean =>
  column.kind === 'dimension' && aggregation === 'None' && groupBy.includes(columnId)

/** Records by the values they are grouped by; one group of all without any. */
const parted = ({ groupBy }: Asked, records: readonly ReferenceRecord[]): [Value[], ReferenceRecord[]][] => {
  if (groupBy.length === 0) return [[[], [...records]]]
  const parts = new Map<string, [Value[], ReferenceRecord[]]>()
  for (const record of records) {
    const key = groupBy.map((columnId) => groupValue(record, columnId))
    const part = parts.get(JSON.stringify(key)) ?? [key, []]
    part[1].push(record)
    parts.set(JSON.stringify(key), part)
  }
  return [...parts.values()]
}

/** Everything that passes the filters, where the groups are made of some of it, and the groups that these records are of. */
export type Around = Pick<Answer, 'all' | 'among'>

/** The groups of filtered records, unsorted. Empty groups are left out. */
export const groupRecords = (
  asked: Asked,
  records: readonly ReferenceRecord[],
  context: Context,
  around: Around = { all: records, among: null },
): Group[] => {
  const isWide = hasOwnCounts(asked)
  const measures = everyColumn(asked).filter((column) => !isKey(asked, column))
  const answerAt = (key: readonly Value[], shown = records): Answer => ({
    ...around,
    shown,
    groupBy: asked.groupBy,
    key,
  })
  const kept = parted(asked, isWide ? records : inRange(records, context))
    .filter(([key, own]) => !isWide || key.length === 0 || holdsSomething(measures, own, context, answerAt(key)))
    .filter(([key, own]) => isShown(asked, own, context, answerAt(key)))
  const shown = kept.flatMap(([, own]) => own)
  return kept.map(([key, own]) => ({
    key,
    records: own,
    cells: groupCells(asked, own, context, answerAt(key, shown)),
  }))
}

/** Groups without records, of what passes the filters on groups. */
export const emptyGroups = (asked: Asked, keys: readonly (readonly Value[])[], context: Context): Group[] =>
  keys.flatMap((key) => {
    const answer: Answer = { all: [], among: null, shown: [], groupBy: asked.groupBy, key }
    return isShown(asked, [], context, answer)
      ? [{ key, records: [], cells: groupCells(asked, [], context, answer) }]
      : []
  })

/** What a value is sorted by. */
export const sortValue = (
  type: ReferenceReportType,
  columnId: string,
  value: Value,
  { settings }: Context,
): Value | Name => {
  const column = type.columns[columnId]
  if (column?.kind !== 'dimension') return value
  const isName = column.type === 'text' && !column.isId && column.codes === undefined
  if (isName && typeof value === 'string') return { name: value }
  return column.order ? column.order(value, settings) : value
}

const isLimited = ({ limits }: Asked, columnId: string): boolean =>
  limits.some((limit) => limit.columnId === columnId || limit.identity === columnId)

const FEWEST_TRIALS = 30

/** In the order asked for; groups that it does not tell apart go by their keys. */
export const sortGroups = (asked: Asked, groups: readonly Group[], context: Context): Group[] => {
  const { type, sort, columns, groupBy } = asked
  const isRest = ({ key }: Group, columnId: string): number =>
    Number(isLimited(asked, columnId) && key[groupBy.indexOf(columnId)] === ALL_OTHERS)
  /** Of the column itself, or for a number of groups of every column with a rest. By a number, a group without values is last. */
  const restsOf = (group: Group, columnId: string): number[] => {
    const column = columns.find((one) => one.columnId === columnId)
    const isNumber = column !== undefined && !isKey(asked, column)
    const rests = groupBy.filter((one) => isNumber || one === columnId).map((one) => isRest(group, one))
    if (!isNumber) return rests
    const trials = trialsOf(column)?.(inRange(group.records, context), context)
    const isOfFew = trials !== undefined && trials < FEWEST_TRIALS
    return [...rests, Number(group.key.every((value) => value === null)), Number(isOfFew)]
  }
  const sortedBy = (group: Group, columnId: string): Value | Name => {
    const index = columns.findIndex((column) => column.columnId === columnId)
    const value = (index < 0 ? group.key[groupBy.indexOf(columnId)] : group.cells[index]) ?? null
    const isPlain = index < 0 || columns[index]?.aggregation === 'None'
    return isPlain ? sortValue(type, columnId, value, context) : value
  }
  const keyOrder = (group: Group, columnId: string): (Value | Name)[] => {
    const value = group.key[groupBy.indexOf(columnId)] ?? null
    return [isRest(group, columnId), sortValue(type, columnId, value, context), value]
  }
  const sortKey = (group: Group) => groupBy.flatMap((columnId) => keyOrder(group, columnId))
  const compared = applyRules(asked, groups, { isOfOrder: false, orderOfKey: keyOrder, context })
  const sorted = compared.toSorted((a, b) => {
    for (const { columnId, direction } of sort) {
      const rest = compareKeys(restsOf(a, columnId), restsOf(b, columnId))
      if (rest !== 0) return rest
      const order = compareInOrder(sortedBy(a, columnId), sortedBy(b, columnId), direction)
      if (order !== 0) return order
    }
    return compareKeys(sortKey(a), sortKey(b))
  })
  return applyRules(asked, sorted, { isOfOrder: true, orderOfKey: keyOrder, context })
}

const instantText = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`

/** Money in major units and timestamps as text; `value` is what `aggregate` gives, or a group's key. */
export const shown = (
  { column, aggregation }: Pick<AskedColumn, 'column' | 'aggregation'>,
  value: Value,
  settings: ReferenceSettings,
): Value => {
  if (typeof value !== 'number' || aggregation === 'Count') return value
  if (column.type === 'currency') return value / minorUnitsPerMajor(settings.currency)
  return column.type === 'timestamp' ? instantText(value) : value
}

/** A group's value as it is answered. */
export const shownKey = (
  type: ReferenceReportType,
  columnId: string,
  value: Value,
  settings: ReferenceSettings,
): Value => {
  const column = type.columns[columnId]
  return column === undefined ? value : shown({ column, aggregation: 'None' }, keyCell(column, value), settings)
}
