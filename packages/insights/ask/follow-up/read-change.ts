import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Account } from '../interpret.ts'
import { NOUNS } from '../language/nouns.ts'
import { withoutRepeats } from '../slots/implied.ts'
import { readNamed } from '../slots/read-slots.ts'
import { canBeGrouped, nounRole } from '../slots/roles.ts'
import { isKey, type MeasureSlot, type Part, type RangeSlot, type Slots } from '../slots/slots.ts'
import type { TaggedWords } from '../tag/tag.ts'
import { type TaggedQuestion, tagQuestion } from '../tag/tag-question.ts'
import type { Token } from '../text/token.ts'
import {
  DROPS,
  INSTEAD_OF,
  LEADS,
  MOVED,
  OPENERS,
  PLAIN,
  type Plain,
  type Relation,
  SHOWN,
  type Shown,
  TAILS,
} from './phrases.ts'

/** What a follow-up asks to have changed. */
export interface Change {
  /** slots that its words name */
  readonly named: Slots
  /** null: nothing says how these relate to what was asked */
  readonly relation: Relation | null
  /** it has no meaning of its own: its words name nothing that could be measured or listed */
  readonly isElliptical: boolean
  readonly shown: Shown | null
  readonly plain: Plain | null
  readonly moved: 'lastYear' | 'previousPeriod' | null
  /** "all channels": conditions on these columns end */
  readonly freed: readonly string[]
  /** it names a comparison, in force or not */
  readonly isCompared: boolean
}

interface Phrase<T> {
  readonly meaning: T
  readonly words: readonly string[]
}

/** Words from "instead of" on. */
const MOST_AFTER = 6

const startsWith = (tokens: readonly Token[], words: readonly string[]): boolean =>
  words.length <= tokens.length && words.every((word, at) => tokens[at]?.text === word)

const endsWith = (tokens: readonly Token[], words: readonly string[]): boolean =>
  startsWith(tokens.slice(tokens.length - words.length), words) && words.length <= tokens.length

const wholeOf = <T>(tokens: readonly Token[], phrases: readonly Phrase<T>[]): T | null =>
  phrases.find(({ words }) => words.length === tokens.length && startsWith(tokens, words))?.meaning ?? null

type Direct = Pick<Change, 'shown' | 'plain' | 'moved'>

interface Stripped extends Direct {
  readonly tokens: readonly Token[]
  readonly relation: Relation | null
}

/** "by state instead of channel": what it was is known. */
const beforeInsteadOf = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex(
    (_, index) => index > 0 && INSTEAD_OF.some(({ words }) => startsWith(tokens.slice(index), words)),
  )
  return at < 0 || tokens.length - at > MOST_AFTER ? tokens : tokens.slice(0, at)
}

const WITHOUT: Token = { text: 'without', typed: 'without', isApart: false }

/** Takes off what frames a follow-up, "and … instead", and what the grammar of questions has no words for. */
const strip = (all: readonly Token[]): Stripped => {
  let tokens = beforeInsteadOf(all)
  let relation: Relation | null = null
  let shown: Shown | null = null
  for (;;) {
    const plain = wholeOf(tokens, PLAIN)
    const moved = wholeOf(tokens, MOVED)
    if (plain !== null || moved !== null) return { tokens: [], relation, shown, plain, moved }
    const chart = SHOWN.find(({ words }) => startsWith(tokens, words) || endsWith(tokens, words))
    const lead = LEADS.find(({ words }) => startsWith(tokens, words))
    const opener = OPENERS.find(({ words }) => startsWith(tokens, words))
    const tail = TAILS.find(({ words }) => endsWith(tokens, words))
    const drop = DROPS.find(({ words }) => startsWith(tokens, words) && words.length < tokens.length)
    if (drop !== undefined) {
      relation = 'replace'
      tokens = [WITHOUT, ...tokens.slice(drop.words.length)]
    } else if (chart !== undefined && shown === null) {
      shown = chart.meaning
      const isFirst = startsWith(tokens, chart.words)
      tokens = isFirst ? tokens.slice(chart.words.length) : tokens.slice(0, -chart.words.length)
    } else if (lead !== undefined && lead.words.length >= (opener?.words.length ?? 0)) {
      relation = relation === null || relation === 'either' ? lead.meaning : relation
      tokens = tokens.slice(lead.words.length)
    } else if (opener !== undefined) tokens = tokens.slice(opener.words.length)
    else if (tail !== undefined) {
      relation = relation === null || relation === 'either' ? tail.meaning : relation
      tokens = tokens.slice(0, -tail.words.length)
    } else return { tokens, relation, shown, plain: null, moved: null }
  }
}

const isComparing = ({ tag }: Pick<Part, 'tag'>): boolean =>
  tag.kind === 'compare' || (tag.kind === 'key' && (tag.key === 'versus' || tag.key === 'why'))

