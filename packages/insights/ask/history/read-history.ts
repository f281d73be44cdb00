import { lookupTable } from '#domain/lookup-table.ts'
import type { CountComparison } from '#domain/report-terms.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { AskedHistory } from '../definition/answerable.ts'
import { readDays } from '../tag/days/read-days.ts'
import type { Lexicon } from '../tag/lexicon.ts'
import type { AskCalendar } from '../tag/pattern.ts'
import type { Tag } from '../tag/tag.ts'
import { type Token, tokenize } from '../text/token.ts'

/** What a question says of people's history, and the question without it. */
export interface ToldHistory {
  readonly rest: readonly Token[]
  readonly histories: readonly { readonly words: string; readonly condition: AskedHistory }[]
}

interface Vocabulary {
  readonly lexicon: Lexicon
  readonly calendar: AskCalendar
}

/** What a clause is about; the ones after it go on from there. */
interface Clause {
  readonly of: string
  readonly which: AskedHistory['which']
  readonly isNegated: boolean
  readonly filters: AskedHistory['filters']
  readonly dates: string | null
  readonly count: NonNullable<AskedHistory['count']> | null
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const RELATIVES = words('who that whose')
const JOINTS = words('and but yet')
const AUXILIARIES = words('very still now us did have has had did do does was were is been also ever then at')
const NEGATIONS = words('not never didnt havent hasnt dont doesnt hadnt no')
const STATES = words('is are isnt arent still')
const FILLERS = words(
  'a an the any some our at in from of on with by through via wine wines bottle bottles anything something time times order orders purchase purchases visit visits for tasting tastings tour tours club clubs both',
)

/** The records of what somebody did, by the verb or noun that says it. */
const EVENTS: Readonly<Record<string, string>> = lookupTable(
  Object.fromEntries(
    (
      [
        ['Orders', 'ordered order orders bought buy purchased purchase shopped shop'],
        ['Reservations', 'visited visit visits came come booked reserved tasted'],
        ['Memberships', 'joined join enrolled rejoined'],
      ] as const
    ).flatMap(([type, verbs]) => verbs.split(' ').map((verb) => [verb, type])),
  ),
)

const TIMES: Readonly<Record<string, number>> = lookupTable({ once: 1, twice: 2 })

/** A reservation that was kept: who canceled did not visit. */
const HELD: AskedHistory['filters'][number] = { columnId: 'heldOn', comparison: 'IsNotNull', value: null }
const VISITED = words('visited visit visits came come tasted')

/** The records of what a column belongs to, where no verb says it. */
const OF_COLUMN: Readonly<Record<string, string>> = lookupTable({
  experience: 'Reservations',
  channel: 'Orders',
  varietal: 'OrderLines',
  category: 'OrderLines',
  brand: 'OrderLines',
  productTitle: 'OrderLines',
  clubName: 'Memberships',
})

const COUNTS: readonly (readonly [phrase: string, comparison: CountComparison])[] = [
  ['at least', 'GreaterThanOrEqual'],
  ['more than', 'GreaterThan'],
  ['over', 'GreaterThan'],
  ['at most', 'LessThanOrEqual'],
  ['less than', 'LessThan'],
  ['fewer than', 'LessThan'],
  ['exactly', 'Equal'],
  ['only', 'Equal'],
  ['just', 'Equal'],
]

const startsWith = (tokens: readonly Token[], at: number, phrase: string): boolean =>
  phrase.split(' ').every((word, index) => tokens[at + index]?.text === word)

/** "twice", "at least 3 times", "only once": with the number of words. */
const readCount = (tokens: readonly Token[], at: number): { count: Clause['count']; length: number } | null => {
  const lead = COUNTS.find(([phrase]) => startsWith(tokens, at, phrase))
  const length = lead === undefined ? 0 : lead[0].split(' ').length
  const { text = '' } = tokens[at + length] ?? {}
  const isNumber =
    /^\d+$/.test(text) && /^(?:times?|orders?|visits?|purchases?|x)$/.test(tokens[at + length + 1]?.text ?? '')
  const value = isNumber ? Number(text) : TIMES[text]
  if (value === undefined) return null
  const count = { comparison: lead?.[1] ?? ('GreaterThanOrEqual' as const), value }
  return { count, length: length + (isNumber ? 2 : 1) }
}

/** Dates of a condition; what did not happen in the last six months did not happen since their first day. */
const readDates = (
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
  isNegated: boolean,
): { dates: string; length: number } | null => {
  const [longest] = readDays(tokens, at, calendar).toSorted((a, b) => b.length - a.length)
  const [tag] = longest?.tags ?? []
  if (longest === undefined || tag === undefined) return null
  const { length } = longest
  if (tag.kind === 'span') return { dates: `${tag.since}/`, length }
  if (tag.kind !== 'days') return null
  if (tag.part === 'before') return { dates: `/${tag.days.until}`, length }
  if (isNegated && tag.since !== undefined) return { dates: `${tag.since}/`, length }
  return { dates: tag.days.named ?? `${tag.days.from}/${tag.days.until}`, length }
}

/** Columns that are of an item and not of a whole order. */
const OF_ITEMS = ['varietal', 'category', 'brand', 'productTitle', 'itemKind', 'vintage']

type Filter = AskedHistory['filters'][number]

const filterOf = (tag: Tag | undefined): Filter | null => {
  if (tag?.kind === 'value') {
    const [choice] = tag.choices
    const [value, ...more] = choice?.values ?? []
    return choice === undefined || value === undefined || more.length > 0
      ? null
      : { columnId: choice.columnId, comparison: 'Equal', value }
  }
  const [filter, ...more] = tag?.kind === 'filter' ? tag.filters : []
  const [columnId] = filter?.ids ?? []
  if (filter === undefined || columnId === undefined || more.length > 0) return null
  return { columnId, comparison: filter.comparison, value: filter.value }
}

const readName = (
  tokens: readonly Token[],
  at: number,
  { find, longest }: Lexicon,
): { filter: Filter; length: number } | null => {
  for (let length = Math.min(longest, tokens.length - at); length > 0; length -= 1) {
    const phrase = tokens
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ')
    for (const { tags } of find(phrase)) {
      const filter = tags.length === 1 ? filterOf(tags[0]) : null
      if (filter !== null) return { filter, length }
    }
  }
  return null
}

/** Report type of the records that have the filter's column. */
const withFilter = (clause: Clause, filter: Filter): Clause => {
  const { columnId } = filter
  const isOfItems = OF_ITEMS.includes(columnId)
  const of = isOfItems && clause.of === 'Orders' ? 'OrderLines' : clause.of || (OF_COLUMN[columnId] ?? '')
  if (of === 'Reservations' && clause.of === '') return { ...clause, of, filters: [...clause.filters, HELD, filter] }
  return { ...clause, of, filters: [...clause.filters, filter] }
}

/** All memberships are of the club, and all visits are tastings: the words are no condition. */
const IMPLIED: Readonly<Record<string, string>> = lookupTable({ Memberships: 'channel', Reservations: 'itemKind' })

const NO_CLAUSE: Clause = {
  of: '',
  which: 'any',
  isNegated: false,
  filters: [],
  dates: null,
  count: null,
}

/** "have not ordered since spring": null where a word of it has no place in a history. */
const readClause = (
  tokens: readonly Token[],
  before: Clause | null,
  { lexicon, calendar }: Vocabulary,
): Clause[] | null => {
  let clause: Clause = { ...NO_CLAUSE, of: before?.of ?? '' }
  // what goes on from items is about orders again: "bought Pinot, then online"
  if (clause.of === 'OrderLines') clause = { ...clause, of: 'Orders' }
  const others: Clause[] = []
  let isBegun = false
  for (let at = 0; at < tokens.length; ) {
    const { text = '' } = tokens[at] ?? {}
    const event = EVENTS[text]
    const count = readCount(tokens, at)
    const name = event === undefined ? readName(tokens, at, lexicon) : null
    const days = readDates(tokens, at, calendar, clause.isNegated)
    // "2021 Oak Hollow Cabernet" is a wine
    const dates = days !== null && days.length >= (name?.length ?? 0) ? days : null
    if (!isBegun && NEGATIONS.has(text)) clause = { ...clause, isNegated: true }
    else if (!isBegun && (text === 'first' || text === 'last') && dates === null) clause = { ...clause, which: text }
    else if (event !== undefined && !isBegun) {
      clause = { ...clause, of: event, filters: VISITED.has(text) ? [HELD] : [] }
      if (text === REJOINED) clause = { ...clause, count: { comparison: 'GreaterThanOrEqual', value: 2 } }
      isBegun = true
    } else if (count !== null) {
      clause = { ...clause, count: count.count }
      at += count.length
      continue
    } else if (dates !== null) {
      // "in December 24 and December 25" is twice
      if (clause.dates !== null) others.push(clause)
      clause = { ...clause, dates: dates.dates }
      at += dates.length
      continue
    } else if (name !== null) {
      const { columnId } = name.filter
      // "Pinot Noir and Chardonnay" are two purchases: no bottle is both
      if (clause.filters.some((one) => one.columnId === columnId)) {
        others.push(clause)
        clause = { ...clause, filters: clause.filters.filter((one) => one.columnId !== columnId) }
      }
      if (IMPLIED[clause.of] !== columnId) clause = withFilter(clause, name.filter)
      at += name.length
      continue
    } else if (!RELATIVES.has(text) && !AUXILIARIES.has(text) && !FILLERS.has(text)) return null
    at += 1
  }
  const says = isBegun || clause.filters.length > 0 || clause.dates !== null || clause.count !== null
  const isSame = before !== null && before.filters.length > 0 && clause.filters.length === 0
  const hasAny = tokens.some(({ text }) => /^(?:any|it|them|one|either)$/.test(text))
  // "bought Zinfandel last year and hasn't bought any this year"
  if (isSame && (hasAny || !isBegun)) clause = { ...clause, of: before.of, filters: before.filters }
  const { of, dates, count } = clause
  return of === '' || !says ? null : [...others.map((one) => ({ ...one, dates: one.dates ?? dates, count })), clause]
}

const NONE: NonNullable<AskedHistory['count']> = { comparison: 'Equal', value: 0 }

const conditionOf = ({ of, which, isNegated, filters, dates, count }: Clause): AskedHistory | null => {
  if (isNegated && (count !== null || which !== 'any')) return null
  if (which !== 'any' && count !== null) return null
  const type = findReportType(of)
  if (type === null || filters.some(({ columnId }) => findColumn(type, columnId) === null)) return null
  const counted = isNegated ? NONE : count
  return { of, which, filters, dates, ...(counted === null ? {} : { count: counted }) }
}

/** Where a clause may begin: after "who", and after "and" where another verb, negation or time follows. */
const isClauseStart = (tokens: readonly Token[], at: number): boolean => {
  const rest = tokens.slice(at + 1, at + 4).map(({ text }) => text)
  const [first = ''] = rest
  return (
    STATES.has(first) ||
    NEGATIONS.has(first) ||
    first === 'first' ||
    first === 'last' ||
    tokens[at]?.text === 'then' ||
    rest.some((text) => EVENTS[text] !== undefined)
  )
}

const splitClauses = (tokens: readonly Token[]): Token[][] => {
  const clauses: Token[][] = [[]]
  tokens.forEach((token, at) => {
    const isJoint = JOINTS.has(token.text) || token.text === 'then' || (token.isApart && isClauseStart(tokens, at - 1))
    if (isJoint && (token.text === 'but' || isClauseStart(tokens, at))) clauses.push([])
    if (!JOINTS.has(token.text) || !isJoint) clauses.at(-1)?.push(token)
  })
  return clauses.filter((one) => one.length > 0)
}

/** Who joins again has joined twice, and left between. */
const REJOINED = 'rejoined'
const LEFT = /^(?:who |that )?(?:quit|left|cancell?ed)$/

const STILL = /^(?:are |is )?still active$/

/** "are in the club now", "isn't a member": a condition on the person, which the rest of the question says. */
const STATE =
  /^(?:who |that )?(?:is |are |isnt |arent |still )*(not )?(?:(?:in|part of) (?:the|a|our) (?:wine )?club|(?:a |an |club |wine club )*members?)(?: now| today| currently)?$/
const IN_CLUB = tokenize('in the club')
const NOT_IN_CLUB = tokenize('not in the club')

const PERSONS = words('people folks person persons anyone anybody everyone those guests visitors')

const [LIST, ...PEOPLE] = tokenize('list customers')

/** "members who …" asks for a list of them, "how many members who …" for their number. */
const subjectOf = (head: readonly Token[]): readonly Token[] => {
  const [only = '', ...more] = head.map(({ text }) => text)
  const named = more.length === 0 && (only === '' || PERSONS.has(only)) ? PEOPLE : head
  return LIST === undefined || ASKS.has(named[0]?.text ?? '') ? named : [LIST, ...named]
}

/** What a subject begins with that says how it is asked for. */
const ASKS = words('how number count list show top which what percent share give')

const COUNTED = ['how', 'many']

/** Where the first clause begins: at "who", or after "how many customers". */
const startOf = (tokens: readonly Token[]): number => {
  const relative = tokens.findIndex(({ text }) => RELATIVES.has(text))
  const isCounted = COUNTED.every((text, at) => tokens[at]?.text === text)
  if (relative !== -1 || !isCounted) return relative
  return tokens.findIndex(
    ({ text }, at) =>
      at > COUNTED.length && (EVENTS[text] !== undefined || NEGATIONS.has(text) || AUXILIARIES.has(text)),
  )
}

/**
 * A question about people with what they did: "members who have not ordered since spring", "customers who first bought at the tasting
 * room, then online". Null without such clauses, or where a word of them is none of a history.
 */
export const readHistory = (tokens: readonly Token[], vocabulary: Vocabulary): ToldHistory | null => {
  const start = startOf(tokens)
  if (start === -1 || start >= tokens.length) return null
  const head = tokens.slice(0, start)
  const isOfMembers = head.some(({ text }) => text.startsWith('member'))
  const histories: ToldHistory['histories'][number][] = []
  const stated: Token[] = []
  let before: Clause | null = null
  for (const clause of splitClauses(tokens.slice(start))) {
    const text = clause.map((one) => one.text).join(' ')
    const isAgain = tokens.at(-1)?.text === REJOINED
    if ((isOfMembers && STILL.test(text)) || (isAgain && LEFT.test(text))) continue
    const state = STATE.exec(text)
    if (state !== null) {
      stated.push(...(state[1] !== undefined || /\b(?:isnt|arent)\b/.test(text) ? NOT_IN_CLUB : IN_CLUB))
      continue
    }
    // after a first order every other one is later; of other things the order is not known
    const isLater = clause.some((one) => one.text === 'then')
    if (isLater && before?.which !== 'first' && !isAgain) return null
    const read: Clause[] | null = readClause(clause, before, vocabulary)
    for (const one of read ?? [null]) {
      const condition = one && conditionOf(one)
      if (condition === null) return null
      histories.push({ words: clause.map(({ typed }) => typed).join(' '), condition })
    }
    before = read?.at(-1) ?? null
  }
  if (histories.length === 0) return null
  return { rest: [...subjectOf(head), ...stated], histories }
}

/** "ordered last year but not this year" is an answer with amounts: who ordered then and last before now. */
const isOfDates = ({ condition: { of, filters, count } }: ToldHistory['histories'][number]): boolean =>
  of === 'Orders' && filters.length === 0 && (count === undefined || count === NONE)

/** Who they were, which a measure of what they did would lose. */
const FORMER = /^(?:former|ex)$/

/** What no other reading can say: several things that somebody did, or the first or last of them. */
export const needsHistory = ({ histories, rest }: ToldHistory): boolean =>
  rest.at(-1)?.text === 'club' ||
  rest.some(({ text }) => FORMER.test(text)) ||
  (histories.length > 1 && !histories.every(isOfDates)) ||
  histories.some(({ condition }) => condition.which !== 'any')
