import type { CustomField } from '#domain/custom-fields.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Answerable, AskedHistory } from './definition/answerable.ts'
import { buildDefinition } from './definition/build-definition.ts'
import { candidateTypes } from './definition/candidate-types.ts'
import { canBeForeseen, foresee } from './definition/forecast.ts'
import { type Missing, missingDistance, reasonFor } from './definition/missing.ts'
import { NOUNS } from './language/nouns.ts'
import { readPeople } from './people/read-people.ts'
import { readSlots } from './slots/read-slots.ts'
import { type FilterSlot, filterSlot, type MeasureSlot, type Slots } from './slots/slots.ts'
import { bottlesOfWine } from './slots/wine.ts'
import type { Lexicon } from './tag/lexicon.ts'
import type { AskCalendar } from './tag/pattern.ts'
import { type TaggedQuestion, tagQuestion } from './tag/tag-question.ts'
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
  /** the words are of something that no record is about */
  readonly isTopic?: boolean
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
  /** what was sold is on record, and not only orders as a whole */
  readonly hasItems: boolean
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

const isAnswered = (built: readonly Built[]): boolean => built.some((one) => 'answer' in one)

/** Whoever lives somewhere is a person, whose address the list of customers shows. */
const isOfAddress = ({ filters }: Slots): boolean =>
  filters.some(({ choices }) => choices.some(({ columnId }) => columnId === 'state' || columnId === 'country'))

/** Without the wine where only orders as a whole have what else is asked. */
const buildSlots = (slots: Slots, account: Account): Built[] => {
  const ofWine = account.hasItems ? bottlesOfWine(slots) : slots
  const built = ofWine === slots ? [] : buildAsked(ofWine, account)
  return isAnswered(built) ? built : buildAsked(slots, account)
}

const buildAsked = (slots: Slots, account: Account): Built[] => {
  if (slots.unmatched.length > 0) return [{ refusal: { words: clean(slots.unmatched), reason: null } }]
  const others = otherwise(slots).map((one) => buildOne({ ...one, cost: one.cost + OTHERWISE_COST }, account))
  if (isOfAddress(slots) && isAnswered(others)) return others
  const variants = [slots, ...slots.others.map((other) => ({ ...slots, ...other }))]
  const built = variants.map((one) => buildOne(one, account))
  if (isAnswered(built)) return built
  const ofMembers = byMembership(slots)
  const byHistory = ofMembers === null ? [] : [buildOne(ofMembers, account)]
  if (isAnswered(byHistory)) return byHistory
  return isAnswered(others) ? [...built, ...others] : [...built, ...others, ...forecastOf(slots, account)]
}

/** The history of what the question asks about days ahead, with the days. */
const forecastOf = (slots: Slots, account: Account): Candidate[] => {
  const foreseen = foresee(slots, account.calendar)
  if (foreseen === null) return []
  const built = buildOne(foreseen.slots, account)
  if (!('answer' in built) || !canBeForeseen(built.type, built.answer)) return []
  return [{ ...built, answer: { ...built.answer, forecast: foreseen.forecast } }]
}

/** A tagged question read in one way. */
type ReadSlots = (tagged: TaggedQuestion) => Slots | null

const interpretBy = (tagged: readonly TaggedQuestion[], read: ReadSlots, account: Account): Interpretation => {
  const candidates: Candidate[] = []
  let refusal: Refusal | null = null
  let leastCost = Number.POSITIVE_INFINITY
  for (const one of tagged) {
    if (one.unknown.length > 0) {
      refusal = fewer(refusal, {
        words: clean(one.unknown),
        reason: one.topics[0] ?? null,
        isTopic: one.topics.length > 0,
      })
      if (one === tagged[0]) break
      continue
    }
    const slots = read(one)
    if (slots === null) continue
    leastCost = Math.min(leastCost, slots.cost)
    for (const built of buildSlots(slots, account)) {
      if ('answer' in built) candidates.push(built)
      else refusal = fewer(refusal, built.refusal)
    }
  }
  return { candidates, refusal: refusal ?? { words: [], reason: null }, leastCost }
}

/** A reading that is less likely than another by more than this is not answered, even if the other has no answer. */
const MOST_STRAINED = 0.9

/** The candidates that are likely enough to be answered. */
export const likelyOf = <T extends { readonly cost: number }>({
  candidates,
  leastCost,
}: Pick<Interpretation, 'leastCost'> & { readonly candidates: readonly T[] }): T[] =>
  candidates.filter((one) => one.cost <= leastCost + MOST_STRAINED)

