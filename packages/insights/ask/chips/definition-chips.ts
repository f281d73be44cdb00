import { lookupTable } from '#domain/lookup-table.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { NOUN_NAMES, type NounName } from '#domain/report-terms.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { AskedDefinition, AskedFilter, AskedForecast } from '../definition/answerable.ts'
import { isTime } from '../definition/build-definition.ts'
import { findDateColumn } from '../definition/find-columns.ts'
import { invertDirection, invertFilter, isOfRefunds } from '../definition/refunds.ts'
import { NOUNS } from '../language/nouns.ts'
import type { Slots } from '../slots/slots.ts'
import type { Chip, ChipMeaning } from './chip.ts'
import { chipLabel } from './chip-label.ts'
import { countedNoun } from './chip-slots.ts'

/** The answer that a follow-up changes; dates that are not in its definition are written into it. */
export interface Former {
  readonly definition: Omit<AskedDefinition, 'chart'> & { readonly chart: { readonly kind: string } | null }
  readonly compare?: CompareMode
  /** the definition is the history of what is forecast */
  readonly forecast?: AskedForecast
}

type Definition = Former['definition']

type MeasureChip = Extract<ChipMeaning, { kind: 'measure' }>

const plainMeasure = (type: ReportType, columnId: string, aggregation: string): MeasureChip => {
  const isTotal = aggregation === 'None' || (aggregation === 'Sum' && findColumn(type, columnId)?.kind === 'measure')
  const chip = { kind: 'measure', columnId } as const
  return isTotal ? chip : { ...chip, aggregation: aggregation as NonNullable<MeasureChip['aggregation']> }
}

/** Calculations that an answer shows next to the measure that they are of. */
const SHOWN_WITH: Readonly<Record<string, ChipMeaning>> = lookupTable({
  shareOfTotal: { kind: 'share' },
  difference: { kind: 'change' },
})

const calculated = (type: ReportType, { calculations }: Definition, columnId: string): ChipMeaning | null => {
  const found = calculations.find((one) => one.columnId === columnId)
  if (found === undefined) return columnId === 'share' ? { kind: 'share' } : null
  if (found.kind !== 'arithmetic') return SHOWN_WITH[found.kind] ?? null
  if (!('operator' in found.of)) return null
  const { operator, left, right } = found.of
  const first = plainMeasure(type, left.columnId, left.aggregation)
  if ('value' in right) return operator === 'divide' ? { ...first, per: right.value } : null
  const { columnId: second, aggregation } = plainMeasure(type, right.columnId, right.aggregation)
  const measured = { columnId: second, aggregation }
  if (operator === 'divide') return { ...first, over: measured }
  return operator === 'subtract' ? { ...first, minus: measured } : null
}

/** Columns that an answer shows next to the measures that were asked for. */
const isCompanion = (definition: Definition, index: number): boolean => {
  const { columns, groupColumns } = definition
  const [at, others] = [columns[index], columns.filter((_, other) => other !== index)]
  if (at?.columnId === 'costCoverage') return true
  const isLast = index === columns.length - 1 && columns.length > 1
  return (
    groupColumns.length === 0 &&
    isLast &&
    at?.aggregation === 'Sum' &&
    others.every((one) => one.aggregation === 'None')
  )
}

/** Null where a column is neither of the type nor a calculation that a chip can say. */
const readMeasures = (type: ReportType, definition: Definition): ChipMeaning[] | null => {
  const chips: ChipMeaning[] = []
  for (const [index, { columnId, aggregation }] of definition.columns.entries()) {
    if (definition.groupColumns.includes(columnId) || isCompanion(definition, index)) continue
    const special = calculated(type, definition, columnId)
    if (special === null && findColumn(type, columnId) === null) return null
    chips.push(special ?? plainMeasure(type, columnId, aggregation))
  }
  return chips
}

const datePrefix = (dateColumn: string | null): string | null => dateColumn?.replace(/Date$/, '') ?? null

/** Nouns whose rows several columns identify come first: two customers of one name are two. */
const GROUP_NOUNS: readonly NounName[] = ['customer', 'product', 'release']

