import type { Formats } from '#charts/value-format.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { FEWEST_TRIALS, wilson } from '#domain/proportion.ts'

/** The column of an answer that counts what a proportion is of. */
export interface Trials {
  /** index in the rows */
  readonly index: number
  /** such as `guests` */
  readonly noun: string
}

/** What the column is a proportion of; null: it is none. */
export const findTrialsColumn = (
  columns: readonly ResultColumn[],
  { columnId, aggregation }: Pick<ResultColumn, 'columnId' | 'aggregation'>,
): Trials | null => {
  const index = columns.findIndex(({ countOf }) => countOf === columnId)
  const column = columns[index]
  return column === undefined || aggregation !== 'None' ? null : { index, noun: column.displayName.toLowerCase() }
}

export interface ProportionNote {
  readonly text: string
  /** too few for a rate that says something */
  readonly isFew: boolean
}

/** The 95 % interval of a proportion, or that it is of too few; null where neither is known, as of more signups than guests. */
export const proportionNote = (
  value: unknown,
  { noun, count }: { readonly noun: string; readonly count: unknown },
  formats: Pick<Formats, 'value'>,
): ProportionNote | null => {
  if (typeof value !== 'number' || typeof count !== 'number') return null
  if (count < FEWEST_TRIALS) return { text: `fewer than ${FEWEST_TRIALS} ${noun}`, isFew: true }
  if (value > 1) return null
  const { low, high } = wilson({ hits: Math.round(value * count), of: count })
  return { text: `${formats.value(low, 'percent')}–${formats.value(high, 'percent')}`, isFew: false }
}
