import { COUNT_COMPARISONS, type CountComparison } from '#domain/report-terms.ts'
import { is, isKey, type Part } from '../slots/slots.ts'
import { filterTag, type Tag } from '../tag/tag.ts'
import { type Deed, type DeedFilter, deedOf, deedWith, isImplied, JOINED, WINE } from './deeds.ts'

type DaysPart = Extract<Tag, { kind: 'days' | 'span' | 'limit' }>

/** What people did or are, as one part of a question says it: "have not ordered since spring", "are in the club". */
export interface Clause {
  readonly parts: readonly Part[]
  readonly deed: Deed | null
  readonly which: 'any' | 'first' | 'last'
  readonly isNegated: boolean
  /** "only online": and not otherwise */
  readonly isOnly: boolean
  /** what the clause names, two of one column included */
  readonly filters: readonly DeedFilter[]
  /** with the words that say them */
  readonly days: readonly (DaysPart & { readonly words: string })[]
  readonly count: { readonly comparison: CountComparison; readonly value: number } | null
  /** "since" without days: after what the clause before says */
  readonly isSince: boolean
  /** "then": later than what the clause before says */
  readonly isLater: boolean
  /** "any of it": what the clause before names */
  readonly refersBack: boolean
  /** "spent over $1,000": an amount of all that was done together, which a limit says and no history */
  readonly isTotal: boolean
  /** what the people are */
  readonly traits: readonly Tag[]
}

const EMPTY: Clause = {
  parts: [],
  isTotal: false,
  deed: null,
  which: 'any',
  isNegated: false,
  isOnly: false,
  filters: [],
  days: [],
  count: null,
  isSince: false,
  isLater: false,
  refersBack: false,
  traits: [],
}

/** That somebody did it, and no more. */
export const clauseOf = (deed: Deed): Clause => ({ ...EMPTY, deed })

const says = ({ words }: Part, pattern: RegExp): boolean => pattern.test(words)

const isStop = ({ tag }: Part): boolean => tag.kind === 'stop'

/** "bought nothing outside the club": what follows is left out of what was done, and the deed itself is not denied. */
const isExcluding = (part: Part): boolean =>
  isKey(part, 'not') && says(part, /outside|on top of|except|other than|besides|apart|aside|exclud|counting|extra/i)

const isInClub = (part: Part): boolean => is(part, 'state:inClub', 'noun:member')

/** Columns of what somebody is, whatever was done. */
const TRAITS = ['isClubMember', 'status', 'standing', 'birthMonthOfYear', 'email', 'segment', 'city', 'postalCode']

const isTrait = ({ tag }: Part): boolean =>
  tag.kind === 'filter' && tag.filters.every(({ ids }) => ids.some((id) => TRAITS.includes(id)))

/** What a new clause begins with; "and Chardonnay" goes on with the one before. */
const opensClause = (parts: readonly Part[], at: number): boolean => {
  const [first, second] = parts.slice(at).filter((part) => !isStop(part))
  if (first === undefined) return false
  const isAuxiliary = is(first, 'verb:have', 'verb:earn') || isKey(first, 'now', 'who')
  return (
    isKey(first, 'not', 'first', 'final', 'since') ||
    deedOf(first) !== null ||
    isInClub(first) ||
    is(first, 'measure') ||
    isTrait(first) ||
    (isAuxiliary && second !== undefined)
  )
}

/** What a list of people shows of each. */
const SHOWN = ['dimension:email', 'dimension:city', 'dimension:state'] as const

const JOINTS = /^(?:but|yet|then|and then|later|before)$/i
const LATER = /then|later|before/i
const BACKWARD = /^(?:any|it|them|one|either)$/i
const ONLY = /^(?:only|just)$/i

export const namedFilters = ({ tag }: Part): readonly DeedFilter[] | null => {
  if (tag.kind === 'value') {
    const [choice] = tag.choices
    const values = choice?.values ?? []
    // "the last two releases" are both of them
    return choice === undefined || (values.length > 1 && choice.columnId !== 'releaseName')
      ? null
      : values.map((value) => ({ columnId: choice.columnId, comparison: 'Equal', value }))
  }
  if (tag.kind !== 'filter') return null
  return tag.filters.map(({ ids, comparison, value }) => ({ columnId: ids[0] ?? '', comparison, value }))
}