/** "compare with 2024" compares the dates that were asked for before. */
const withFormerDays = (tagged: TaggedQuestion, range: RangeSlot | null): TaggedQuestion => {
  const parts = tagged.parts.filter(({ tag }) => tag.kind !== 'stop')
  const at = parts.findIndex(isComparing)
  const days = parts.flatMap(({ tag }, index) => (tag.kind === 'days' ? [index] : []))
  const isOwn = days.some((index) => index < at) || days.length > 1
  if (at < 0 || isOwn || range === null) return tagged
  const former: TaggedWords = {
    tag: { kind: 'days', days: range.days, part: range.part },
    words: range.words,
    isApart: false,
  }
  return { ...tagged, parts: [former, ...tagged.parts] }
}

const NAMING_KEYS = [
  'by',
  'per',
  'not',
  'and',
  'or',
  'with',
  'from',
  'share',
  'why',
  'versus',
  'which',
  'what',
  'list',
] as const
const NAMING_TAGS = ['days', 'filter', 'value', 'compare', 'rank', 'limit', 'grain', 'dimension', 'stop']

/** Names only conditions, groups, dates and the like. */
const isElliptical = (parts: readonly Part[]): boolean =>
  parts.every(
    (part, at) =>
      NAMING_TAGS.includes(part.tag.kind) ||
      isKey(part, ...NAMING_KEYS) ||
      (part.tag.kind === 'noun' && ['group', 'unit'].includes(nounRole(parts, at))),
  )

/** "what about orders": a noun alone is counted. */
const subjects = (parts: readonly Part[]): MeasureSlot[] =>
  parts.flatMap((part, at): MeasureSlot[] =>
    part.tag.kind === 'noun' && nounRole(parts, at) === 'subject'
      ? [{ ids: NOUNS[part.tag.noun].count, noun: part.tag.noun, words: part.words }]
      : [],
  )

/** "all channels" */
const freedBy = (tokens: readonly Token[], parts: readonly Part[]): readonly string[] => {
  const [only, ...more] = parts
  const isAll = ['all', 'every', 'any', 'each'].includes(tokens[0]?.text ?? '')
  return isAll && more.length === 0 && only?.tag.kind === 'dimension' ? only.tag.ids : []
}

/** "by orders": the measure that ranks the rows. */
const rankedBy = (parts: readonly Part[]): MeasureSlot | null => {
  const [by, part, ...more] = parts
  if (by === undefined || part === undefined || more.length > 0 || !isKey(by, 'by')) return null
  if (part.tag.kind === 'measure') return { ids: part.tag.ids, noun: null, words: part.words }
  if (part.tag.kind !== 'noun' || canBeGrouped(part.tag.noun)) return null
  return { ids: NOUNS[part.tag.noun].count, noun: part.tag.noun, words: part.words }
}

const NOTHING: TaggedQuestion = { parts: [], unknown: [], topics: [], cost: 0 }

const changeOf = (tagged: TaggedQuestion, stripped: Stripped, before: Slots, calendar: RangeCalendar): Change => {
  const { tokens, ...rest } = stripped
  const completed = withFormerDays(tagged, before.range)
  const { parts, slots } = readNamed(completed, calendar)
  const freed = freedBy(tokens, parts)
  const ranked = rankedBy(parts)
  const isWhole = freed.length > 0 || ranked !== null
  const isFormerRange = completed !== tagged && slots.range?.words === before.range?.words
  const measures = ranked === null ? withoutRepeats([...slots.measures, ...subjects(parts)]) : [ranked]
  return {
    ...rest,
    freed,
    named: {
      ...slots,
      measures,
      groups: freed.length > 0 ? [] : slots.groups,
      range: isFormerRange ? null : slots.range,
      unmatched: isWhole ? [] : slots.unmatched,
      cost: isWhole ? tagged.cost : slots.cost,
    },
    isElliptical: isElliptical(parts) || ranked !== null,
    isCompared: parts.some(isComparing),
  }
}

/** A change, or the words that make it none. */
export type ReadChange =
  | { readonly change: Change }
  | { readonly unknown: readonly string[]; readonly reason: string | null }

/** Every way to read the words as a change of what was asked before, the likeliest first. */
export const readChanges = (all: readonly Token[], before: Slots, { lexicon, calendar }: Account): ReadChange[] => {
  const stripped = strip(all)
  const { tokens, shown, plain, moved } = stripped
  const isEmpty = tokens.length === 0
  if (isEmpty && shown === null && plain === null && moved === null) return []
  const tagged = isEmpty ? [NOTHING] : tagQuestion(tokens, lexicon, calendar)
  return tagged.map((one) =>
    one.unknown.length > 0
      ? { unknown: one.unknown, reason: one.topics[0] ?? null }
      : { change: changeOf(one, stripped, before, calendar) },
  )
}
