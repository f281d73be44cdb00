import { lookupTable } from '#domain/lookup-table.ts'
import type { Aggregation, NounName } from '#domain/report-terms.ts'
import { lowerFirst, upperFirst } from '#domain/text.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import { type Column, type Dimension, isFilterOnly } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { NOUNS } from '../language/nouns.ts'
import type { FilterSlot, GroupSlot, MeasureSlot, Slots } from '../slots/slots.ts'
import type { AskedCalculation, AskedFilter, AskedValues } from './answerable.ts'

/** What the parts of a question are on one report type. */
export interface ResolvedParts {
  readonly measures: readonly FoundMeasure[]
  readonly groups: readonly string[]
  readonly filters: readonly AskedFilter[]
  readonly values: readonly AskedValues[]
  readonly limits: readonly AskedFilter[]
  readonly dateColumn: string | null
  readonly cost: number
}

/** A column of the definition, with the calculations that it needs. */
export interface FoundMeasure {
  readonly columnId: string
  readonly aggregation: Aggregation
  readonly column: Column
  readonly calculation: AskedCalculation | null
  /** place among the columns that the words may mean */
  readonly rank: number
}

/** The first of the columns that the type has. */
const firstColumn = (type: ReportType, { ids, aggregation }: MeasureSlot): FoundMeasure | null => {
  for (const [rank, id] of ids.entries()) {
    const column = findColumn(type, id)
    if (column === null || (column.kind === 'dimension' && aggregation === undefined)) continue
    // an average of orders is a measure of its own, and so is that of a measure without records
    const isAggregated = aggregation !== undefined && (column.kind === 'dimension' || column.additive)
    if (isAggregated && column.kind === 'measure' && column.record === null) return null
    return {
      columnId: column.columnId,
      aggregation: isAggregated ? aggregation : 'None',
      column,
      calculation: null,
      rank,
    }
  }
  return null
}

const RATIO = { operator: 'divide', joint: 'Per', sign: '÷' } as const
const DIFFERENCE = { operator: 'subtract', joint: 'Minus', sign: '−' } as const

/** The measure of a slot on a report type; null if the type does not have it. */
export const findMeasure = (type: ReportType, slot: MeasureSlot): FoundMeasure | null => {
  const found = firstColumn(type, slot)
  if (found === null) return null
  const { columnId, aggregation, column } = found
  const left = { columnId, aggregation }
  const second = slot.dividedBy ?? slot.minus
  if (slot.per !== undefined) {
    // cases are counted, and neither averaged nor divided once more
    if (second !== undefined || slot.aggregation !== undefined) return null
    const calculation: AskedCalculation = {
      columnId: `${columnId}Per${slot.per}`,
      displayName: `Cases of ${slot.per}`,
      kind: 'arithmetic',
      of: { operator: 'divide', left, right: { value: slot.per } },
    }
    return { ...found, columnId: calculation.columnId, aggregation: 'None', calculation }
  }
  if (second === undefined) return found
  const other = firstColumn(type, second)
  // a ratio of averages is none of anything
  const isSum = column.kind === 'measure' && column.additive
  if (other === null || other.columnId === columnId || !isSum || other.column.type === 'percent') return null
  const { operator, joint, sign } = slot.minus === undefined ? RATIO : DIFFERENCE
  const calculation: AskedCalculation = {
    columnId: `${columnId}${joint}${upperFirst(other.columnId)}`,
    displayName: `${column.displayName} ${sign} ${lowerFirst(other.column.displayName)}`,
    kind: 'arithmetic',
    of: { operator, left, right: { columnId: other.columnId, aggregation: other.aggregation } },
  }
  return { ...found, columnId: calculation.columnId, aggregation: 'None', calculation, rank: found.rank + other.rank }
}

/** A dimension that rows can be grouped by. */
const groupable = (type: ReportType, id: string): Dimension | null => {
  const column = findColumn(type, id)
  return column?.kind === 'dimension' && !isFilterOnly(column) ? column : null
}

/** A date part of a fact's date belongs to the fact as well. */
const belongsToFact = (type: ReportType, { part }: Dimension): boolean => {
  const whole = part ? findColumn(type, part.of) : null
  return whole?.kind === 'dimension' && whole.fact !== undefined
}

/** `signupDate` → `signup`: prefix of the columns for the parts of a date. */
const datePrefix = (dateColumn: string): string => dateColumn.replace(/Date$/, '')

const choicesOf = ({ reportType }: ReportType, group: GroupSlot, dateColumn: string | null): (readonly string[])[] => {
  if (group.kind === 'column') return group.ids.map((id) => [id])
  if (group.kind === 'grain') return dateColumn === null ? [] : [[`${datePrefix(dateColumn)}${group.grain}`]]
  const columns = NOUNS[group.noun].group
  const own = columns?.[reportType] ?? columns?.any
  return own === undefined || own.length === 0 ? [] : [own]
}

/** The type's columns for a group; null if it has none. */
export const groupColumns = (type: ReportType, group: GroupSlot, dateColumn: string | null): readonly string[] | null =>
  choicesOf(type, group, dateColumn).find((ids) =>
    ids.every((id) => {
      const column = groupable(type, id)
      return column !== null && !belongsToFact(type, column)
    }),
  ) ?? null

/** A reservation's channel is how it was booked, in the platform's terms. */
const isOtherChannel = ({ reportType }: ReportType, id: string): boolean =>
  reportType === 'Reservations' && id === 'channel'