const OPPOSITE: Readonly<Partial<Record<DeedFilter['comparison'], DeedFilter['comparison']>>> = {
  Equal: 'NotEqual',
  IsTrue: 'IsFalse',
  IsFalse: 'IsTrue',
  Contains: 'NotContains',
}

/** "a case": so many bottles in one order. */
const atLeast = (bottles: number): DeedFilter => ({
  columnId: 'unitsSold',
  comparison: 'GreaterThanOrEqual',
  value: bottles,
})

const CLUB: DeedFilter = { columnId: 'channel', comparison: 'Equal', value: 'club' }

/** The filter that all others meet; null for one that has no opposite. */
export const oppositeOf = (filter: DeedFilter): DeedFilter | null => {
  const comparison = OPPOSITE[filter.comparison]
  return comparison === undefined ? null : { ...filter, comparison }
}

/** "isn't in the club" */
const denied = (tag: Tag): Tag | null => {
  const [filter, ...more] = tag.kind === 'filter' ? tag.filters : []
  const comparison = filter && OPPOSITE[filter.comparison]
  if (tag.kind !== 'filter' || filter === undefined || comparison === undefined || more.length > 0) return null
  return { ...tag, filters: [{ ...filter, comparison }] }
}

interface Read {
  readonly clause: Clause
  /** number of parts that were read */
  readonly length: number
}

/** "at least 3 times", "2 or more orders", "a case or more in one order", "over $1,000" */
const readLimit = (clause: Clause, parts: readonly Part[], at: number): Read | null => {
  const { tag } = parts[at] ?? {}
  if (tag?.kind !== 'limit') return null
  if (tag.unit === 'days' && clause.deed?.least !== undefined) return null
  const isBeen = parts.slice(Math.max(0, at - 3), at).some((part) => says(part, /^(?:with us|been)$/i))
  if (tag.since !== undefined)
    return {
      clause: {
        ...clause,
        deed: clause.deed ?? (isBeen ? JOINED : null),
        days: [...clause.days, { ...tag, words: parts[at]?.words ?? '' }],
      },
      length: 1,
    }
  const comparison = COUNT_COMPARISONS.find((one) => one === tag.comparison)
  if (comparison === undefined) return null
  if (tag.unit === 'times') return { clause: { ...clause, count: { comparison, value: tag.value } }, length: 1 }
  const next = parts[at + 1]
  if (tag.unit === null && deedOf(next) !== null)
    return {
      clause: { ...clause, deed: clause.deed ?? deedOf(next), count: { comparison, value: tag.value } },
      length: 2,
    }
  const measure = next?.tag.kind === 'measure' ? next.tag : null
  const rest = parts.slice(at + (measure === null ? 1 : 2))
  const order = rest.findIndex((part) => is(part, 'noun:order'))
  // "whose first order was over $300"
  const isOfThat = clause.which !== 'any' && order < 0
  const isOfOne =
    isOfThat || (order > 0 && order <= 3 && rest.slice(0, order).some((part) => says(part, /^(?:one|single|same)$/i)))
  const columnId = measure?.ids[0] ?? (tag.unit === 'money' || isOfThat ? 'netSales' : undefined)
  if (!isOfOne || columnId === undefined)
    return clause.isNegated ? null : { clause: { ...clause, isTotal: true }, length: measure === null ? 1 : 2 }
  const filter: DeedFilter = { columnId, comparison: tag.comparison, value: tag.value * (measure?.per ?? 1) }
  return {
    clause: { ...clause, filters: [...clause.filters, filter] },
    length: (isOfThat ? 0 : order + 1) + (measure === null ? 1 : 2),
  }
}

/** "outside the club", "besides their club shipments", "except online" */
const leaveOut = (clause: Clause, parts: readonly Part[], at: number): Read | null => {
  const skipped = parts.slice(at + 1).findIndex((other) => !isStop(other))
  const left = parts[at + 1 + skipped]
  const isClub = is(left, 'noun:release', 'noun:member', 'state:inClub')
  const [named, ...more] = isClub || left === undefined ? [CLUB] : (namedFilters(left) ?? [])
  const comparison = named && OPPOSITE[named.comparison]
  if (named === undefined || comparison === undefined || more.length > 0) return null
  const isSaidTwice = named.value === CLUB.value && is(parts[at + 2 + skipped], 'noun:release')
  return {
    clause: { ...clause, filters: [...clause.filters, { ...named, comparison }] },
    length: 2 + skipped + (isSaidTwice ? 1 : 0),
  }
}

