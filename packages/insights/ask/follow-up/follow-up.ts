import { lastYearMode } from '#domain/ranges/comparison-range.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { ANSWER_CHANGES, type AnswerChange } from '#domain/report-terms.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { type FormerAnswer, showAs } from '../chips/former-answer.ts'
import type { Answerable } from '../definition/answerable.ts'
import { candidateTypes } from '../definition/candidate-types.ts'
import { explain } from '../explain.ts'
import { type Account, buildOrForesee, type Candidate, clean, fewer, type Refusal } from '../interpret.ts'
import { NOUNS } from '../language/nouns.ts'
import { impliedSlots, withoutRepeats } from '../slots/implied.ts'
import { readNamed } from '../slots/read-slots.ts'
import { canBeGrouped, nounRole } from '../slots/roles.ts'
import { isKey, type MeasureSlot, type Part, type Slots } from '../slots/slots.ts'
import { namedDays } from '../tag/days/periods.ts'
import type { TaggedWords } from '../tag/tag.ts'
import { type TaggedQuestion, tagQuestion } from '../tag/tag-question.ts'
import type { Token } from '../text/token.ts'
import { FRAMING_WORDS, type Framed, takeFrame } from './framing.ts'
import { addsNothing, isOfColumn, isTaken, limitsRecords, mergeSlots } from './merge-slots.ts'
import { findWholeChange, WHOLE_CHANGE_WORDS } from './whole-changes.ts'

export const FOLLOW_UP_WORDS: ReadonlySet<string> = new Set([...FRAMING_WORDS, ...WHOLE_CHANGE_WORDS])

interface FollowUpCandidate extends Candidate {
  readonly changes: readonly AnswerChange[]
}

export interface FollowUp {
  readonly candidates: readonly FollowUpCandidate[]
  readonly refusal: Refusal
  readonly leastCost: number
  /** the words have no meaning of their own, or say that they continue */
  readonly isMeant: boolean
}

/** What a follow-up asks for. */
interface Changed {
  readonly slots: Slots
  readonly changes: readonly AnswerChange[]
  /** why there is no such answer; null where the words alone say it */
  readonly reason: string | null
}

const isComparing = ({ tag }: Pick<Part, 'tag'>): boolean =>
  tag.kind === 'compare' || (tag.kind === 'key' && (tag.key === 'versus' || tag.key === 'why'))

/** "compare with 2024" compares the dates that were asked for before. */
const withFormerDays = (tagged: TaggedQuestion, { range }: Slots): TaggedQuestion => {
  const parts = tagged.parts.filter(({ tag }) => tag.kind !== 'stop')
  const at = parts.findIndex(isComparing)
  const days = parts.flatMap(({ tag }, index) => (tag.kind === 'days' ? [index] : []))
  if (at < 0 || days.some((index) => index < at) || days.length > 1 || range === null) return tagged
  const { days: ofRange, part, words } = range
  const former: TaggedWords = { tag: { kind: 'days', days: ofRange, part }, words, isApart: false }
  return { ...tagged, parts: [former, ...tagged.parts] }
}

const NAMING_KEYS = [
  ...(['by', 'per', 'not', 'and', 'or', 'with', 'from', 'share', 'why', 'versus', 'which', 'what', 'list'] as const),
]
const NAMING_TAGS = ['days', 'filter', 'value', 'compare', 'rank', 'limit', 'grain', 'dimension', 'stop']

/** Names only conditions, groups, dates and the like. */
const isElliptical = (parts: readonly Part[]): boolean =>
  parts.every(
    (part, at) =>
      NAMING_TAGS.includes(part.tag.kind) ||
      isKey(part, ...NAMING_KEYS) ||
      (part.tag.kind === 'noun' && ['group', 'unit'].includes(nounRole(parts, at))),
  )

const countOf = ({ tag, words }: Part): MeasureSlot | null => {
  if (tag.kind === 'measure') return { ids: tag.ids, noun: null, words }
  return tag.kind === 'noun' ? { ids: NOUNS[tag.noun].count, noun: tag.noun, words } : null
}

/** "what about orders": a noun alone is counted. */
const subjects = (parts: readonly Part[]): MeasureSlot[] =>
  parts.flatMap((part, at) => (nounRole(parts, at) === 'subject' ? (countOf(part) ?? []) : []))

/** "all channels": conditions on the column end. */
const freedBy = (tokens: readonly Token[], [only, ...more]: readonly Part[]): readonly string[] => {
  const isAll = ['all', 'every', 'any', 'each'].includes(tokens[0]?.text ?? '')
  return isAll && more.length === 0 && only?.tag.kind === 'dimension' ? only.tag.ids : []
}