const readGroups = (type: ReportType, { groupColumns }: Definition, dateColumn: string | null): ChipMeaning[] => {
  const chips: ChipMeaning[] = []
  const prefix = datePrefix(dateColumn)
  let left = [...groupColumns]
  while (left.length > 0) {
    const [first = ''] = left
    const columnsOf = (noun: NounName): readonly string[] =>
      NOUNS[noun].group?.[type.reportType] ?? NOUNS[noun].group?.any ?? []
    const noun = GROUP_NOUNS.find(
      (name) => columnsOf(name).length > 0 && columnsOf(name).every((id, index) => left[index] === id),
    )
    const column = findColumn(type, first)
    const isPart = column?.kind === 'dimension' && column.part?.of === dateColumn && first.startsWith(prefix ?? ' ')
    if (noun !== undefined) chips.push({ kind: 'groupNoun', noun })
    else if (first === 'asOfMonth') chips.push({ kind: 'grain', grain: 'Month' })
    else if (isPart) chips.push({ kind: 'grain', grain: first.slice(prefix?.length) })
    else chips.push({ kind: 'group', columnId: first })
    left = left.slice(noun === undefined ? 1 : columnsOf(noun).length)
  }
  return chips
}

const sameFilter = (a: AskedFilter, b: { columnId: string; comparison: string; value: unknown }): boolean =>
  a.columnId === b.columnId && a.comparison === b.comparison && a.value === b.value

/** The noun whose records a list shows: the one with the most conditions of its own among the filters. */
const listNoun = (type: ReportType, { columns, filters, relativeDateFilter }: Definition): NounName | null => {
  const shown = columns.map(({ columnId }) => columnId)
  const fitting = NOUN_NAMES.filter((name) => {
    const list = NOUNS[name].list
    const date = list?.date ?? type.dateColumn
    return (
      list?.reportType === type.reportType &&
      list.columns.every((id, index) => shown[index] === id) &&
      (list.limits ?? []).every((limit) => filters.some((one) => sameFilter(one, limit))) &&
      (relativeDateFilter === null || relativeDateFilter.columnName === date)
    )
  })
  const limitsOf = (name: NounName): number => NOUNS[name].list?.limits?.length ?? 0
  return fitting.toSorted((a, b) => limitsOf(b) - limitsOf(a))[0] ?? null
}

const readRange = ({ relativeDateFilter, filters }: Definition): Extract<ChipMeaning, { kind: 'range' }> | null => {
  if (relativeDateFilter === null) return null
  const { relativeRange, columnName } = relativeDateFilter
  if (relativeRange !== 'None') return { kind: 'range', range: relativeRange }
  const end = filters.find((one) => one.columnId === columnName && one.comparison === 'LessThan')?.value
  return typeof end === 'string' ? { kind: 'range', range: `/${end}` } : null
}

/** Rankings leave out what has no name; so does every answer by the club of an order. */
const isRanking = ({ reportType }: ReportType, { filters, groupColumns }: Definition): boolean =>
  filters.some(
    ({ columnId, comparison }) =>
      comparison === 'IsNotNull' &&
      groupColumns.includes(columnId) &&
      !(reportType === 'Orders' && columnId === 'clubName'),
  )

/** The order, if it is not the one that every such answer has. */
const readOrder = (
  type: ReportType,
  definition: Definition,
  noun: NounName | null,
  dateColumn: string | null,
): ChipMeaning[] => {
  const { orderColumns, top, groupColumns } = definition
  const [first] = orderColumns
  const list = noun === null ? null : NOUNS[noun].list
  const usual = groupColumns.some(isTime) ? null : 'desc'
  const isUsual =
    top === null &&
    first?.by === undefined &&
    (list === null
      ? (first?.direction ?? null) === usual && !isRanking(type, definition)
      : list.sort.every(({ columnId, direction }, at) => {
          const one = orderColumns[at]
          return one?.columnId === columnId && one.direction === direction
        }))
  if (first === undefined || isUsual) return []
  const byDate = list !== null && first.columnId === dateColumn
  const listed = noun === null ? null : { noun, words: '' }
  const direction = byDate ? first.direction : invertDirection({ list: listed }, first.direction)
  return [{ kind: 'order', direction, top, byDate, ...(first.by === 'change' ? { byChange: true as const } : {}) }]
}

