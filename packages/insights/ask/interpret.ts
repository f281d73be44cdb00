import type { CustomField } from '#domain/custom-fields.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Answerable } from './definition/answerable.ts'
import { buildDefinition } from './definition/build-definition.ts'
import { candidateTypes } from './definition/candidate-types.ts'
import { canBeForeseen, foresee } from './definition/forecast.ts'
import { type Missing, missingDistance, reasonFor } from './definition/missing.ts'
import { NOUNS } from './language/nouns.ts'
import { readSlots } from './slots/read-slots.ts'
import { filterSlot, type MeasureSlot, type Slots } from './slots/slots.ts'
import type { Lexicon } from './tag/lexicon.ts'
import type { AskCalendar } from './tag/pattern.ts'
import { tagQuestion } from './tag/tag-question.ts'
import type { Token } from './text/token.ts'

/** A definition that the words may mean. */
export interface Candidate {
  readonly type: ReportType
  readonly answer: Answerable
  /** how unlikely it is */
  readonly cost: number
}

/** Why a reading cannot be answered. */
export interface Refusal {
  /** at fault */
  readonly words: readonly string[]
  /** what is missing, in a sentence; null where the words are unknown */
  readonly reason: string | null
}

export interface Interpretation {
  readonly candidates: readonly Candidate[]
  /** of the reading with the fewest words at fault, where nothing can be answered */
  readonly refusal: Refusal
  /** cost of the likeliest reading, whether it can be answered or not */
  readonly leastCost: number
}

export interface Account {
  readonly lexicon: Lexicon
  readonly calendar: AskCalendar
  readonly customFields: readonly CustomField[]
}

export type Built = Candidate | { readonly refusal: Refusal }

/** The refusal with fewer words at fault; of two with as many, the one with a reason. */
export const fewer = (a: Refusal | null, b: Refusal): Refusal => {
  if (a === null || b.words.length < a.words.length) return b
  return a.reason === null && b.reason !== null && b.words.length === a.words.length ? b : a
}

export const clean = (words: readonly string[]): readonly string[] => [...new Set(words.filter((word) => word !== ''))]

/** The definition on the first report type that supports everything; else what is missing on the nearest one. */
const buildOne = (
  slots: Slots,
  { calendar, customFields }: Account,
  types: readonly ReportType[] = candidateTypes(slots, customFields),
): Built => {
  let nearest: { readonly type: ReportType; readonly unsupported: readonly Missing[] } | null = null
  for (const type of types) {
    const built = buildDefinition(type, slots, calendar.today)
    if (built.answer !== null) return { type, answer: built.answer, cost: slots.cost + built.cost }
    const { unsupported } = built
    if (nearest === null || missingDistance(unsupported) < missingDistance(nearest.unsupported))
      nearest = { type, unsupported }
  }
  if (nearest === null) return { refusal: { words: [], reason: null } }
  const words = clean(nearest.unsupported.map((one) => one.words))
  return { refusal: { words, reason: reasonFor(nearest.type, slots, nearest.unsupported) } }
}

/** The same, or the history that a forecast continues where the days asked for are ahead. */
export const buildOrForesee = (slots: Slots, account: Account, types?: readonly ReportType[]): Built => {
  const built = buildOne(slots, account, types)
  const [foreseen] = 'answer' in built ? [] : forecastOf(slots, account)
  return foreseen ?? built
}

/** Other records that are the same cost little more than those of the noun itself. */
const OTHERWISE_COST = 0.2

const buildSlots = (slots: Slots, account: Account): Built[] => {
  if (slots.unmatched.length > 0) return [{ refusal: { words: clean(slots.unmatched), reason: null } }]
  const variants = [slots, ...slots.others.map((other) => ({ ...slots, ...other }))]
  const built = variants.map((one) => buildOne(one, account))
  if (built.some((one) => 'answer' in one)) return built
  const others = otherwise(slots).map((one) => buildOne({ ...one, cost: one.cost + OTHERWISE_COST }, account))
  if (others.some((one) => 'answer' in one)) return [...built, ...others]
  return [...built, ...others, ...forecastOf(slots, account)]
}

/** The history of what the question asks about days ahead, with the days. */
const forecastOf = (slots: Slots, account: Account): Candidate[] => {
  const foreseen = foresee(slots, account.calendar)
  if (foreseen === null) return []
  const built = buildOne(foreseen.slots, account)
  if (!('answer' in built) || !canBeForeseen(built.type, built.answer)) return []
  return [{ ...built, answer: { ...built.answer, forecast: foreseen.forecast } }]
}

/** Every definition that the words may mean, of people with these histories, and what is at fault where they mean none. */
export const interpret = (
  tokens: readonly Token[],
  account: Account,
  histories?: Slots['histories'],
): Interpretation => {
  const candidates: Candidate[] = []
  let refusal: Refusal | null = null
  let leastCost = Number.POSITIVE_INFINITY
  const tagged = tagQuestion(tokens, account.lexicon, account.calendar)
  for (const one of tagged) {
    if (one.unknown.length > 0) {
      refusal = fewer(refusal, { words: clean(one.unknown), reason: one.topics[0] ?? null })
      if (one === tagged[0]) break
      continue
    }
    const read = readSlots(one, account.calendar)
    const slots = histories === undefined ? read : { ...read, histories }
    leastCost = Math.min(leastCost, slots.cost)
    for (const built of buildSlots(slots, account)) {
      if ('answer' in built) candidates.push(built)
      else refusal = fewer(refusal, built.refusal)
    }
  }
  return { candidates, refusal: refusal ?? { words: [], reason: null }, leastCost }
}

/** The same question about other records that are the same: members in California are customers who are members. */
const otherwise = (slots: Slots): Slots[] => {
  const named = slots.list?.noun ?? slots.measures.find(({ noun }) => noun !== null)?.noun ?? null
  const other = named === null ? undefined : NOUNS[named].otherwise
  if (named === null || other === undefined) return []
  const { noun, filter } = other
  const { columnId, comparison, value = null } = filter
  const replace = (measure: MeasureSlot): MeasureSlot =>
    measure.noun === named ? { ...measure, ids: NOUNS[noun].count, noun } : measure
  return [
    {
      ...slots,
      measures: slots.measures.map(replace),
      filters: [...slots.filters, filterSlot(slots.list?.words ?? named, { ids: [columnId], comparison, value })],
      list: slots.list === null ? null : { ...slots.list, noun },
    },
  ]
}