/** "by orders": the measure that ranks the rows. */
const rankedBy = ([by, part, ...more]: readonly Part[]): MeasureSlot | null => {
  const isGroup = part?.tag.kind === 'noun' && canBeGrouped(part.tag.noun)
  return part === undefined || more.length > 0 || !isKey(by, 'by') || isGroup ? null : countOf(part)
}

/** "why": what drives the change of the measure. */
const explained = (slots: Slots, calendar: RangeCalendar): Slots => {
  const range = slots.range ?? { days: namedDays('ThisYear', calendar), part: 'in' as const, words: 'why' }
  const mode = lastYearMode(range.days.named ?? range.days, calendar.today)
  const compare = slots.compare ?? { mode, words: 'why' }
  return impliedSlots([], { ...slots, groups: [], range, compare, rank: null, intent: 'why' })
}

const DAYS_BY_DAY = 45

/** "as a chart" of one number: over time; "on a map": by state. */
const drawnBy = (slots: Slots, shown: Framed['shown']): Slots => {
  const { range } = slots
  if (shown === null || shown === 'table' || slots.groups.length > 0 || slots.list !== null) return slots
  if (shown === 'map') return { ...slots, groups: [{ kind: 'column', ids: ['state'], words: 'state' }] }
  const isShort = range !== null && diffDays(range.days.from, range.days.until) <= DAYS_BY_DAY
  const grain = isShort ? 'Day' : 'Month'
  return { ...slots, groups: [{ kind: 'grain', grain, words: grain.toLowerCase() }] }
}

const changesOf = (named: Slots): AnswerChange[] => {
  const isWhy = named.intent === 'why'
  const has: Readonly<Record<AnswerChange, boolean>> = {
    measure: named.measures.length > 0,
    groups: named.groups.length > 0,
    filters: named.filters.length > 0,
    limits: named.limits.length > 0,
    dates: named.range !== null && !isWhy,
    comparison: named.compare !== null && !isWhy,
    order: named.rank !== null,
    share: named.share !== null,
    chart: false,
    reasons: isWhy,
  }
  return ANSWER_CHANGES.filter((name) => has[name])
}

/** Why a change is refused that the former answer has no place for. */
const refusalReason = (slots: Slots, named: Slots, isCompared: boolean): string | null => {
  if (isCompared && named.compare === null)
    return 'These dates can be compared with the period just before them, or with the same dates of the year before.'
  const isOneNumber = slots.groups.length === 0 && slots.list === null
  return named.rank !== null && isOneNumber
    ? 'There is only one number to rank. Name what to rank, such as “top 5 wines”.'
    : null
}

/** How much less likely it is that a value is added than that it replaces another. */
const ADD_COST = 0.1

interface ReadChange {
  readonly changed: readonly Changed[]
  readonly leastCost: number
  readonly isMeant: boolean
}

/** What the words name in place of what was asked before, or next to it: both where they do not say. */
const readChange = (
  tagged: TaggedQuestion,
  { tokens, relation }: Framed,
  before: Slots,
  calendar: RangeCalendar,
): ReadChange => {
  const completed = withFormerDays(tagged, before)
  const { parts, slots } = readNamed(completed, calendar)
  const [freed, ranked] = [freedBy(tokens, parts), rankedBy(parts)]
  const isWhole = freed.length > 0 || ranked !== null
  const isFormerRange = completed !== tagged && slots.range?.words === before.range?.words
  const named: Slots = {
    ...slots,
    measures: ranked === null ? withoutRepeats([...slots.measures, ...subjects(parts)]) : [ranked],
    groups: freed.length > 0 ? [] : slots.groups,
    range: isFormerRange ? null : slots.range,
    unmatched: isWhole ? [] : slots.unmatched,
    cost: isWhole ? tagged.cost : slots.cost,
  }
  const isEither = relation === 'either' && isTaken(before, named)
  const ways = isEither ? [false, true] : [relation === 'add']
  const kept = { ...before, filters: before.filters.filter((one) => !isOfColumn(one, freed)) }
  const isNothing = relation === 'add' && addsNothing(before, named)
  const changed = ways.flatMap((isAdded) =>
    (isNothing ? [] : mergeSlots(kept, named, isAdded, calendar)).map((merged): Changed => {
      const withCost = { ...merged, cost: merged.cost + (isAdded ? ADD_COST : 0) }
      const whole = named.intent === 'why' ? explained(withCost, calendar) : withCost
      const changes = freed.length > 0 ? (['filters'] as const) : changesOf(named)
      return { slots: whole, changes, reason: refusalReason(merged, named, parts.some(isComparing)) }
    }),
  )
  return { changed, leastCost: named.cost, isMeant: isElliptical(parts) || ranked !== null }
}