/** Ranked by: the first of the measures. */
const rankedFirst = (chips: readonly ChipMeaning[], orderBy: string | undefined): ChipMeaning[] => {
  const isRanked = (one: ChipMeaning): boolean => one.kind === 'measure' && one.columnId === orderBy
  return chips.toSorted((a, b) => Number(isRanked(b)) - Number(isRanked(a)))
}

/** Holds are counted by the day they begin, or by the day they end. */
const countedOn = (chip: ChipMeaning, { relativeDateFilter }: Definition): ChipMeaning =>
  chip.kind === 'measure' &&
  countedNoun(chip.columnId) === 'hold' &&
  relativeDateFilter?.columnName === NOUNS.holdEnd.list?.date
    ? { ...chip, counts: 'holdEnd' }
    : chip

/** Filters that the builder adds by itself. */
const isImplied = (one: AskedFilter, { groupColumns }: Definition, noun: NounName | null): boolean => {
  const limits = noun === null ? [] : (NOUNS[noun].list?.limits ?? [])
  return (
    (one.comparison === 'IsNotNull' && groupColumns.includes(one.columnId)) ||
    limits.some((limit) => sameFilter(one, limit))
  )
}

const readFilter = (type: ReportType, ofRefunds: boolean, filter: AskedFilter): ChipMeaning => {
  const { columnId, comparison, value } = filter
  const column = findColumn(type, columnId)
  if (typeof value !== 'number' || column?.kind !== 'measure') return { kind: 'condition', columnId, comparison, value }
  const limit = ofRefunds && column.type === 'currency' ? invertFilter(filter) : filter
  return {
    kind: 'limit',
    columnId,
    comparison: limit.comparison,
    value: Number(limit.value),
    ofRecords: filter.appliesTo === 'records',
  }
}

/** What a definition asks for, as chips; null where chips cannot say it. */
const readChips = (type: ReportType, { definition, compare, forecast }: Former): ChipMeaning[] | null => {
  const isList = definition.groupColumns.length === 0 && definition.columns.every((one) => one.aggregation === 'None')
  const noun = isList ? listNoun(type, definition) : null
  if (isList && noun === null) return null
  const shown = readMeasures(type, definition)
  if (shown === null) return null
  const own = noun === null ? [] : (NOUNS[noun].list?.columns ?? [])
  const measured = rankedFirst(
    shown.filter((one) => one.kind !== 'measure' || !own.includes(one.columnId)),
    definition.orderColumns[0]?.columnId,
  ).map((one) => countedOn(one, definition))
  const main = measured.find((one) => one.kind === 'measure')
  const counted = main === undefined ? null : (main.counts ?? countedNoun(main.columnId))
  const subject: Pick<Slots, 'measures' | 'list'> = {
    measures: main === undefined ? [] : [{ ids: [main.columnId], noun: counted, words: '' }],
    list: noun === null ? null : { noun, words: '' },
  }
  const dateColumn = findDateColumn(type, subject)
  const range = readRange(definition)
  const isBefore = range?.range.startsWith('/') === true
  const filters = definition.filters
    .filter((one) => !isImplied(one, definition, noun) && !(isBefore && one.columnId === dateColumn))
    .map((one) => readFilter(type, isOfRefunds(subject), one))
  const conditions: readonly ChipMeaning[] = [
    ...filters,
    ...definition.dimensionFilters.map((one) => ({ kind: 'values', ...one }) as const),
    ...(definition.history ?? []).map((one) => ({ kind: 'history', ...one }) as const),
    ...(definition.filterOperator === 'Or' ? [{ kind: 'either' } as const] : []),
  ]
  if (forecast !== undefined)
    return [...measured, ...conditions, { kind: 'forecast', from: forecast.from, until: forecast.until }]
  return [
    ...(noun === null ? [] : [{ kind: 'list', noun } as const]),
    ...measured,
    ...readGroups(type, definition, dateColumn),
    ...conditions,
    ...(range === null ? [] : [range]),
    ...(compare === undefined ? [] : [{ kind: 'compare', mode: compare } as const]),
    ...readOrder(type, definition, noun, dateColumn),
  ]
}

/** The chips of an answer; null where they cannot say all of it. */
export const definitionChips = (type: ReportType, former: Former): Chip[] | null =>
  readChips(type, former)?.map((one) => ({ ...one, label: chipLabel(one, (id) => findColumn(type, id)) })) ?? null
