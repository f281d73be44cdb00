import { formatCode } from '#domain/code-labels.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import { addDays, rangeLabel } from '#domain/ranges/local-day.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import { isRelativeRange, parseFixedRange } from '#domain/ranges/relative-range.ts'
import { COMPARISON_LABELS, type Comparison } from '#domain/report-terms.ts'
import { inSentence, lowerFirst, upperFirst } from '#domain/text.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { describeHistory } from '#semantic/describe-history.ts'
import { AGGREGATION_WORDS, formatComparison } from '../explain.ts'
import { NOUNS } from '../language/nouns.ts'
import type { ChipMeaning } from './chip.ts'

/** Finds a column by its id, in the report type of the question or else in any. */
export type FindColumn = (columnId: string) => Column | null

const nameOf = (find: FindColumn, columnId: string): string => find(columnId)?.displayName ?? columnId

const measureLabel = (
  find: FindColumn,
  { columnId, aggregation }: { columnId: string; aggregation?: string | undefined },
) => upperFirst(`${AGGREGATION_WORDS[aggregation ?? ''] ?? ''}${nameOf(find, columnId)}`)

/** Columns whose values need no name next to them. */
const SELF_EXPLAINING: ReadonlySet<string> = new Set([
  'channel',
  'varietal',
  'brand',
  'category',
  'clubName',
  'experience',
  'teamMember',
  'productTitle',
  'customerName',
  'state',
  'itemKind',
  'releaseName',
])

const valuesLabel = (
  find: FindColumn,
  { columnId, values, exclude }: { columnId: string; values: readonly (string | number)[]; exclude: boolean },
): string => {
  const words = values.map((value) => formatCode(columnId, value)).join(' or ')
  if (SELF_EXPLAINING.has(columnId)) return exclude ? `Not ${words}` : words
  return `${nameOf(find, columnId)} ${exclude ? 'is not' : 'is'} ${words}`
}

const conditionLabel = (
  find: FindColumn,
  {
    columnId,
    comparison,
    value,
  }: { columnId: string; comparison: Comparison; value: string | number | boolean | null },
): string => {
  const isEquality = comparison === 'Equal' || comparison === 'NotEqual'
  if (isEquality && typeof value === 'string' && !columnId.endsWith('Weekday'))
    return valuesLabel(find, { columnId, values: [value], exclude: comparison === 'NotEqual' })
  if (comparison === 'IsTrue' || comparison === 'IsFalse') return formatCode(columnId, comparison === 'IsTrue')
  const compared = formatComparison({ columnId, comparison, value })
  return `${nameOf(find, columnId)} ${compared.comparison} ${compared.value}`.trim()
}

const rangeWords = (range: string): string => {
  if (isRelativeRange(range)) return RANGE_TITLES[range]
  const days = parseFixedRange(range)
  if (days !== null) return rangeLabel(days.from, days.until)
  const until = range.replace('/', '')
  return `Up to ${rangeLabel(addDays(until, -1), until)}`
}

const orderLabel = ({ direction, top, byDate, byChange }: Extract<ChipMeaning, { kind: 'order' }>): string => {
  if (byChange === true) {
    const change = direction === 'desc' ? 'Largest increase' : 'Largest decrease'
    return top === null ? `${change} first` : `${change}, top ${top}`
  }
  const [most, least] = byDate ? ['Newest', 'Oldest'] : ['Top', 'Lowest']
  const end = direction === 'desc' ? most : least
  if (top !== null) return `${end} ${top}`
  return byDate || end === 'Lowest' ? `${end} first` : 'Highest first'
}

const GRAIN_TITLES = lookupTable({ Weekday: 'day of week', Hour: 'hour of day', MonthOfYear: 'month of the year' })

/** What a chip says, in a few words. */
export const chipLabel = (chip: ChipMeaning, find: FindColumn): string => {
  switch (chip.kind) {
    case 'measure': {
      if (chip.counts !== undefined) return NOUNS[chip.counts].title
      const label = measureLabel(find, chip)
      if (chip.per !== undefined) return `${label} in cases of ${chip.per}`
      if (chip.minus !== undefined) return `${label} − ${lowerFirst(measureLabel(find, chip.minus))}`
      return chip.over === undefined ? label : `${label} ÷ ${lowerFirst(measureLabel(find, chip.over))}`
    }
    case 'list':
      return `List of ${lowerFirst(NOUNS[chip.noun].title)}`
    case 'group':
      return `By ${inSentence(nameOf(find, chip.columnId))}`
    case 'grain':
      return `By ${GRAIN_TITLES[chip.grain] ?? lowerFirst(chip.grain)}`
    case 'groupNoun':
      return `By ${chip.noun}`
    case 'condition':
      return conditionLabel(find, chip)
    case 'values':
      return valuesLabel(find, chip)
    case 'history':
      return upperFirst(describeHistory(chip))
    case 'limit':
      return `${chip.columnId === null ? 'Amount' : nameOf(find, chip.columnId)} ${COMPARISON_LABELS[chip.comparison]} ${chip.value}${chip.ofRecords ? ' each' : ''}`
    case 'range':
      return rangeWords(chip.range)
    case 'compare':
      return `vs ${lowerFirst(COMPARE_TITLES[chip.mode])}`
    case 'order':
      return orderLabel(chip)
    case 'share':
      return 'Share of total'
    case 'change':
      return 'Change between periods'
    case 'either':
      return 'Any of these'
    case 'forecast':
      return `Forecast for ${rangeLabel(chip.from, chip.until)}`
  }
}