/** What the answer is about, without its dates, which go on. */
const answerName = (type: ReportType, { definition }: Answerable, account: Account): string => {
  const orderColumns = definition.top === null ? [] : definition.orderColumns
  const undated = { ...definition, relativeDateFilter: null, orderColumns }
  return explain(type, { definition: undated }, account.calendar).replace(/\.$/, '')
}

const NO_MAP = 'A map shows values by state. Ask for them “by state on a map”.'
const NO_CHART = 'This answer has no such chart. Group it by one thing, such as “by month”.'

const build = (
  { slots: merged, changes: named, reason }: Changed,
  { shown }: Framed,
  former: FormerAnswer,
  account: Account,
): FollowUpCandidate | { readonly refusal: Refusal } => {
  if (merged.unmatched.length > 0) return { refusal: { words: clean(merged.unmatched), reason } }
  const slots = drawnBy(merged, shown)
  const types = candidateTypes(slots, account.customFields)
  const full = { ...slots, limitsRecords: limitsRecords(slots) }
  const built = buildOrForesee(full, account, former.type === null ? types : [former.type, ...types])
  if (!('answer' in built)) return { refusal: { ...built.refusal, reason: built.refusal.reason ?? reason } }
  const changes: readonly AnswerChange[] = shown === null ? named : [...named, 'chart']
  if (changes.length === 0) return { refusal: { words: [], reason: null } }
  const { definition } = built.answer
  const drawn = showAs(definition, shown ?? former.shown) ?? (shown === null ? definition : null)
  if (drawn === null) return { refusal: { words: [], reason: shown === 'map' ? NO_MAP : NO_CHART } }
  const answer = { ...built.answer, definition: { ...drawn, name: answerName(built.type, built.answer, account) } }
  return { ...built, answer, changes, cost: slots.cost }
}

/** What a question of its own begins with. */
const SENTENCE_WORDS = ['who', 'what', 'which', 'how', 'when', 'where', 'list', 'did', 'do', 'does', 'is', 'are']

/** The words as a change of a former answer; null where they say nothing that could change one. */
export const interpretFollowUp = (
  tokens: readonly Token[],
  former: FormerAnswer,
  { lexicon, calendar, ...account }: Account,
): FollowUp | null => {
  const framed = takeFrame(tokens)
  const before = former.slots
  const wholeChange = findWholeChange(framed.tokens)
  const isEmpty = framed.tokens.length === 0
  if (isEmpty && framed.shown === null) return null
  const buildAll = (changed: readonly Changed[]) =>
    changed.map((one) => build(one, framed, former, { lexicon, calendar, ...account }))
  const isSentence = SENTENCE_WORDS.includes(tokens[0]?.text ?? '')
  const isContinued = (isOpen: boolean): boolean => framed.relation !== null || (isOpen && !isSentence)
  const asFollowUp = (built: ReturnType<typeof buildAll>, leastCost: number, isMeant: boolean): FollowUp => ({
    candidates: built.flatMap((one) => ('answer' in one ? [one] : [])),
    refusal: built.reduce<Refusal | null>((all, one) => ('answer' in one ? all : fewer(all, one.refusal)), null) ?? {
      words: [],
      reason: null,
    },
    leastCost,
    isMeant,
  })
  if (wholeChange !== null || isEmpty) {
    const slots = wholeChange === null ? before : wholeChange.apply(before, calendar)
    const changes = wholeChange === null ? [] : [wholeChange.changes]
    return asFollowUp(buildAll(slots === null ? [] : [{ slots, changes, reason: null }]), 0, isContinued(true))
  }
  const tagged = tagQuestion(framed.tokens, lexicon, calendar)
  const [likeliest] = tagged
  if (likeliest === undefined) return null
  const known = likeliest.unknown.length > 0 ? [] : tagged.filter(({ unknown }) => unknown.length === 0)
  const read = known.map((one) => readChange(one, framed, before, calendar))
  const [first] = read
  if (first === undefined) {
    const refusal = { words: clean(likeliest.unknown), reason: likeliest.topics[0] ?? null }
    return { candidates: [], refusal, leastCost: 0, isMeant: isContinued(false) }
  }
  return asFollowUp(
    buildAll(read.flatMap(({ changed }) => changed)),
    Math.min(...read.map(({ leastCost }) => leastCost)),
    isContinued(first.isMeant),
  )
}
