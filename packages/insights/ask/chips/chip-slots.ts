import { lookupTable } from '#domain/lookup-table.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { parseFixedRange } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { NOUN_NAMES, type NounName } from '#domain/report-terms.ts'
import { NOUNS } from '../language/nouns.ts'
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
import { isNamedRange, namedDays } from '../tag/days/periods.ts'
import type { Chip, ChipKind } from './chip.ts'
import type { FindColumn } from './chip-label.ts'

type ChipOf<K extends ChipKind> = Extract<Chip, { kind: K }>

/** The noun that a measure counts. */
const NOUN_BY_COUNT: Readonly<Record<string, NounName>> = lookupTable(
  Object.fromEntries(NOUN_NAMES.toReversed().map((noun) => [NOUNS[noun].count[0] ?? '', noun])),
)

export const countedNoun = (columnId: string): NounName | null => NOUN_BY_COUNT[columnId] ?? null

const measureSlot = ({ columnId, aggregation, per, over, minus, counts, label }: ChipOf<'measure'>): MeasureSlot => ({
  ids: [columnId],
  noun: counts ?? countedNoun(columnId),
  words: label,
  ...(aggregation === undefined ? {} : { aggregation }),
  ...(per === undefined ? {} : { per }),
  ...(over === undefined ? {} : { dividedBy: measureSlot({ ...over, kind: 'measure', label }) }),
  ...(minus === undefined ? {} : { minus: measureSlot({ ...minus, kind: 'measure', label }) }),
})

const groupSlots = (chip: Chip): GroupSlot[] => {
  const { label: words } = chip
  if (chip.kind === 'group') return [{ kind: 'column', ids: [chip.columnId], words }]
  if (chip.kind === 'grain') return [{ kind: 'grain', grain: chip.grain, words }]
  return chip.kind === 'groupNoun' ? [{ kind: 'noun', noun: chip.noun, words }] : []
}

const filterSlots = (chip: Chip): FilterSlot[] => {
  if (chip.kind === 'values') {
    const { columnId, values, exclude, label: words } = chip
    return [{ words, filters: [], choices: [{ columnId, values }], isNegated: exclude, isOptional: false }]
  }
  if (chip.kind !== 'condition') return []
  const { columnId, comparison, value, label } = chip
  const isNegated = comparison === 'NotEqual'
  return [{ ...filterSlot(label, { ids: [columnId], comparison: isNegated ? 'Equal' : comparison, value }), isNegated }]
}

const limitSlot = ({ columnId, comparison, value, label }: ChipOf<'limit'>, find: FindColumn): LimitSlot => {
  const type = columnId === null ? null : find(columnId)?.type
  return {
    ids: columnId === null ? null : [columnId],
    comparison,
    value,
    isMoney: type === 'currency',
    isPercent: type === 'percent',
    words: label,
  }
}

const rangeSlot = ({ range, label: words }: ChipOf<'range'>, calendar: RangeCalendar): RangeSlot | null => {
  if (isNamedRange(range)) return { days: namedDays(range, calendar), part: 'in', words }
  const days = parseFixedRange(range)
  if (days !== null) return { days: { ...days, named: null }, part: 'in', words }
  const until = range.replace('/', '')
  return isLocalDay(until) ? { days: { from: until, until, named: null }, part: 'before', words } : null
}

/** What the chips of a question ask for. Dates that are none, and all dates, limit nothing. */
export const chipSlots = (chips: readonly Chip[], calendar: RangeCalendar, find: FindColumn): Slots => {
  const of = <K extends ChipKind>(kind: K): ChipOf<K>[] => chips.filter((one): one is ChipOf<K> => one.kind === kind)
  const [[list], [range], [compare], [order], [share], [change], [either], [forecast]] = [
    of('list'),
    of('range'),
    of('compare'),
    of('order'),
    of('share'),
    of('change'),
    of('either'),
    of('forecast'),
  ]
  const measures = of('measure').map(measureSlot)
  const limits = of('limit')
  const histories = of('history').map(({ kind: _, label, ...condition }) => ({ words: label, condition }))
  const counted = measures[0]?.noun ?? null
  const isOfRecords = list === undefined && counted !== null && !canBeGrouped(counted)
  return {
    measures,
    others: [],
    groups: chips.flatMap(groupSlots),
    filters: chips.flatMap(filterSlots),
    limits: limits.map((one) => limitSlot(one, find)),
    ...(histories.length === 0 ? {} : { histories }),
    list: list === undefined ? null : { noun: list.noun, words: list.label },
    isBusiest: false,
    rank:
      order === undefined
        ? null
        : {
            count: order.top,
            direction: order.direction,
            isOfDate: order.byDate,
            ...(order.byChange === true ? { isOfChange: true as const } : {}),
            words: order.label,
          },
    range:
      forecast !== undefined
        ? { days: { from: forecast.from, until: forecast.until, named: null }, part: 'in', words: forecast.label }
        : range === undefined
          ? null
          : rangeSlot(range, calendar),
    compare: compare === undefined ? null : { mode: compare.mode, words: compare.label },
    step: change === undefined ? null : { words: change.label },
    share: share === undefined ? null : { words: share.label },
    comparesValues: false,
    ...(either === undefined ? {} : { alternatives: { words: either.label, isOr: true } }),
    intent: forecast === undefined ? 'value' : 'forecast',
    limitsRecords:
      limits.length === 0
        ? isOfRecords
        : limits.some(({ ofRecords, columnId }) => ofRecords || (columnId === null && isOfRecords)),
    unmatched: [],
    cost: 0,
  }
}