/**
 * Every definition that the words may mean, and what is at fault where they mean none. What people did is a condition on them where the
 * words say more of it than a filter can, or where they say nothing else.
 */
export const interpret = (tokens: readonly Token[], account: Account): Interpretation => {
  const { calendar } = account
  const tagged = tagQuestion(tokens, account.lexicon, calendar)
  const people = tagged.map((one) => (one.unknown.length > 0 ? null : readPeople(one, calendar)))
  const ofPeople = (): Interpretation =>
    interpretBy(
      tagged,
      (one) => {
        const read = people[tagged.indexOf(one)]
        if (!read) return null
        const slots = readSlots(read.rest, calendar)
        const others = read.otherHistories === null ? [] : [{ histories: read.otherHistories }]
        return { ...slots, histories: read.histories, others: [...slots.others, ...others] }
      },
      account,
    )
  const isNeeded = people.find((one) => one !== null)?.isNeeded ?? false
  if (isNeeded) {
    const read = ofPeople()
    if (likelyOf(read).length > 0) return read
  }
  const plain = interpretBy(tagged, (one) => readSlots(one, calendar), account)
  if (isNeeded || likelyOf(plain).length > 0 || people.every((one) => one === null)) return plain
  const read = ofPeople()
  return likelyOf(read).length > 0 ? read : plain
}

const isOfMembers = ({ filters: [filter, ...more] }: FilterSlot): boolean =>
  filter?.ids[0] === 'isClubMember' && more.length === 0

/** Who bought an item is a member by their memberships, where the records do not say. */
const byMembership = (slots: Slots): Slots | null => {
  const member = slots.filters.find(isOfMembers)
  const [filter] = member?.filters ?? []
  if (member === undefined || filter === undefined || slots.histories !== undefined) return null
  const isMember = (filter.comparison === 'IsTrue') !== member.isNegated
  const condition: AskedHistory = {
    of: 'Memberships',
    which: 'any',
    filters: [IS_MEMBER],
    dates: null,
    ...(isMember ? {} : { count: { comparison: 'Equal', value: 0 } }),
  }
  return {
    ...slots,
    filters: slots.filters.filter((one) => one !== member),
    histories: [...(slots.histories ?? []), { words: member.words, condition }],
  }
}

const IS_MEMBER: AskedHistory['filters'][number] = { columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }

const clubOf = ({ choices: [choice] }: FilterSlot): readonly (string | number)[] | null =>
  choice?.columnId === 'clubName' && choice.values.length === 1 ? choice.values : null

const memberOf = (club: string | number): AskedHistory => ({
  of: 'Memberships',
  which: 'any',
  filters: [IS_MEMBER, { columnId: 'clubName', comparison: 'Equal', value: club }],
  dates: null,
})

/** The same question about other records that are the same: members in California are customers who are members. */
const otherwise = (slots: Slots): Slots[] => {
  const named = slots.list?.noun ?? slots.measures.find(({ noun }) => noun !== null)?.noun ?? null
  const other = named === null ? undefined : NOUNS[named].otherwise
  if (named === null || other === undefined || slots.intent === 'forecast') return []
  // when members joined is not when they ordered
  if (named === 'member' && slots.list !== null && slots.range !== null) return []
  const { noun, filter } = other
  const { columnId, comparison, value = null } = filter
  const replace = (measure: MeasureSlot): MeasureSlot =>
    measure.noun === named ? { ...measure, ids: NOUNS[noun].count, noun } : measure
  // who is in a club, of customers, is what they joined
  const ofClub = slots.filters.filter((one) => noun === 'customer' && !one.isNegated && clubOf(one) !== null)
  const histories = ofClub.flatMap((one) =>
    (clubOf(one) ?? []).map((name) => ({ words: one.words, condition: memberOf(name) })),
  )
  return [
    {
      ...slots,
      ...(histories.length === 0 ? {} : { histories: [...(slots.histories ?? []), ...histories] }),
      measures: slots.measures.map(replace),
      filters: [
        ...slots.filters.filter((one) => !ofClub.includes(one)),
        filterSlot(slots.list?.words ?? named, { ids: [columnId], comparison, value }),
      ],
      list: slots.list === null ? null : { ...slots.list, noun },
    },
  ]
}