/** Records of these types are all of the club, or all of the tasting room. */
const IMPLIED: Readonly<Record<string, string>> = lookupTable({
  Memberships: 'club',
  MembershipHolds: 'club',
  ClubReleases: 'club',
  ReleaseMembers: 'club',
  Reservations: 'pos',
})

/** Stock is known by SKU and title: the words of a wine are looked for in the title. */
const IN_TITLES = ['varietal', 'brand', 'vintage']

/** "cab" of "Cabernet Sauvignon" as the title may have it; a name in other words as it is. */
const asInTitle = (value: string, words: string): string => {
  const typed = [words, words.replace(/s$/i, '')].find((one) => value.toLowerCase().includes(one.toLowerCase()))
  const at = typed === undefined ? -1 : value.toLowerCase().indexOf(typed.toLowerCase())
  return typed === undefined ? value : value.slice(at, at + typed.length)
}

/** "2021 Pinot" of the stock; null for anything that a title does not say. */
const titleFilters = ({ reportType }: ReportType, slot: FilterSlot): AskedFilter[] | null => {
  const comparison = slot.isNegated ? ('NotContains' as const) : ('Contains' as const)
  const contains = (value: string): AskedFilter => ({ columnId: 'productTitle', comparison, value })
  if (reportType !== 'Inventory') return null
  const named = slot.choices.find(({ columnId }) => IN_TITLES.includes(columnId))
  const [only] = slot.filters
  if (named !== undefined)
    return named.values.slice(0, 1).map((value) => contains(asInTitle(String(value), slot.words)))
  const isVintage = slot.filters.length === 1 && only?.ids[0] === 'vintage' && only.comparison === 'Equal'
  return isVintage ? [contains(String(only?.value))] : null
}

export interface FoundFilters {
  readonly filters: readonly AskedFilter[]
  readonly values: readonly AskedValues[]
}

const NEGATED: Readonly<Partial<Record<AskedFilter['comparison'], AskedFilter['comparison']>>> = {
  Equal: 'NotEqual',
  NotEqual: 'Equal',
  IsTrue: 'IsFalse',
  IsFalse: 'IsTrue',
  Contains: 'NotContains',
  IsNull: 'IsNotNull',
  IsNotNull: 'IsNull',
}

/** What is in stock and is no wine. */
const NO_WINES = ['merch', 'food'].map(
  (value): AskedFilter => ({ columnId: 'itemKind', comparison: 'NotEqual', value }),
)

/** The conditions of a slot on a report type; null if the type does not have the columns. */
export const findFilters = (type: ReportType, slot: FilterSlot, isGrouped: boolean): FoundFilters | null => {
  const nothing: FoundFilters = { filters: [], values: [] }
  const inTitle = slot.choices.some(({ columnId }) => findColumn(type, columnId) !== null)
    ? null
    : titleFilters(type, slot)
  if (inTitle !== null) return { filters: inTitle, values: [] }
  if (slot.choices.length > 0) {
    const choice = slot.choices.find(({ columnId }) => findColumn(type, columnId)?.kind === 'dimension')
    if (choice === undefined) return slot.isOptional ? nothing : null
    return { filters: [], values: [{ ...choice, exclude: slot.isNegated }] }
  }
  // what no product describes may be a wine
  if (slot.isOptional && type.reportType === 'Inventory') return { filters: NO_WINES, values: [] }
  const filters: AskedFilter[] = []
  for (const { ids, comparison, value } of slot.filters) {
    if (ids[0] === 'channel' && value === IMPLIED[type.reportType] && !slot.isNegated) continue
    const isMember = ids[0] === 'isClubMember' && comparison === 'IsTrue' && !slot.isNegated
    if (isMember && ['Memberships', 'MembershipHolds'].includes(type.reportType)) continue
    const columnId = ids.find((id) => {
      const column = findColumn(type, id)
      const fits = column?.kind === 'dimension' || (column?.kind === 'measure' && !isGrouped)
      return fits && !isOtherChannel(type, id)
    })
    if (columnId === undefined) return slot.isOptional ? nothing : null
    const negated = slot.isNegated ? NEGATED[comparison] : comparison
    if (negated === undefined || (slot.isNegated && slot.filters.length > 1)) return null
    filters.push({ columnId, comparison: negated, value })
  }
  return { filters, values: [] }
}

const CANCELLATION_MEASURES = ['cancellations', 'attritionRate']

/** The date column for the range: a membership's signup date, or its cancellation date if only cancellations are counted. */
export const findDateColumn = (
  type: ReportType,
  { measures, list }: Pick<Slots, 'measures' | 'list'>,
): string | null => {
  const listed = list === null ? null : NOUNS[list.noun].list
  if (listed !== null) return listed.date ?? type.dateColumn
  const [first] = measures
  const date = first?.noun === 'holdEnd' ? NOUNS.holdEnd.list?.date : undefined
  if (date !== undefined && type.reportType === 'MembershipHolds') return date
  const isMemberships = type.reportType === 'Memberships'
  const isCanceled =
    measures.length > 0 && measures.every(({ ids }) => ids.some((id) => CANCELLATION_MEASURES.includes(id)))
  return isMemberships && isCanceled ? 'cancelledDate' : type.dateColumn
}

export const nounList = (noun: NounName) => NOUNS[noun].list
