import { formatCode } from '#domain/code-labels.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { parseFixedRange, RANGE_RULES } from '#domain/ranges/relative-range.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { AskedDefinition, AskedFilter, AskedValues } from '../definition/answerable.ts'
import { isTime } from '../definition/build-definition.ts'
import { findDateColumn } from '../definition/find-columns.ts'
import { invertDirection, invertFilter, isOfRefunds } from '../definition/refunds.ts'
import type { Account } from '../interpret.ts'
import { NOUN_NAMES, NOUNS, type NounName } from '../language/nouns.ts'
import { canBeGrouped } from '../slots/roles.ts'
import {
  type FilterSlot,
  filterSlot,
  type GroupSlot,
  type LimitSlot,
  type MeasureSlot,
  type RangeSlot,
  type Slots,
} from '../slots/slots.ts'
import { namedDays } from '../tag/days/periods.ts'

/** The answer that a follow-up changes; dates that are not in its definition are written into it. */
export interface Former {
  readonly definition: Omit<AskedDefinition, 'chart'> & { readonly chart: { readonly kind: string } | null }
  readonly compare?: CompareMode
}

type Definition = Former['definition']

const columnWords = (column: Column | null, id: string): string => (column?.displayName ?? id).toLowerCase()

/** The noun that a measure counts. */
const countedNoun = (columnId: string): NounName | null =>
  NOUN_NAMES.find((name) => NOUNS[name].count[0] === columnId) ?? null

const plainMeasure = (type: ReportType, columnId: string, aggregation: string): MeasureSlot => {
  const column = findColumn(type, columnId)
  const isTotal = aggregation === 'None' || (aggregation === 'Sum' && column?.kind === 'measure')
  const slot = { ids: [columnId], noun: countedNoun(columnId), words: columnWords(column, columnId) }
  return isTotal ? slot : { ...slot, aggregation: aggregation as NonNullable<MeasureSlot['aggregation']> }
}

const calculated = (type: ReportType, { calculations }: Definition, columnId: string): MeasureSlot | 'share' | null => {
  const found = calculations.find((one) => one.columnId === columnId)
  if (found === undefined) return columnId === 'share' ? 'share' : null
  if (found.kind === 'shareOfTotal') return 'share'
  if (found.kind !== 'arithmetic' || !('operator' in found.of) || found.of.operator !== 'divide') return null
  const { left, right } = found.of
  const numerator = plainMeasure(type, left.columnId, left.aggregation)
  if ('value' in right) return { ...numerator, per: right.value }
  return { ...numerator, dividedBy: plainMeasure(type, right.columnId, right.aggregation) }
}

