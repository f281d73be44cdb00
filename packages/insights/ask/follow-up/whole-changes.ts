import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { AnswerChange } from '#domain/report-terms.ts'
import { NOUNS } from '../language/nouns.ts'
import type { Slots } from '../slots/slots.ts'
import type { Token } from '../text/token.ts'
import { phraseTable, startsWith } from './framing.ts'
import { movedRange } from './moved-range.ts'

interface WholeChange {
  readonly changes: AnswerChange
  /** null: there is nothing to change in this way */
  readonly apply: (before: Slots, calendar: RangeCalendar) => Slots | null
}

/** A list as the number of its rows. */
export const counted = (slots: Slots): Slots => {
  const { list } = slots
  if (list === null) return slots
  return { ...slots, measures: [{ ids: NOUNS[list.noun].count, noun: list.noun, words: list.words }], list: null }
}

const moved =
  (mode: 'lastYear' | 'previousPeriod'): WholeChange['apply'] =>
  (before, calendar) =>
    before.range === null || before.range.part === 'before'
      ? null
      : { ...before, range: movedRange(before.range, mode, 'the period before', calendar) }

/** What a whole follow-up without names of columns or values asks for: mostly to take something away. */
const WHOLE_CHANGES = phraseTable<WholeChange>([
  [
    { changes: 'measure', apply: (before) => (before.list === null ? null : { ...counted(before), rank: null }) },
    'how many, how many is that, how many are there, how many of them, count them',
  ],
  [
    { changes: 'share', apply: (before) => ({ ...before, share: { words: 'share' } }) },
    'as a share, share, as a percentage, as percentages, in percent, percentage, share of total, percent of total',
  ],
  [
    { changes: 'comparison', apply: (before) => ({ ...before, compare: null }) },
    'no comparison, without comparison, without the comparison, dont compare, remove the comparison',
  ],
  [
    { changes: 'dates', apply: (before) => ({ ...before, range: null, compare: null }) },
    'all dates, for all dates, all time, for all time, ever, without dates, all years, for all years',
  ],
  [
    { changes: 'groups', apply: (before) => ({ ...counted(before), groups: [], rank: null, share: null }) },
    'in total, total, the total, overall, altogether, as one number, without groups, all together',
  ],
  [
    { changes: 'filters', apply: (before) => ({ ...before, filters: [], limits: [] }) },
    'without filters, without the filters, no filters, no filter, remove filters, remove the filters, clear filters, everything',
  ],
  [
    { changes: 'order', apply: (before) => ({ ...before, rank: before.rank && { ...before.rank, count: null } }) },
    'all rows, all of them, show all, show them all, show everything, the whole list',
  ],
  [
    { changes: 'dates', apply: moved('lastYear') },
    'the year before, year before, a year before, a year earlier, a year ago, the previous year, the prior year',
  ],
  [
    { changes: 'dates', apply: moved('previousPeriod') },
    'the period before, the previous period, the month before, the week before, the quarter before, the day before, before that',
  ],
])

export const findWholeChange = (tokens: readonly Token[]): WholeChange | null =>
  WHOLE_CHANGES.find((one) => one.words.length === tokens.length && startsWith(tokens, one))?.meaning ?? null

export const WHOLE_CHANGE_WORDS: readonly string[] = WHOLE_CHANGES.flatMap(({ words }) => words)
