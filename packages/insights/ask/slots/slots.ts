import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import type { Aggregation, Comparison, NounName } from '#domain/report-terms.ts'
import type { AskedHistory } from '../definition/answerable.ts'
import type { Key, State, Verb } from '../language/language.ts'
import type { ColumnFilter, Days, NamedValue, Rolling, Tag, TaggedWords } from '../tag/tag.ts'

/** A part of a question, with the words it was read from. */
export interface Mention {
  readonly words: string
}

export interface MeasureSlot extends Mention {
  /** the first that a report type has is used */
  readonly ids: readonly string[]
  /** the noun that it counts */
  readonly noun: NounName | null
  readonly aggregation?: Aggregation
  /** divided by a constant: bottles to cases */
  readonly per?: number
  /** divided by another measure */
  readonly dividedBy?: MeasureSlot
  /** less another measure */
  readonly minus?: MeasureSlot
}

export type GroupSlot = Mention &
  (
    | { readonly kind: 'column'; readonly ids: readonly string[] }
    | { readonly kind: 'grain'; readonly grain: string }
    | { readonly kind: 'noun'; readonly noun: NounName }
  )

/** Conditions that all hold, or a value that any of the columns may have. */
export interface FilterSlot extends Mention {
  readonly filters: readonly ColumnFilter[]
  /** values of one column, the first of the choices that a report type has */
  readonly choices: readonly NamedValue[]
  readonly isNegated: boolean
  /** dropped where the report type does not have the column: "which wines" of the stock */
  readonly isOptional: boolean
}

/** Conditions that all hold. */
export const filterSlot = (words: string, ...filters: readonly ColumnFilter[]): FilterSlot => ({
  words,
  filters,
  choices: [],
  isNegated: false,
  isOptional: false,
})

export interface LimitSlot extends Mention {
  /** null: the default measure of the question */
  readonly ids: readonly string[] | null
  readonly comparison: Comparison
  readonly value: number
  /** limits shares and rates only */
  readonly isPercent?: boolean
  readonly isMoney: boolean
  /** limits single orders, whatever is asked of them */
  readonly isOfRecords?: boolean
}

export interface RangeSlot extends Mention {
  readonly days: Days
  readonly part: 'in' | 'before'
  /** of a holiday: that of the year before */
  readonly yearBefore?: Days
  /** of days without a year that are over: the next ones */
  readonly coming?: Days
  /** of several months or years: what is meant where no row is one of them */
  readonly rolling?: Rolling
  /** only these of its periods, each by the name that columns of the grain have for it: "2025 vs 2023" */
  readonly periods?: { readonly grain: PeriodGrain; readonly names: readonly (string | number)[] }
}

/** Everything that a question asks for, not yet mapped to columns of a report type. */
export interface Slots {
  readonly measures: readonly MeasureSlot[]
  /** what the question may ask for as well, where its words do not say: a club is big by members or by sales */
  readonly others: readonly Partial<Slots>[]
  readonly groups: readonly GroupSlot[]
  readonly filters: readonly FilterSlot[]
  readonly limits: readonly LimitSlot[]
  /** what the people did whom the question is about; default: nothing is said of it */
  readonly histories?: readonly (Mention & { readonly condition: AskedHistory })[]
  /** what is listed, one per row */
  readonly list: (Mention & { readonly noun: NounName }) | null
  /** club runs are left out of it: the busiest day is that of guests, and not of the card machine */
  readonly isBusiest: boolean
  readonly rank:
    | (Mention & {
        readonly count: number | null
        readonly direction: 'asc' | 'desc'
        readonly isOfDate: boolean
        /** "grew the most": ranked by the change from the compared range */
        readonly isOfChange?: true
      })
    | null
  readonly range: RangeSlot | null
  readonly compare: (Mention & { readonly mode: CompareMode }) | null
  /** the change from each period to the next is shown as well */
  readonly step: Mention | null
  /** the share of the total is shown as well */
  readonly share: Mention | null
  /** the named part among the shares */
  readonly focus?: { readonly column: string; readonly slot: FilterSlot }
  /** values of one column are rows: "web vs phone" */
  readonly comparesValues: boolean
  /** "web or California", "rosé vs Chardonnay": two values with a word between, from that word on */
  readonly alternatives?: (Mention & { readonly isOr: boolean }) | undefined
  readonly intent: 'value' | 'why' | 'forecast'
  /** limits apply to single records: "how many orders over $500" */
  readonly limitsRecords: boolean
  /** words that could not be placed */
  readonly unmatched: readonly string[]
  /** how unlikely this reading is */
  readonly cost: number
}

export const isOfLastYear = ({ mode }: NonNullable<Slots['compare']>): boolean =>
  mode === 'previousYear' || mode === 'sameWeekdays' || mode === 'sameHoliday'

/** A tag with what its context says about it. */
export interface Part<T extends Tag = Tag> {
  readonly tag: T
  readonly words: string
  readonly isApart: boolean
  readonly isNegated: boolean
}

export const toPart = ({ tag, words, isApart }: TaggedWords): Part => ({ tag, words, isApart, isNegated: false })

/** Whether it says what to filter by. */
export const isNamed = ({ tag }: Part): boolean => tag.kind === 'filter' || tag.kind === 'value'

export type PartName =
  | Tag['kind']
  | `noun:${NounName}`
  | `key:${Key}`
  | `verb:${Verb}`
  | `state:${State}`
  | `rank:${Extract<Tag, { kind: 'rank' }>['of']}`
  | `${'measure' | 'filter' | 'value' | 'dimension'}:${string}`

/** What may follow the kind of a tag in its name: the columns that it is of, the noun that it is. */
const namesOf = (tag: Tag): readonly string[] => {
  switch (tag.kind) {
    case 'noun':
      return [tag.noun]
    case 'key':
      return [tag.key]
    case 'verb':
      return [tag.verb]
    case 'state':
      return [tag.state]
    case 'rank':
      return [tag.of]
    case 'measure':
    case 'dimension':
      return tag.ids
    case 'value':
      return tag.choices.map(({ columnId }) => columnId)
    case 'filter':
      return tag.filters.flatMap(({ ids }) => ids)
    default:
      return []
  }
}

/** Whether a part is one of these: `noun`, `noun:member`, `measure:netSales`, `value:clubName`. */
export const is = (part: Part | undefined, ...names: readonly PartName[]): boolean =>
  part !== undefined &&
  names.some((one) => {
    const [kind, name] = one.split(':')
    return part.tag.kind === kind && (name === undefined || namesOf(part.tag).includes(name))
  })

export const has = (parts: readonly Part[], ...names: readonly PartName[]): boolean =>
  parts.some((part) => is(part, ...names))

export const isKey = (part: Part | undefined, ...keys: Key[]): boolean =>
  part?.tag.kind === 'key' && keys.includes(part.tag.key)