interface Measured {
  readonly measures: readonly MeasureSlot[]
  readonly isShared: boolean
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

const readMeasures = (type: ReportType, definition: Definition): Measured | null => {
  const measures: MeasureSlot[] = []
  let isShared = false
  for (const [index, { columnId, aggregation }] of definition.columns.entries()) {
    if (definition.groupColumns.includes(columnId) || isCompanion(definition, index)) continue
    const special = calculated(type, definition, columnId)
    if (special === 'share') isShared = true
    else if (special === null && findColumn(type, columnId) === null) return null
    else measures.push(special ?? plainMeasure(type, columnId, aggregation))
  }
  return { measures, isShared }
}

const datePrefix = (dateColumn: string | null): string | null => dateColumn?.replace(/Date$/, '') ?? null

/** Nouns whose rows several columns identify come first: two customers of one name are two. */
const GROUP_NOUNS: readonly NounName[] = ['customer', 'product', 'release']

const readGroups = (type: ReportType, { groupColumns }: Definition, dateColumn: string | null): GroupSlot[] => {
  const groups: GroupSlot[] = []
  let left = [...groupColumns]
  while (left.length > 0) {
    const [first = ''] = left
    const noun = GROUP_NOUNS.find((name) => {
      const own = NOUNS[name].group?.[type.reportType] ?? NOUNS[name].group?.any ?? []
      return own.length > 0 && own.every((id, index) => left[index] === id)
    })
    const prefix = datePrefix(dateColumn)
    const column = findColumn(type, first)
    const words = columnWords(column, first)
    const isPart = column?.kind === 'dimension' && column.part?.of === dateColumn && first.startsWith(prefix ?? ' ')
    if (noun !== undefined) groups.push({ kind: 'noun', noun, words })
    else if (first === 'asOfMonth') groups.push({ kind: 'grain', grain: 'Month', words })
    else if (isPart) groups.push({ kind: 'grain', grain: first.slice(prefix?.length), words })
    else groups.push({ kind: 'column', ids: [first], words })
    left = left.slice(
      noun === undefined ? 1 : (NOUNS[noun].group?.[type.reportType] ?? NOUNS[noun].group?.any ?? []).length,
    )
  }
  return groups
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

const conditionSlot = (type: ReportType, { columnId, comparison, value }: AskedFilter): FilterSlot => {
  const isNegated = comparison === 'NotEqual'
  const words = value === null ? columnWords(findColumn(type, columnId), columnId) : formatCode(columnId, value)
  return { ...filterSlot(words, { ids: [columnId], comparison: isNegated ? 'Equal' : comparison, value }), isNegated }
}

const valuesSlot = ({ columnId, values, exclude }: AskedValues): FilterSlot => ({
  words: values.map((value) => formatCode(columnId, value)).join(', '),
  filters: [],
  choices: [{ columnId, values }],
  isNegated: exclude,
  isOptional: false,
})

const limitSlot = (type: ReportType, { columnId, comparison, value }: AskedFilter): LimitSlot => {
  const column = findColumn(type, columnId)
  const [isMoney, isPercent] = [column?.type === 'currency', column?.type === 'percent']
  const words = columnWords(column, columnId)
  return { ids: [columnId], comparison, value: Number(value), isMoney, isPercent, words }
}

const readRange = (definition: Definition, calendar: Account['calendar']): RangeSlot | null => {
  const { relativeDateFilter, filters } = definition
  if (relativeDateFilter === null) return null
  const { relativeRange, columnName } = relativeDateFilter
  const fixed = parseFixedRange(relativeRange)
  if (fixed !== null) return { days: { ...fixed, named: null }, part: 'in', words: 'the dates' }
  const named = Object.keys(RANGE_RULES).find((name): name is keyof typeof RANGE_RULES => name === relativeRange)
  if (named !== undefined) return { days: namedDays(named, calendar), part: 'in', words: 'the dates' }
  const end = filters.find((one) => one.columnId === columnName && one.comparison === 'LessThan')?.value
  if (typeof end !== 'string') return null
  return { days: { from: addDays(end, -1), until: end, named: null }, part: 'before', words: 'the dates' }
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
const rankOf = (
  type: ReportType,
  definition: Definition,
  noun: NounName | null,
  dateColumn: string | null,
): Slots['rank'] => {
  const { orderColumns, top, groupColumns } = definition
  const [first] = orderColumns
  const list = noun === null ? null : NOUNS[noun].list
  const usual = groupColumns.some(isTime) ? null : 'desc'
  const isUsual =
    top === null &&
    (list === null
      ? (first?.direction ?? null) === usual && !isRanking(type, definition)
      : list.sort.every(({ columnId, direction }, at) => {
          const one = orderColumns[at]
          return one?.columnId === columnId && one.direction === direction
        }))
  if (first === undefined || isUsual) return null
  const isOfDate = list !== null && first.columnId === dateColumn
  const listed = noun === null ? null : { noun, words: '' }
  const direction = isOfDate ? first.direction : invertDirection({ list: listed } as Slots, first.direction)
  return { count: top, direction, isOfDate, words: columnWords(findColumn(type, first.columnId), first.columnId) }
}

/** Ranked by: the first of the measures. */
const rankedFirst = (measures: readonly MeasureSlot[], orderBy: string | undefined): MeasureSlot[] =>
  measures.toSorted((a, b) => Number(b.ids[0] === orderBy) - Number(a.ids[0] === orderBy))

/** Holds are counted by the day they begin, or by the day they end. */
const countedOn = (slot: MeasureSlot, { relativeDateFilter }: Definition): MeasureSlot =>
  slot.noun === 'hold' && relativeDateFilter?.columnName === NOUNS.holdEnd.list?.date
    ? { ...slot, noun: 'holdEnd' }
    : slot

/** Filters that the builder adds by itself. */
const isImplied = (one: AskedFilter, { groupColumns }: Definition, noun: NounName | null): boolean => {
  const limits = noun === null ? [] : (NOUNS[noun].list?.limits ?? [])
  return (
    (one.comparison === 'IsNotNull' && groupColumns.includes(one.columnId)) ||
    limits.some((limit) => sameFilter(one, limit))
  )
}

/** What a definition asks for, as a question would have said it; null where slots cannot say it. */
export const slotsFromDefinition = (
  type: ReportType,
  { definition, compare }: Former,
  { calendar }: Account,
): Slots | null => {
  const isList = definition.groupColumns.length === 0 && definition.columns.every((one) => one.aggregation === 'None')
  const noun = isList ? listNoun(type, definition) : null
  if (isList && noun === null) return null
  const list = noun === null ? null : NOUNS[noun].list
  const all = readMeasures(type, definition)
  if (all === null) return null
  const range = readRange(definition, calendar)
  const shown = list === null ? all.measures : all.measures.filter(({ ids }) => !list.columns.includes(ids[0] ?? ''))
  const [first] = definition.orderColumns
  const measures = rankedFirst(shown, first?.columnId).map((one) => countedOn(one, definition))
  const named: Pick<Slots, 'measures' | 'list'> = { measures, list: noun === null ? null : { noun, words: `${noun}s` } }
  const dateColumn = findDateColumn(type, named)
  const own = definition.filters
    .filter((one) => !isImplied(one, definition, noun))
    .filter((one) => range?.part !== 'before' || one.columnId !== dateColumn)
  const isLimit = ({ columnId, value }: AskedFilter): boolean =>
    typeof value === 'number' && findColumn(type, columnId)?.kind === 'measure'
  const limits = own.filter(isLimit).map((one) => limitSlot(type, isOfRefunds(named) ? invertFilter(one) : one))
  const counted = measures[0]?.noun ?? null
  return {
    ...named,
    others: [],
    groups: readGroups(type, definition, dateColumn),
    filters: [
      ...own.filter((one) => !isLimit(one)).map((one) => conditionSlot(type, one)),
      ...definition.dimensionFilters.map(valuesSlot),
    ],
    limits,
    isBusiest: false,
    rank: rankOf(type, definition, noun, dateColumn),
    range,
    compare: compare === undefined ? null : { mode: compare, words: 'the comparison' },
    step: null,
    share: all.isShared ? { words: 'share' } : null,
    comparesValues: false,
    ...(definition.filterOperator === 'Or' ? { alternatives: { words: 'the filters', isOr: true } } : {}),
    intent: 'value',
    limitsRecords:
      limits.length > 0
        ? own.some(({ appliesTo }) => appliesTo === 'records')
        : list === null && counted !== null && !canBeGrouped(counted),
    unmatched: [],
    cost: 0,
  }
}
