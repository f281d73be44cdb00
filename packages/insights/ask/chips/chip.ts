import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { Aggregation, Comparison, NounName } from '#domain/report-terms.ts'
import type { AskedHistory } from '../definition/answerable.ts'

/** A column and how its records become one number; default: the measure as the catalog has it. */
interface Measured {
  readonly columnId: string
  readonly aggregation?: Aggregation | undefined
}

/**
 * What one chip of a question says. Amounts are in major units, and above zero for refunds. A question is its chips: no words are
 * left to interpret.
 */
export type ChipMeaning =
  | (Measured & {
      readonly kind: 'measure'
      /** divided by a constant: bottles to cases */
      readonly per?: number | undefined
      /** divided by another measure */
      readonly over?: Measured | undefined
      /** less another measure */
      readonly minus?: Measured | undefined
      /** what it counts, where that is not the column's own noun: holds by the day that they end */
      readonly counts?: NounName | undefined
    })
  /** records, one per row */
  | { readonly kind: 'list'; readonly noun: NounName }
  | { readonly kind: 'group'; readonly columnId: string }
  /** `Day`, `Week`, … of the date that the records have */
  | { readonly kind: 'grain'; readonly grain: string }
  | { readonly kind: 'groupNoun'; readonly noun: NounName }
  | {
      readonly kind: 'condition'
      readonly columnId: string
      readonly comparison: Comparison
      readonly value: string | number | boolean | null
    }
  /** any of the values, or none of them */
  | {
      readonly kind: 'values'
      readonly columnId: string
      readonly values: readonly (string | number)[]
      readonly exclude: boolean
    }
  /** what the people did to whom the records belong */
  | ({ readonly kind: 'history' } & AskedHistory)
  /** of a measure; `ofRecords`: of each record, not of each row */
  | {
      readonly kind: 'limit'
      readonly columnId: string | null
      readonly comparison: Comparison
      readonly value: number
      readonly ofRecords: boolean
    }
  /** a relative range, or days such as `2026-03-01/2026-04-01`, of which the last is out; without a first day: all before */
  | { readonly kind: 'range'; readonly range: string }
  | { readonly kind: 'compare'; readonly mode: CompareMode }
  /** `byDate`: the newest or oldest records; `byChange`: what changed most from the compared range */
  | {
      readonly kind: 'order'
      readonly direction: 'asc' | 'desc'
      readonly top: number | null
      readonly byDate: boolean
      readonly byChange?: true | undefined
    }
  /** the share of the total is shown as well */
  | { readonly kind: 'share' }
  /** the change from each period to the next is shown as well */
  | { readonly kind: 'change' }
  /** one of the conditions is enough */
  | { readonly kind: 'either' }
  /** what will be on these days, of which the last is out */
  | { readonly kind: 'forecast'; readonly from: LocalDay; readonly until: LocalDay }

/** A chip as it is shown. */
export type Chip = ChipMeaning & { readonly label: string }

export type ChipKind = ChipMeaning['kind']

/** A question as chips. */
export interface ChipQuestion {
  /** asked of these records where they are not the usual ones for the chips; null: the usual ones */
  readonly reportType: string | null
  readonly chips: readonly Chip[]
}

/** What a question has once: a new chip takes the place of the old one. */
const SINGLE: readonly ChipKind[] = ['compare', 'order', 'share', 'change', 'either']

const DATES: readonly ChipKind[] = ['range', 'forecast']

const isReplaced = (old: ChipMeaning, added: ChipMeaning): boolean => {
  if (DATES.includes(added.kind)) return DATES.includes(old.kind)
  if (added.kind === 'list')
    return ['list', 'measure', 'group', 'grain', 'groupNoun', 'share', 'change'].includes(old.kind)
  if (added.kind === 'measure') return old.kind === 'list'
  if (added.kind === 'values')
    return old.kind === 'values' && old.columnId === added.columnId && old.exclude === added.exclude
  return SINGLE.includes(added.kind) && old.kind === added.kind
}

/** The chips with one more. Dates, order and comparison replace the ones before; values of one column are all meant. */
export const withChip = (chips: readonly Chip[], added: Chip): Chip[] => {
  const same = added.kind === 'values' ? chips.find((one) => isReplaced(one, added)) : undefined
  if (same?.kind !== 'values' || added.kind !== 'values')
    return [...chips.filter((one) => !isReplaced(one, added)), added]
  const values = [...new Set([...same.values, ...added.values])]
  const label = same.values.length === values.length ? same.label : `${same.label} or ${added.label}`
  return chips.map((one) => (one === same ? { ...same, values, label } : one))
}