/** "in 2024 and in 2025" */
const isAlso = (parts: readonly Part[], at: number): boolean =>
  isKey(
    parts.slice(0, at).findLast((part) => !isStop(part)),
    'and',
  )

/** The clause with one more part of it; null where it has no place in what somebody did. */
const extend = (clause: Clause, parts: readonly Part[], at: number): Read | null => {
  const part = parts[at]
  if (part === undefined) return null
  const one = (change: Partial<Clause>): Read => ({ clause: { ...clause, ...change }, length: 1 })
  const { tag } = part
  // "came back within 90 days" of what, no record says
  if (clause.deed?.least !== undefined && says(part, /^within/i)) return null
  if (isStop(part)) {
    if (says(part, ONLY)) return one({ isOnly: true })
    return one(says(part, BACKWARD) ? { refersBack: true } : {})
  }
  if (tag.kind === 'limit') return readLimit(clause, parts, at)
  if (tag.kind === 'days' && clause.days.length > 0 && !isAlso(parts, at)) return null
  if (tag.kind === 'days' || tag.kind === 'span') return one({ days: [...clause.days, { ...tag, words: part.words }] })
  if (isExcluding(part)) return leaveOut(clause, parts, at)
  if (isKey(part, 'not')) return one({ isNegated: true })
  if (isKey(part, 'first', 'final')) {
    const next = parts.slice(at + 1).find((other) => !isStop(other))
    const isOfDeed = clause.deed !== null || deedOf(next) !== null
    return isOfDeed ? one({ which: isKey(part, 'first') ? 'first' : 'last' }) : null
  }
  // "still bought something after"
  const isLater = says(part, /^later$/i) || (says(part, /^after$/i) && at === parts.length - 1)
  if (isKey(part, 'later')) return isLater ? one({ isLater: true }) : null
  if (isKey(part, 'since'))
    return one(says(part, /again/i) && clause.deed?.least !== undefined ? {} : { isSince: true })
  if (
    isKey(part, 'both', 'now', 'from', 'with') ||
    (isKey(part, 'versus') && is(parts[at + 1], 'value:releaseName')) ||
    is(part, ...SHOWN) ||
    (isKey(part, 'what', 'which') && is(parts[at + 1], ...SHOWN)) ||
    (isKey(part, 'per') && says(part, /^an?$/i))
  )
    return one({})
  // "canceled their membership"
  if (clause.deed?.of === JOINED.of && is(part, 'noun:member') && says(part, /^memberships?$/i)) return one({})
  // "in a club", where no sale through the club is spoken of
  const isClub = is(part, 'filter:channel') && says(part, /clubs?$/i) && clause.which === 'any'
  const isMember = (isInClub(part) || isClub) && clause.deed === null
  if (isMember)
    return one({
      traits: [...clause.traits, filterTag('isClubMember', clause.isNegated ? 'IsFalse' : 'IsTrue')],
      isNegated: false,
    })
  const deed = deedOf(part)
  if (deed !== null) {
    if (clause.deed === null) return one({ deed })
    return clause.deed.of === deed.of ? one({}) : null
  }
  if (is(part, 'verb:have', 'verb:earn') && clause.deed === null) return one({})
  if (tag.kind === 'measure' && is(part, 'measure:unitsSold') && clause.deed !== null)
    return one({ filters: [...clause.filters, tag.per === undefined ? WINE : atLeast(tag.per)] })
  if (isTrait(part) && clause.deed === null) {
    const trait = clause.isNegated ? denied(tag) : tag
    return trait && one({ traits: [...clause.traits, trait], isNegated: false })
  }
  // "lifetime value over 1000": a condition on the people
  const isAmount = clause.deed === null && tag.kind === 'measure' && parts[at + 1]?.tag.kind === 'limit'
  const limit = parts[at + 1]?.tag
  if (isAmount && limit !== undefined)
    return { clause: { ...clause, traits: [...clause.traits, tag, limit] }, length: 2 }
  const named = namedFilters(part)
  // what has not been picked up is an order that waits, and none that was not made
  if (clause.isNegated && named?.some(({ columnId }) => columnId === 'deliveryMethod')) return null
  const isAny = named !== null && named.length > 1 && clause.refersBack
  return named === null || part.isNegated || isAny ? null : one({ filters: [...clause.filters, ...named] })
}

const isBegun = ({ deed, filters, days, count, traits, isSince }: Clause): boolean =>
  deed !== null || isSince || filters.length + days.length + traits.length > 0 || count !== null

/** What the parts say that people did or are, clause by clause; null where one of them says something else. */
export const readClauses = (parts: readonly Part[]): readonly Clause[] | null => {
  const clauses: Clause[] = []
  let clause = EMPTY
  let later: Clause | null = null
  let isJoined = false
  for (let at = 0; at < parts.length; ) {
    const part = parts[at]
    if (part === undefined) break
    const isLaterWord = isKey(part, 'later') && opensClause(parts, at + 1)
    const isJoint = isKey(part, 'and', 'who') || ((isStop(part) || isLaterWord) && says(part, JOINTS))
    isJoined ||= isJoint || part.isApart
    // "bought nothing" denies what was said, "bought Pinot but never Chardonnay" begins anew
    const isBare = clause.filters.length + clause.days.length === 0 && clause.count === null
    const isNothing = isBare && !isJoined && says(part, /^(?:nothing|none|no)$/i)
    const isDenied = isKey(part, 'not') && !isExcluding(part) && !isNothing
    const isThen = isJoint && says(part, LATER)
    if (isEarlierNext(clause, parts, at)) {
      later = { ...clause, isLater: true }
      clause = EMPTY
      at += 1
      continue
    }
    // "haven't come back or ordered": neither of the two
    const isNeither = isKey(part, 'or') && clause.isNegated && clause.deed !== null && opensClause(parts, at + 1)
    if (isNeither) {
      clauses.push(clause)
      clause = { ...EMPTY, isNegated: true }
      at += 1
      continue
    }
    // "who first bought online ended up in the club"
    const isState = clause.deed !== null && is(part, 'state:inClub')
    if (isBegun(clause) && ((isJoined && opensClause(parts, at)) || isDenied || isThen || isState)) {
      clauses.push(clause)
      clause = EMPTY
    }
    if (isJoint) {
      if (isThen) clause = { ...clause, isLater: true }
      at += 1
      continue
    }
    isJoined = false
    const read = extend(clause, parts, at)
    if (read === null) return null
    clause = { ...read.clause, parts: [...clause.parts, ...parts.slice(at, at + read.length)] }
    at += read.length
  }
  if (!isBegun(clause)) return null
  if (later === null) return [...clauses, clause]
  // "haven't ordered since their last visit", "ordered after their first one"
  const which = clause.which === (later.isNegated ? 'last' : 'first') ? 'any' : clause.which
  return [...clauses, { ...clause, which }, later]
}

/** "ordered after canceling", "haven't ordered since they joined": what was done before is said last. */
const isEarlierNext = (clause: Clause, parts: readonly Part[], at: number): boolean => {
  const part = parts[at]
  const isWord = part !== undefined && (isKey(part, 'since') || (isKey(part, 'later') && says(part, /^after$/i)))
  const next = parts.slice(at + 1).find((one) => !isStop(one) && !isKey(one, 'per', 'first', 'final'))
  return isWord && clause.deed !== null && deedOf(next) !== null
}

/** What was done, by the word that says so or by what is named. */
export const deedIn = ({ deed, filters, which, isNegated }: Clause, isTold: boolean): Deed | null => {
  if (deed !== null) return deed
  for (const { columnId } of filters) {
    const found = deedWith(columnId, isTold || isNegated || which !== 'any')
    if (found !== null) return found
  }
  return null
}

/** What a clause limits its deed to. */
export const limitsOf = ({ filters }: Clause, deed: Deed): readonly DeedFilter[] =>
  filters.filter((one) => !isImplied(deed, one))
